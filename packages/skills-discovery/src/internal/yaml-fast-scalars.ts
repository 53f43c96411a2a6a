import {
  advance,
  atEnd,
  indentOf,
  isBlank,
  isComment,
  type LineCursor,
  skipSpaces,
  trimSpaces,
} from "./yaml-fast-lines.ts";
import type { ScalarNode } from "./yaml-tree.ts";

const SPACE = 0x20;
const HASH = 0x23;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const QUESTION_MARK = 0x3f;

/** Units that begin something else than a plain scalar, or that no scalar may begin with. */
const INDICATORS = ",[]{}#&*!|>'\"%@`";

/** Whether a plain scalar may begin here. */
export function beginsPlain(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === HYPHEN || unit === QUESTION_MARK || unit === COLON) {
    return at + 1 < end && text.charCodeAt(at + 1) !== SPACE;
  }
  return !INDICATORS.includes(text.charAt(at));
}

/** Whether nothing in a line ends a plain scalar: no colon before a blank, no `#` behind one. */
function isAllPlain(text: string, from: number, end: number): boolean {
  let previous = 0;
  for (let at = from; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === SPACE && previous === COLON) return false;
    if (unit === HASH && previous === SPACE) return false;
    previous = unit;
  }
  return previous !== COLON;
}

/** A plain scalar on what is left of one line. */
export function readPlainLine(text: string, from: number, lineEnd: number): ScalarNode | undefined {
  const end = trimSpaces(text, from, lineEnd);
  if (!isAllPlain(text, from, end)) return undefined;
  return { kind: "scalar", text: text.slice(from, end), style: "plain", start: from, end };
}

/**
 * A plain scalar with its continuation: the lines indented deeper than its mapping. One line
 * break becomes a space, more become one less than they are.
 */
export function readPlain(
  cursor: LineCursor,
  from: number,
  indent: number,
): ScalarNode | undefined {
  const { text } = cursor;
  const head = readPlainLine(text, from, cursor.end);
  if (head === undefined) return undefined;
  advance(cursor);
  let folded = head.text;
  let { end } = head;
  let blanks = 0;
  for (; !atEnd(cursor); advance(cursor)) {
    if (isBlank(cursor)) {
      blanks += 1;
      continue;
    }
    if (indentOf(cursor) <= indent || isComment(cursor)) break;
    const part = readPlainLine(text, cursor.first, cursor.end);
    if (part === undefined) return undefined;
    folded += (blanks === 0 ? " " : "\n".repeat(blanks)) + part.text;
    end = part.end;
    blanks = 0;
  }
  return { kind: "scalar", text: folded, style: "plain", start: from, end };
}

/** A quoted scalar that fills what is left of its line, without rarer escapes. */
export function readQuoted(text: string, start: number, lineEnd: number): ScalarNode | undefined {
  const quoted = readQuotedPart(text, start, lineEnd);
  if (quoted === undefined) return undefined;
  return skipSpaces(text, quoted.end, lineEnd) === lineEnd ? quoted : undefined;
}

/** A quoted scalar within one line. */
export function readQuotedPart(
  text: string,
  start: number,
  lineEnd: number,
): ScalarNode | undefined {
  const read = text.charAt(start) === '"' ? readDoubleQuoted : readSingleQuoted;
  const quoted = read(text, start + 1, lineEnd);
  if (quoted === undefined) return undefined;
  return { kind: "scalar", text: quoted.text, style: "quoted", start, end: quoted.end };
}

interface Quoted {
  readonly text: string;
  readonly end: number;
}

function readSingleQuoted(text: string, from: number, lineEnd: number): Quoted | undefined {
  let close = text.indexOf("'", from);
  let hasPairs = false;
  while (close !== -1 && text.charAt(close + 1) === "'") {
    hasPairs = true;
    close = text.indexOf("'", close + 2);
  }
  if (close === -1 || close >= lineEnd) return undefined;
  const inner = text.slice(from, close);
  return { text: hasPairs ? inner.replaceAll("''", "'") : inner, end: close + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  n: "\n",
  t: "\t",
};

function readDoubleQuoted(text: string, from: number, lineEnd: number): Quoted | undefined {
  let read = "";
  let part = from;
  for (let at = from; at < lineEnd; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return { text: read + text.slice(part, at), end: at + 1 };
    if (char !== "\\") continue;
    const escaped = at + 1 < lineEnd ? ESCAPES[text.charAt(at + 1)] : undefined;
    if (escaped === undefined) return undefined;
    read += text.slice(part, at) + escaped;
    at += 1;
    part = at + 1;
  }
  return undefined;
}

/**
 * A literal or folded block scalar with a plain header (`|`, `>`, `|-`, `>-`), whose first line
 * of text tells the indentation.
 */
export function readBlock(
  cursor: LineCursor,
  start: number,
  indent: number,
): ScalarNode | undefined {
  const { text } = cursor;
  const strips = text.charCodeAt(start + 1) === HYPHEN && start + 1 < cursor.end;
  const headerEnd = start + (strips ? 2 : 1);
  if (skipSpaces(text, headerEnd, cursor.end) !== cursor.end) return undefined;
  advance(cursor);
  const lines: string[] = [];
  let count = 0;
  let end = headerEnd;
  let blockIndent = -1;
  for (; !atEnd(cursor); advance(cursor)) {
    const lineIndent = indentOf(cursor);
    if (isBlank(cursor)) {
      // Blanks beyond the indentation would be text.
      if (lineIndent > Math.max(blockIndent, 0)) return undefined;
      lines.push("");
      continue;
    }
    if (lineIndent <= indent) break;
    if (blockIndent === -1) blockIndent = lineIndent;
    if (lineIndent < blockIndent) return undefined;
    lines.push(text.slice(cursor.line + blockIndent, cursor.end));
    count = lines.length;
    end = trimSpaces(text, cursor.first, cursor.end);
  }
  if (count === 0) return undefined;
  lines.length = count;
  const value = text.charAt(start) === "|" ? lines.join("\n") : fold(lines);
  return { kind: "scalar", text: strips ? value : `${value}\n`, style: "block", start, end };
}

/**
 * Folds the lines of a block scalar: a break between two lines becomes a space, `n` empty lines
 * between them `n` breaks; next to a line that is indented deeper all breaks stay.
 */
function fold(lines: readonly string[]): string {
  let value = "";
  let previous: string | undefined;
  let blanks = 0;
  for (const line of lines) {
    if (line === "") {
      blanks += 1;
      continue;
    }
    if (previous === undefined) value = "\n".repeat(blanks);
    else if (previous.startsWith(" ") || line.startsWith(" ")) value += "\n".repeat(blanks + 1);
    else value += blanks === 0 ? " " : "\n".repeat(blanks);
    value += line;
    previous = line;
    blanks = 0;
  }
  return value;
}
