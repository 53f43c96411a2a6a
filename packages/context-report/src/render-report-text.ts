import { checkReport } from "./internal/check-report.ts";
import { createLook, type Look } from "./internal/look.ts";
import { criticalityLines, kindLines, stripLines, toolLines } from "./internal/text-fill.ts";
import { goneLines, invariantLines, usageLines } from "./internal/text-gone.ts";
import { segmentLines } from "./internal/text-segments.ts";
import { headLines, sizeLines } from "./internal/text-summary.ts";
import type { ContextReport, MeasuredContextReport } from "./types.ts";
import type { RenderReportTextOptions } from "./types-render.ts";

/**
 * The report for a terminal: how big the request is, what fills it, what is or would be elided and
 * why, what stays, and how sure the figures are. Names from outside are made harmless, numbers are
 * never cut, and a state is a word and a sign, whatever the colour.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @param options - See {@link RenderReportTextOptions}.
 * @returns Lines, each ended by `\n`; none is wider than asked for, unless numbers make it so.
 * @throws ContextReportError `invalid_report`, `invalid_argument`, `invalid_option`
 *
 * @example
 * ```ts
 * const text = renderReportText(report, { width: 100, color: false });
 * ```
 */
export function renderReportText(
  report: ContextReport,
  options: RenderReportTextOptions = {},
): string {
  checkReport(report);
  const look = createLook(options);
  const body = report.mode === "off" ? [] : measuredLines(report, look);
  return `${[...headLines(report, look), ...body].join("\n")}\n`;
}

function measuredLines(report: MeasuredContextReport, look: Look): string[] {
  return [
    sizeLines,
    kindLines,
    toolLines,
    stripLines,
    criticalityLines,
    goneLines,
    invariantLines,
    usageLines,
    segmentLines,
  ].flatMap((section) => section(report, look));
}
