import type { LineSink } from "./line-splitter.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * The fast way for the usual document: a bracket on the first line, indented lines, the matching
 * bracket on a line of its own. Such lines are gathered and parsed at once, without being scanned.
 * Whenever that does not work out, the reader of records gets the lines as they came.
 */
export class DocumentGatherer implements LineSink {
  readonly #records: RecordReader;
  readonly #maxLength: number;
  /** Lines of a document that is not complete; `undefined` once there is none to come. */
  #lines: string[] | undefined = [];
  #length = 0;
  #firstLine = 0;
  #end = "";

  constructor(records: RecordReader, maxLength: number) {
    this.#records = records;
    this.#maxLength = maxLength;
  }

  line(text: string, number: number, isLast: boolean): void {
    const lines = this.#lines;
    if (lines === undefined) {
      this.#records.line(text, number, isLast);
      return;
    }
    if (lines.length === 0) {
      this.#first(lines, text, number, isLast);
      return;
    }
    lines.push(text);
    this.#length += text.length + 1;
    if (text.startsWith(this.#end) && text.trimEnd() === this.#end && this.#parses(lines)) return;
    const isIndented = text === "" || text.charCodeAt(0) <= 0x20 || text.charCodeAt(0) === 0x22;
    if (isLast || !isIndented || this.#length > this.#maxLength) this.#give(isLast);
  }

  tooLong(number: number): void {
    this.#give(false);
    this.#records.tooLong(number);
  }

  finish(): void {
    this.#give(false);
    this.#records.finish();
  }

  #first(lines: string[], text: string, number: number, isLast: boolean): void {
    const bracket = text.charCodeAt(0) === 0xfeff ? text.slice(1).trim() : text.trim();
    if (bracket === "") return;
    if (isLast || (bracket !== "{" && bracket !== "[")) {
      this.#lines = undefined;
      this.#records.line(text, number, isLast);
      return;
    }
    this.#firstLine = number;
    this.#end = bracket === "{" ? "}" : "]";
    lines.push(bracket);
  }

  #parses(lines: readonly string[]): boolean {
    let value: unknown;
    try {
      value = JSON.parse(lines.join("\n"));
    } catch {
      return false;
    }
    this.#lines = undefined;
    this.#records.document(value, this.#firstLine, lines.length, this.#length);
    return true;
  }

  #give(isLast: boolean): void {
    const lines = this.#lines ?? [];
    this.#lines = undefined;
    lines.forEach((text, index) => {
      this.#records.line(text, this.#firstLine + index, isLast && index === lines.length - 1);
    });
  }
}
