/**
 * Replays recorded conversations request by request, without the governor and with it: what it would
 * have saved, what that would have cost, and what it would have taken away too early.
 *
 * @packageDocumentation
 */

export { buildSimulationReport, type SimulationParts } from "./simulate/build-simulation-report.ts";
export { quotedByOf } from "./simulate/quoted-by.ts";
export { type RecordedStream, type RequestsOptions, requestsOf } from "./simulate/requests-of.ts";
export {
  DEFAULT_APPLY,
  DEFAULT_COLD_AFTER_MS,
  DEFAULT_MIN_CACHE_TOKENS,
  DEFAULT_PRICE_CACHE_WRITE,
  DEFAULT_PRICE_CACHED,
  DEFAULT_PRICE_INPUT,
  resolveSimulationSettings,
} from "./simulate/resolve-simulation-settings.ts";
export { simulateStream } from "./simulate/simulate-stream.ts";
export type {
  Apply,
  QuotedBy,
  ReportedSettings,
  ResolvedSimulationSettings,
  SimulatedAgent,
  SimulatedSession,
  SimulatedStream,
  SimulationCompaction,
  SimulationFigures,
  SimulationReport,
  SimulationRequest,
  SimulationSettings,
  SimulationStream,
  SweepRow,
  WithheldResult,
} from "./simulate/types.ts";
