/** One line of a text, its break left out. */
export interface TextLine {
  readonly start: number;
  /** First unit that is neither space nor tab. */
  readonly first: number;
  /** End without trailing blanks. */
  readonly end: number;
  /** Spaces at the start; a tab ends them. */
  readonly indent: number;
  /** A tab stands among the blanks at the start. */
  readonly hasTab: boolean;
}

/** Cuts a text into lines; LF and CRLF end one. */
export function cutLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const lineEnd = lineFeed === -1 ? text.length : lineFeed;
    let indent = 0;
    while (text.charAt(start + indent) === " ") indent += 1;
    const first = skipBlanks(text, start, lineEnd);
    let end = lineEnd;
    while (end > first && isBlankOrReturn(text.charAt(end - 1))) end -= 1;
    const hasTab = first > start + indent;
    lines.push({ start, first: Math.min(first, end), end, indent, hasTab });
    start = lineEnd + 1;
  }
  return lines;
}

function isBlankOrReturn(char: string): boolean {
  return char === " " || char === "\t" || char === "\r";
}

/** The first unit that is neither space nor tab, from a position on. */
export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text.charAt(at) === " " || text.charAt(at) === "\t")) at += 1;
  return at;
}

export function isEmptyLine(line: TextLine): boolean {
  return line.first === line.end;
}

/** Whether nothing, or a comment alone, stands from a position to the end of its line. */
export function isRestEmpty(text: string, from: number, lineEnd: number): boolean {
  const at = skipBlanks(text, from, lineEnd);
  return at >= lineEnd || (text.charAt(at) === "#" && at > from);
}

const KEY = /([\p{L}\p{N}_$][\p{L}\p{N}_.$-]*)[ \t]*:(?=[ \t\r\n]|$)/uy;

/** A plain key and its colon. */
export interface KeyMatch {
  readonly key: string;
  /** First unit behind the colon. */
  readonly end: number;
}

/** The plain key that begins at a position of a line, if one does. */
export function matchKey(text: string, at: number, lineEnd: number): KeyMatch | undefined {
  KEY.lastIndex = at;
  const match = KEY.exec(text);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return end <= lineEnd ? { key: match[1] ?? "", end } : undefined;
}

/** The unit behind the quote that closes the one at a position; -1 without one before `end`. */
export function endOfQuoted(text: string, from: number, end: number): number {
  const quote = text.charAt(from);
  for (let at = from + 1; at < end; at += 1) {
    const char = text.charAt(at);
    if (char === "\\" && quote === '"') at += 1;
    else if (char === quote) {
      if (quote === '"' || text.charAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/**
 * The unit behind the bracket that closes the one at a position, -1 without one before `end`.
 * Brackets within quotes don't count; quotes open only where a value may begin.
 */
export function endOfFlow(text: string, from: number, end: number): number {
  let depth = 0;
  let mayQuote = false;
  for (let at = from; at < end; at += 1) {
    const char = text.charAt(at);
    if (mayQuote && (char === '"' || char === "'")) {
      const close = endOfQuoted(text, at, end);
      if (close === -1) return -1;
      at = close - 1;
      mayQuote = false;
      continue;
    }
    if (char === "[" || char === "{") depth += 1;
    if (char === "]" || char === "}") depth -= 1;
    if (depth === 0) return at + 1;
    mayQuote = "[{,: \t\n".includes(char);
  }
  return -1;
}
