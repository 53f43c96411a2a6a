import type { InvariantsDiagnostic } from "../types.ts";

/** A diagnostic that says what a place must hold; never what it holds. */
export function report(
  code: InvariantsDiagnostic["code"],
  path: string,
  needed: string,
): InvariantsDiagnostic {
  return {
    code,
    severity: "warning",
    path,
    message: `${path} is left out: it must be ${needed}.`,
  };
}
