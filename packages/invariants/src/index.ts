/**
 * Keeps what a compaction must not lose outside the summary: the user's exact rules, the goal, the
 * approved plan, the acceptance criteria and the active grants. Pure code without dependencies.
 *
 * @packageDocumentation
 */

export { acceptQuotes } from "./accept-quotes.ts";
export { InvariantsError, type InvariantsErrorCode } from "./errors.ts";
export {
  DEFAULT_MAINTAINER,
  DEFAULT_MAX_CHARS,
  DEFAULT_SETTING_NAME,
  MAX_INSTRUCTION_CHARS,
  MAX_INSTRUCTIONS,
} from "./limits.ts";
export { readStoredInvariants } from "./read-stored-invariants.ts";
export { renderInvariants } from "./render-invariants.ts";
export { summariserFragment } from "./summariser-fragment.ts";
export type {
  AcceptedQuotes,
  CriterionSource,
  GoalSource,
  GrantSources,
  InvariantCounts,
  InvariantDiagnostic,
  InvariantDiagnosticCode,
  InvariantKind,
  InvariantSources,
  InvariantsMode,
  InvariantsSettings,
  PlanSource,
  Refusal,
  RefusalReason,
  RenderedInvariants,
  SourceMessage,
  StoredInvariants,
  StoredReading,
} from "./types.ts";
