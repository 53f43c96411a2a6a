import type { SimulationReport } from "@alisio/governor/simulate";
import { simulationMarkup } from "../../page/file/static.js";
import { demandArgument } from "../internal/arguments.ts";
import { renderDocument } from "./render-document.ts";

/**
 * A simulation as one HTML file: totals, agents, sessions and, where other settings were tried, what
 * each of them saves against what each would be billed. For a browser without a network; it holds
 * numbers, ids and paths, and no text of a session.
 *
 * @param report - A report; one from elsewhere is to be checked with `simulationReportSchema` first.
 * @returns The same text for the same report, ended by a line end.
 * @throws ServerError `invalid_argument` for what is no simulation report
 *
 * @example
 * ```ts
 * await writeFile("simulation.html", renderSimulationHtml(report));
 * ```
 */
export function renderSimulationHtml(report: SimulationReport): string {
  const isReport = (): boolean => report.schemaVersion === 1 && Array.isArray(report.sessions);
  demandArgument(isReport, "report", report, "what buildSimulationReport returned");
  const count = report.sessions.length;
  return renderDocument({
    title: "Simulation of the context governor",
    subtitle: count === 1 ? "1 session" : `${count} sessions`,
    markup: simulationMarkup(report),
  });
}
