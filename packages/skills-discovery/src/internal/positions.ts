import type { SkillDiagnostic, SkillDiagnosticCode } from "../types.ts";
import type { Problem } from "./problem.ts";
import { compareCodeUnits } from "./text.ts";

/** A place in a file, both counted from 1; columns are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * The place of an offset in a text whose first line is the given one of its file. LF, CRLF and
 * a lone CR end a line.
 */
export function positionOf(text: string, offset: number, firstLine: number): Position {
  let line = firstLine;
  let lineStart = 0;
  for (let at = 0; at < offset; at += 1) {
    const unit = text.charCodeAt(at);
    const isBreak = unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    if (!isBreak) continue;
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Places offsets of one text; more than a few at once cost no more than reading it once. */
export function locate(text: string, firstLine: number): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** A finding at a known place; null for the file as a whole. */
export function diagnosticAt(
  path: string,
  position: Position | null,
  code: SkillDiagnosticCode,
  severity: SkillDiagnostic["severity"],
  message: string,
): SkillDiagnostic {
  const line = position?.line ?? null;
  return { code, severity, path, line, column: position?.column ?? null, message };
}

/** The problems of the frontmatter, placed in its file. */
export function placeProblems(
  problems: readonly Problem[],
  path: string,
  text: string,
): readonly SkillDiagnostic[] {
  const place = locate(text, 2);
  return problems.map(({ code, severity, offset, message }) => {
    const position = offset < 0 ? { line: 1, column: 1 } : place(offset);
    return diagnosticAt(path, position, code, severity, message);
  });
}

/** In order of line, column, code; findings about the file as a whole first. */
export function sortDiagnostics(diagnostics: SkillDiagnostic[]): readonly SkillDiagnostic[] {
  return diagnostics.sort(
    (left, right) =>
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0) ||
      compareCodeUnits(left.code, right.code) ||
      compareCodeUnits(left.message, right.message),
  );
}
