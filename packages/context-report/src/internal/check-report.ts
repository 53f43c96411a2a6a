import { ContextReportError } from "../errors.ts";
import type { ContextReport } from "../types.ts";
import { isRecord } from "./is-record.ts";

/**
 * Refuses what can't be a report of a version that this package knows. It is no validation: that is
 * what the schema is for.
 *
 * @throws ContextReportError `invalid_report`
 */
export function checkReport(report: ContextReport, field: string = "report"): void {
  let fault: string | undefined;
  try {
    fault = faultOf(report);
  } catch {
    fault = "can't be read";
  }
  if (fault !== undefined) throw invalid(field, fault);
}

function faultOf(value: unknown): string | undefined {
  const mode = isRecord(value) ? value["mode"] : undefined;
  const isMeasured = mode === "on" || mode === "shadow";
  if (!isRecord(value) || !(isMeasured || mode === "off")) return "is no context report";
  if (value["schemaVersion"] !== 1) return "has a schemaVersion other than 1";
  const hasParts = Array.isArray(value["segments"]) && isRecord(value["totals"]);
  return isMeasured && !hasParts ? "lacks its segments or totals" : undefined;
}

function invalid(field: string, what: string): ContextReportError {
  return new ContextReportError(
    "invalid_report",
    `${field} ${what}. Give what buildContextReport returned; check one from elsewhere with contextReportSchema.`,
    { field },
  );
}
