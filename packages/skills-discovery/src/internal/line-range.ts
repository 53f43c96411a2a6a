import { invalid, wholeNumber } from "./options.ts";

/** Part of a text, by lines from 1. */
export interface LineRange {
  readonly text: string;
  readonly startLine: number;
  /** `startLine - 1` where the part holds no line. */
  readonly endLine: number;
  readonly totalLines: number;
}

/**
 * Cuts lines out of a text, with the breaks that end them. A break at the end of the text doesn't
 * begin another line.
 */
export function cutLines(
  text: string,
  startLine: number | undefined,
  maxLines: number | undefined,
): LineRange {
  const first = wholeNumber("startLine", startLine, 1, 1);
  const count = wholeNumber("maxLines", maxLines, 1, Number.POSITIVE_INFINITY);
  const starts = lineStarts(text);
  const totalLines = starts.length;
  if (first > Math.max(totalLines, 1)) {
    return invalid(`startLine is ${first}, and the file has ${totalLines} lines.`);
  }
  const endLine = Math.min(totalLines, first - 1 + count);
  return {
    text: text.slice(starts[first - 1] ?? 0, starts[endLine] ?? text.length),
    startLine: first,
    endLine,
    totalLines,
  };
}

/** Where lines begin; LF, CRLF and a lone CR end one. */
function lineStarts(text: string): readonly number[] {
  if (text === "") return [];
  const starts = [0];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const isBreak = unit === 10 || (unit === 13 && text.charCodeAt(index + 1) !== 10);
    if (isBreak && index + 1 < text.length) starts.push(index + 1);
  }
  return starts;
}
