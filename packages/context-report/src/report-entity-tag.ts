import { canonicalJson } from "./internal/canonical-json.ts";
import { checkReport } from "./internal/check-report.ts";
import { stateHash } from "./internal/hash.ts";
import type { ContextReport } from "./types.ts";

/**
 * An entity tag for HTTP, computed without `madeAt`: equal for two reports of the same session and
 * state. It is a weak one, since the two differ in that field.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @throws ContextReportError `invalid_report`
 *
 * @example
 * ```ts
 * const isUnchanged = request.headers["if-none-match"] === reportEntityTag(report);
 * ```
 */
export function reportEntityTag(report: ContextReport): string {
  checkReport(report);
  return `W/"${stateHash(canonicalJson({ ...report, madeAt: null }))}"`;
}
