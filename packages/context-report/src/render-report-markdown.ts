import { type OptionNames, takeOptions } from "./internal/arguments.ts";
import { checkReport } from "./internal/check-report.ts";
import { demand } from "./internal/demand.ts";
import {
  fillMarkdown,
  goneMarkdown,
  headMarkdown,
  segmentMarkdown,
  sizeMarkdown,
  stripMarkdown,
} from "./internal/markdown-sections.ts";
import type { ContextReport, MeasuredContextReport } from "./types.ts";
import type { RenderReportMarkdownOptions } from "./types-render.ts";

/**
 * The report as Markdown (with the tables of GitHub). Every name from outside stands in a code span
 * and can't end it: no name becomes a link, a tag, a heading or another cell.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @param options - See {@link RenderReportMarkdownOptions}.
 * @returns Lines, each ended by `\n`.
 * @throws ContextReportError `invalid_report`, `invalid_argument`, `invalid_option`
 *
 * @example
 * ```ts
 * const markdown = renderReportMarkdown(report, { all: true });
 * ```
 */
export function renderReportMarkdown(
  report: ContextReport,
  options: RenderReportMarkdownOptions = {},
): string {
  checkReport(report);
  const { all = false } = takeOptions(options, OPTIONS);
  demand(typeof all === "boolean", "all", all, "true or false");
  const body = report.mode === "off" ? [] : measured(report, all);
  return `${[...headMarkdown(report), ...body].join("\n")}\n`;
}

const OPTIONS: OptionNames<RenderReportMarkdownOptions> = { all: true };

function measured(report: MeasuredContextReport, all: boolean): string[] {
  return [
    ...sizeMarkdown(report),
    ...fillMarkdown(report),
    ...stripMarkdown(report),
    ...goneMarkdown(report),
    ...segmentMarkdown(report, all),
  ];
}
