import type { SkillDiagnostic, SkillDiagnosticCode } from "../types.ts";

/** A finding in the frontmatter, before its place is told as a line and a column. */
export interface Problem {
  readonly code: SkillDiagnosticCode;
  readonly severity: SkillDiagnostic["severity"];
  /** UTF-16 offset in the frontmatter's text; -1 is the opening fence. */
  readonly offset: number;
  readonly message: string;
  /** Discovery must not load the skill. */
  readonly rejects: boolean;
}

/** The place of what is missing: the opening fence. */
export const AT_FENCE = -1;

/** An error that discovery rejects the skill for. */
export function rejection(code: SkillDiagnosticCode, offset: number, message: string): Problem {
  return { code, severity: "error", offset, message, rejects: true };
}

/** An error of `validate` that discovery loads in spite of. */
export function fault(code: SkillDiagnosticCode, offset: number, message: string): Problem {
  return { code, severity: "error", offset, message, rejects: false };
}

export function warning(code: SkillDiagnosticCode, offset: number, message: string): Problem {
  return { code, severity: "warning", offset, message, rejects: false };
}

export function information(code: SkillDiagnosticCode, offset: number, message: string): Problem {
  return { code, severity: "information", offset, message, rejects: false };
}
