import type { ContextReport } from "@alisio/context-report";
import type { SimulationReport } from "@alisio/governor/simulate";

/** What one request carried, for the chart. */
export interface RequestFigures {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly elided: number;
}

/** The page's view of a report, as markup. */
export function reportMarkup(report: ContextReport, requests: readonly RequestFigures[]): string;

/** The view of a simulation, as markup. */
export function simulationMarkup(report: SimulationReport): string;
