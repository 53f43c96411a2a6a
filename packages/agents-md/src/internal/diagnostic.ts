import type { InstructionDiagnostic } from "../types.ts";

/** A diagnostic about a file, or about a place in it. */
export function diagnostic(
  code: InstructionDiagnostic["code"],
  severity: InstructionDiagnostic["severity"],
  path: string,
  message: string,
  place?: { readonly line: number; readonly column: number },
): InstructionDiagnostic {
  return {
    code,
    severity,
    path,
    line: place?.line ?? null,
    column: place?.column ?? null,
    message,
  };
}
