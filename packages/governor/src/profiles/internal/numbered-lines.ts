/** How a tool numbers the lines of a file. */
export interface Gutter {
  /** Before the number, after blanks: `L` for `L12: text`. */
  readonly prefix?: string;
  /** What may stand between number and text. */
  readonly separators: readonly string[];
}

/** A run of numbered lines. */
export interface NumberedLines {
  /** The first number. */
  readonly first: number;
  readonly count: number;
  /** The lines without their numbers. */
  readonly lines: readonly string[];
  /** Index of the first line that doesn't belong to them any more. */
  readonly end: number;
}

/**
 * Reads lines from a position on for as long as they are numbered without a gap. `undefined` if the
 * first isn't numbered: then it is something else than a file.
 */
export function numberedLines(
  source: readonly string[],
  from: number,
  gutter: Gutter,
): NumberedLines | undefined {
  const lines: string[] = [];
  let first = 0;
  let end = from;
  for (; end < source.length; end += 1) {
    const line = numberedLine(source[end] as string, gutter);
    if (!line) break;
    if (lines.length === 0) {
      if (line.isBare) return undefined;
      first = line.number;
    } else if (line.number !== first + lines.length) {
      break;
    }
    lines.push(line.text);
  }
  return lines.length === 0 ? undefined : { first, count: lines.length, lines, end };
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
  /** Only a number: what is left of an empty line when blank ends are trimmed. */
  readonly isBare: boolean;
}

function numberedLine(line: string, { prefix = "", separators }: Gutter): NumberedLine | undefined {
  let at = 0;
  while (line[at] === " ") at += 1;
  if (!line.startsWith(prefix, at)) return undefined;
  at += prefix.length;
  const start = at;
  while (isDigit(line.charCodeAt(at))) at += 1;
  if (at === start || at - start > 10) return undefined;
  const number = Number(line.slice(start, at));
  for (const separator of separators) {
    if (line.startsWith(separator, at)) {
      return { number, text: line.slice(at + separator.length), isBare: false };
    }
  }
  const rest = line.slice(at);
  const isBare = rest === "" || separators.some((separator) => separator.trimEnd() === rest);
  return isBare ? { number, text: "", isBare } : undefined;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
