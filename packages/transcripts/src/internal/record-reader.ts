import type { Diagnostics } from "./diagnostics.ts";
import type { RecordEntry } from "./format.ts";
import { JsonScanner, type ScanState } from "./json-scanner.ts";
import type { LineSink } from "./line-splitter.ts";

/**
 * After so many lines that failed, a line is scanned before it is parsed: a failing parse is a
 * hundred times as slow as the scan that foresees it, and a file may hold millions of such lines.
 */
const MAX_FAILURES = 1000;

/** Takes the records of a source as they become complete. */
export type RecordSink = (entry: RecordEntry) => void;

/** A value that began on a line and was not complete at its end. */
interface OpenValue {
  readonly scanner: JsonScanner;
  readonly lines: string[];
  readonly firstLine: number;
  length: number;
}

/** The first thing that looked like a document and was damaged. */
interface Damaged {
  readonly text: string;
  readonly scanner: JsonScanner;
  readonly line: number;
}

/**
 * Turns lines into records. Most lines are one record each; beside that it reads several values on
 * a line, one value over several lines (a document, whatever its file is called), and what is left
 * of a document that was cut. A line that cannot be read costs that line and is reported.
 */
export class RecordReader implements LineSink {
  readonly #sink: RecordSink;
  readonly #diagnostics: Diagnostics;
  readonly #maxDocumentLength: number;
  #open: OpenValue | undefined;
  #damaged: Damaged | undefined;
  /** Inside a document that is damaged: only a line that is a record by itself ends that. */
  #isLost = false;
  #failures = 0;
  /** Records that were read. */
  records = 0;
  /** Lines that held something. */
  lines = 0;
  /** Lines among these that were skipped for their length. */
  tooLongLines = 0;
  /** Whether a value over several lines was given up for its length. */
  hasTooLongDocument = false;

  constructor(sink: RecordSink, diagnostics: Diagnostics, maxDocumentLength: number) {
    this.#sink = sink;
    this.#diagnostics = diagnostics;
    this.#maxDocumentLength = maxDocumentLength;
  }

  line(text: string, number: number, isLast: boolean): void {
    if (this.#open !== undefined) this.#continue(this.#open, text, number, isLast);
    else this.#fresh(text, number, isLast);
  }

  tooLong(number: number): void {
    this.lines += 1;
    this.tooLongLines += 1;
    if (this.#open !== undefined) this.#giveUp(this.#open);
    this.#diagnostics.add(
      "line.too-long",
      "error",
      number,
      "the line is longer than the limit and was skipped; raise maxLineBytes if it is genuine.",
    );
  }

  /** A value that was parsed before it came here, and the lines that it took. */
  document(value: unknown, firstLine: number, lines: number, length: number): void {
    this.lines += lines;
    this.#emit(value, firstLine, length);
  }

  /** Called after the last line. */
  finish(): void {
    const open = this.#open;
    if (open !== undefined) {
      if (this.#isDocument(open)) this.#lose(open, open.lines, 1);
      else this.#giveUp(open);
    }
    if (this.records === 0 && this.#damaged !== undefined) this.#repair(this.#damaged);
  }

  #fresh(text: string, number: number, isLast: boolean): void {
    if (text.length === 0) return;
    if (this.#isLost) {
      this.lines += 1;
      if (!text.startsWith("{") || !isRecordText(text)) return;
      this.#isLost = false;
    }
    const value = this.#failures < MAX_FAILURES && isOpening(text) ? parse(text) : undefined;
    if (value !== undefined) {
      this.lines += 1;
      this.#emit(value.value, number, text.length);
      return;
    }
    this.#failures += 1;
    const clean = number === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    if (clean.trim() === "") return;
    this.lines += 1;
    this.#several(clean, number, isLast);
  }

  /** A line that is not one object: several values, the beginning of one, or damage. */
  #several(text: string, number: number, isLast: boolean): void {
    let from = 0;
    let found = 0;
    for (;;) {
      while (from < text.length && isSpace(text.charCodeAt(from))) from += 1;
      if (from === text.length) break;
      const rest = from === 0 ? text : text.slice(from);
      const scanner = new JsonScanner();
      const state = scanner.feed(rest);
      const value = state === "complete" ? parse(rest.slice(0, scanner.position)) : undefined;
      if (value === undefined) {
        this.#unread(rest, scanner, state, isLast, number, from);
        break;
      }
      found += 1;
      this.#emit(value.value, number, scanner.position);
      from += scanner.position;
    }
    if (found > 1) {
      this.#diagnostics.add(
        "line.split",
        "warning",
        number,
        `the line holds ${found} records without a line feed between them; all were read.`,
      );
    }
  }

  #unread(
    text: string,
    scanner: JsonScanner,
    state: ScanState,
    isLast: boolean,
    line: number,
    from: number,
  ): void {
    if (state === "open" && !isLast && isOpening(text)) {
      scanner.feed("\n");
      this.#open = { scanner, lines: [text], firstLine: line, length: text.length };
      return;
    }
    this.#reportDamaged(line, from + Math.min(scanner.position, text.length) + 1);
    if (isOpening(text)) this.#hold(text, scanner, line);
  }

  #continue(open: OpenValue, text: string, number: number, isLast: boolean): void {
    open.length += text.length + 1;
    const isTooLong = open.length > this.#maxDocumentLength;
    if (isTooLong) this.hasTooLongDocument = true;
    const state = isTooLong ? "invalid" : open.scanner.feed(text);
    if (state === "complete") {
      this.#complete(open, text, number, isLast);
      return;
    }
    if (isLast && state !== "invalid") {
      open.lines.push(text);
      return;
    }
    if (state === "open" && open.scanner.feed("\n") === "open") {
      open.lines.push(text);
      return;
    }
    if (this.#isDocument(open) && !isRecordText(text)) {
      this.#lose(open, [...open.lines, text], number - open.firstLine + 1);
      return;
    }
    // It was no document: what was taken for its beginning is a damaged line.
    this.#giveUp(open);
    this.#fresh(text, number, isLast);
  }

  #complete(open: OpenValue, text: string, number: number, isLast: boolean): void {
    const before = open.lines.join("\n");
    const used = open.scanner.position - before.length - 1;
    const value = parse(`${before}\n${text.slice(0, used)}`);
    if (value === undefined) {
      this.#giveUp(open);
      this.#fresh(text, number, isLast);
      return;
    }
    this.#open = undefined;
    this.lines += open.lines.length + 1;
    this.#emit(value.value, open.firstLine, before.length);
    if (text.slice(used).trim() !== "") this.#several(text.slice(used), number, isLast);
  }

  /** Whether an open value is a document rather than a cut line with whole lines after it. */
  #isDocument(open: OpenValue): boolean {
    if (this.records > 0) return false;
    return !open.lines.some((line, index) => index > 0 && isRecordText(line));
  }

  /** Ends a document that is damaged or cut; its beginning may still be read. */
  #lose(open: OpenValue, lines: readonly string[], damagedAt: number): void {
    this.#open = undefined;
    this.#isLost = lines.length > 1;
    this.lines += lines.length;
    this.#reportDamaged(open.firstLine + damagedAt - 1, 1);
    this.#hold(lines.join("\n"), open.scanner, open.firstLine);
  }

  /** Reads the lines of an open value one by one; none of them may open another. */
  #giveUp(open: OpenValue): void {
    this.#open = undefined;
    open.lines.forEach((text, index) => {
      if (text.trim() === "") return;
      this.lines += 1;
      const value = parse(text);
      if (value === undefined) this.#reportDamaged(open.firstLine + index, 1);
      else this.#emit(value.value, open.firstLine + index, text.length);
    });
  }

  #emit(value: unknown, line: number, length: number): void {
    if (typeof value !== "object" || value === null) {
      this.#diagnostics.add(
        "line.not-a-record",
        "warning",
        line,
        `the line is a bare ${value === null ? "null" : typeof value}, not a record; it was skipped.`,
      );
      return;
    }
    this.#damaged = undefined;
    this.#sink({ value, line, index: this.records, length });
    this.records += 1;
  }

  /** Keeps the first damaged beginning of a document, until something better is found. */
  #hold(text: string, scanner: JsonScanner, line: number): void {
    if (this.records === 0) this.#damaged ??= { text, scanner, line };
  }

  #repair(damaged: Damaged): void {
    const repaired = damaged.scanner.repair(damaged.text);
    const value = repaired === undefined ? undefined : parse(repaired);
    if (value === undefined) return;
    this.#emit(value.value, damaged.line, damaged.text.length);
    this.#diagnostics.add(
      "document.truncated",
      "error",
      damaged.line,
      "the document is cut or damaged; what was complete before that place was read.",
    );
  }

  #reportDamaged(line: number, column: number): void {
    this.#diagnostics.add(
      "line.damaged",
      "error",
      line,
      "the line is not JSON (cut, or not written by the agent); it was skipped.",
      column,
    );
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether a line is a record by itself, so that a value which was open before it had been cut. */
function isRecordText(text: string): boolean {
  if (!text.trimStart().startsWith("{") || !text.trimEnd().endsWith("}")) return false;
  const value = parse(text)?.value;
  return typeof value === "object" && value !== null && Object.keys(value).length > 1;
}

function isOpening(text: string): boolean {
  return text.startsWith("{") || text.startsWith("[");
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0a;
}
