/**
 * Decides which tool results of an agent's history are redundant, and projects the history so that
 * those results travel as one-line stubs. Pure code: no file system, clock, randomness or network.
 *
 * @packageDocumentation
 */

export { createProjector } from "./create-projector.ts";
export { GovernorError, type GovernorErrorCode } from "./errors.ts";
export type {
  AssistantMessage,
  Message,
  OtherPart,
  Part,
  SystemMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "./message.ts";
export { projectHistory } from "./project-history.ts";
export {
  CURRENT_POLICY_VERSION,
  DEFAULT_EPOCH_MESSAGES,
  DEFAULT_MIN_AGE_TURNS,
  DEFAULT_MODE,
  resolveSettings,
} from "./resolve-settings.ts";
export { segmentsOf } from "./segments-of.ts";
export type {
  BackgroundObservation,
  ChangeObservation,
  ContextGovernedEvent,
  Elision,
  ElisionReason,
  EventUsage,
  GovernorMode,
  GovernorSettings,
  Observation,
  ObservedResult,
  PathsObservation,
  Projection,
  Projector,
  ReadObservation,
  ResolvedSettings,
  SearchObservation,
  Segment,
  SegmentKind,
  ToolProfile,
  ToolUsage,
  Totals,
  UnattributableUsage,
  UsageSummary,
  ViewOptions,
} from "./types.ts";
