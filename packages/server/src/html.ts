/**
 * Reports as self-contained HTML files: the page's own views with their charts in one file that can
 * be sent to a colleague. No text of a session, no network.
 *
 * @packageDocumentation
 */

export type { RequestFigures } from "../page/file/static.js";
export { type HtmlReportOptions, renderReportHtml } from "./html/render-report-html.ts";
export { renderSimulationHtml } from "./html/render-simulation-html.ts";
