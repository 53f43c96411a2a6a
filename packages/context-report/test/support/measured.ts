import {
  buildContextReport,
  type ContextReportInput,
  type MeasuredContextReport,
} from "../../src/index.ts";

/** A report of a governor that isn't off. */
export function measured(input: ContextReportInput): MeasuredContextReport {
  const report = buildContextReport(input);
  if (report.mode === "off") throw new Error("nothing was measured");
  return report;
}

/** The smallest input of a history. */
export function inputOf(
  history: ContextReportInput["history"],
  extra: Partial<ContextReportInput> = {},
): ContextReportInput {
  return {
    session: "session-1",
    madeAt: "2026-01-31T12:00:00Z",
    settings: { mode: "shadow", epochMessages: 0 },
    history,
    ...extra,
  };
}
