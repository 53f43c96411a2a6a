import type { Diagnostic, FormatCode, Severity } from "../types.ts";
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

/** A finding at a known place; null for the file as a whole. */
export function diagnosticAt(
  path: string,
  position: Position | null,
  code: FormatCode,
  severity: Severity,
  message: string,
): Diagnostic {
  const line = position?.line ?? null;
  return { code, severity, path, line, column: position?.column ?? null, message };
}

/** A problem of the frontmatter, placed in its file. */
export function placeProblem(problem: Problem, path: string, text: string): Diagnostic {
  const { code, severity, offset, message } = problem;
  const position = offset < 0 ? { line: 1, column: 1 } : positionOf(text, offset, 2);
  return diagnosticAt(path, position, code, severity, message);
}

/** In order of line, column, code; findings about the file as a whole first. */
export function sortDiagnostics(diagnostics: Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.sort(
    (left, right) =>
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0) ||
      compareCodeUnits(left.code, right.code) ||
      compareCodeUnits(left.message, right.message),
  );
}
