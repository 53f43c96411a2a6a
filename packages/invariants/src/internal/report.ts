import type { InvariantDiagnostic, InvariantDiagnosticCode } from "../types.ts";

/** A diagnostic that says what a place must hold; never what it holds. */
export function report(
  code: InvariantDiagnosticCode,
  path: string,
  needed: string,
): InvariantDiagnostic {
  return {
    code,
    severity: "warning",
    path,
    line: null,
    column: null,
    message: `${path} is left out: it must be ${needed}.`,
  };
}
