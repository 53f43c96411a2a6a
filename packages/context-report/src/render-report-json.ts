import { checkReport } from "./internal/check-report.ts";
import type { ContextReport } from "./types.ts";

const NOT_PRINTABLE_ASCII = /[^\x20-\x7e\n]/g;

/**
 * The report as JSON in printable ASCII: what names hold besides is written `\uXXXX`, so that it
 * reads back as it was and reaches no terminal as a control.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @returns Two spaces a level, without a newline at the end.
 * @throws ContextReportError `invalid_report`
 *
 * @example
 * ```ts
 * process.stdout.write(`${renderReportJson(report)}\n`);
 * ```
 */
export function renderReportJson(report: ContextReport): string {
  checkReport(report);
  return JSON.stringify(report, null, 2).replace(NOT_PRINTABLE_ASCII, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
