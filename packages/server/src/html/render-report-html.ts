import { type ContextReport, reportEntityTag } from "@alisio/context-report";
import { type RequestFigures, reportMarkup } from "../../page/file/static.js";
import { takeOptions } from "../internal/arguments.ts";
import { neutral } from "../internal/neutral.ts";
import { renderDocument } from "./render-document.ts";

/** What else a file shows. */
export interface HtmlReportOptions {
  /**
   * The requests of the session's main run in their order, from its `context_governed` events, for
   * the chart; none by default: then there is no chart of them.
   */
  readonly requests?: readonly RequestFigures[];
}

/**
 * The report as one HTML file: the view of the page with its charts, for a browser without a
 * network. It holds what the report holds: ids, counts, paths and tool names, and no text.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @returns The same text for the same report, ended by a line end.
 * @throws ContextReportError `invalid_report`
 * @throws ServerError `invalid_argument`, `invalid_option`
 *
 * @example
 * ```ts
 * await writeFile("report.html", renderReportHtml(report));
 * ```
 */
export function renderReportHtml(report: ContextReport, options: HtmlReportOptions = {}): string {
  // Refuses what is no report, with the error that every rendering has for it.
  reportEntityTag(report);
  const { requests = [] } = takeOptions(options, { requests: true });
  return renderDocument({
    title: "Context report",
    subtitle: `Session ${neutral(report.session)}`,
    markup: reportMarkup(report, requests),
  });
}
