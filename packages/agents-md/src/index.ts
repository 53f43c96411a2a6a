/**
 * Which instruction files apply to a path by the agents.md convention, and what a model gets of
 * them. Takes explicit paths and a reader; touches no file itself.
 *
 * @packageDocumentation
 */

export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_DIRECTORIES,
  MAX_FILE_BYTES,
  MAX_MAX_BYTES,
  MIN_MAX_BYTES,
} from "./constants.ts";
export { createInstructionTracker } from "./create-instruction-tracker.ts";
export { AgentsMdError, type AgentsMdErrorCode } from "./errors.ts";
export { escapePath } from "./escape-path.ts";
export { explainAll } from "./explain-all.ts";
export { explainPath } from "./explain-path.ts";
export type {
  DirectoryEntry,
  FileOutside,
  HashBytes,
  InstructionFileRead,
  InstructionReader,
  LocatedPath,
  NotRegularFile,
  ReadInstructionFile,
  ReadLimits,
} from "./reader-types.ts";
export { resolveInstructions } from "./resolve-instructions.ts";
export type {
  AttachedFile,
  CreateInstructionTrackerOptions,
  ForgetOptions,
  InstructionTracker,
  InstructionTrackerState,
  RetractedFile,
  SeenFile,
  StepOutcome,
  ToolCall,
  ToolCallOutcome,
  ToolEffect,
  TrackerSeeds,
} from "./tracker-types.ts";
export type {
  DirectoryExplanation,
  ExplainAllOptions,
  ExplainAllSettings,
  ExplainPathOptions,
  InstructionBudget,
  InstructionDelivery,
  InstructionDiagnostic,
  InstructionDiagnosticCode,
  InstructionFile,
  InstructionKind,
  InstructionScope,
  InstructionSettings,
  InstructionStatus,
  LostInstructionFile,
  PathExplanation,
  ResolvedFile,
  ResolvedInstructions,
  ResolveInstructionsOptions,
  WorkspaceExplanation,
  WorkspaceRoot,
} from "./types.ts";
