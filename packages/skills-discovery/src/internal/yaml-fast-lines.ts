/** A position in a text that has been cut into lines; LF and CRLF end one. */
export interface LineCursor {
  readonly text: string;
  /** First unit of the current line; the text's length at its end. */
  line: number;
  /** First unit of the line that isn't a space. */
  first: number;
  /** First unit after the line, its break left out. */
  end: number;
  /** First unit of the next line. */
  next: number;
}

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const HYPHEN = 0x2d;

/** A cursor on the first line. */
export function startLines(text: string): LineCursor {
  const cursor: LineCursor = { text, line: 0, first: 0, end: 0, next: 0 };
  advance(cursor);
  return cursor;
}

/** Moves to the next line; at the end of the text the line is empty and starts there. */
export function advance(cursor: LineCursor): void {
  const { text, next: line } = cursor;
  const lineFeed = text.indexOf("\n", line);
  let end = lineFeed === -1 ? text.length : lineFeed;
  if (lineFeed > line && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  let first = line;
  while (first < end && text.charCodeAt(first) === SPACE) first += 1;
  cursor.line = line;
  cursor.first = first;
  cursor.end = end;
  cursor.next = lineFeed === -1 ? text.length : lineFeed + 1;
}

export function atEnd(cursor: LineCursor): boolean {
  return cursor.line >= cursor.text.length;
}

export function isBlank(cursor: LineCursor): boolean {
  return cursor.first === cursor.end;
}

export function isComment(cursor: LineCursor): boolean {
  return cursor.text.charCodeAt(cursor.first) === HASH && cursor.first < cursor.end;
}

/** Moves over blank lines and comments, from the current line on. */
export function skipInsignificant(cursor: LineCursor): void {
  while (!atEnd(cursor) && (isBlank(cursor) || isComment(cursor))) advance(cursor);
}

/** Number of spaces before the line's text. */
export function indentOf(cursor: LineCursor): number {
  return cursor.first - cursor.line;
}

/** Whether the line begins an item of a sequence, with something on the same line. */
export function isItem(cursor: LineCursor): boolean {
  const { text, first, end } = cursor;
  return (
    first + 1 < end && text.charCodeAt(first) === HYPHEN && text.charCodeAt(first + 1) === SPACE
  );
}

/** The first unit that isn't a space, from a position on; `end` where there is none. */
export function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/** The end of what is visible before `end`, not below `from`. */
export function trimSpaces(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && text.charCodeAt(at - 1) === SPACE) at -= 1;
  return at;
}
