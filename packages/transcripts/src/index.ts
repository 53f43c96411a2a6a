export { contextAt } from "./context-at.ts";
export {
  createTranscriptReader,
  type ReadTranscriptOptions,
  type TranscriptReader,
} from "./create-transcript-reader.ts";
export { TranscriptError, type TranscriptErrorCode } from "./errors.ts";
export {
  findSharedMessages,
  type MessagePlace,
  type SharedMessage,
} from "./find-shared-messages.ts";
export { joinSubagents } from "./join-subagents.ts";
export { DEFAULT_MAX_DOCUMENT_LENGTH, DEFAULT_MAX_LINE_BYTES } from "./limits.ts";
export { readTranscript, readTranscriptStream, type TranscriptSource } from "./read-transcript.ts";
export { SESSION_LIST_VERSION, type SessionList, type SessionSummary } from "./session-summary.ts";
export type {
  AgentElision,
  AgentName,
  CompactionPlace,
  Diagnostic,
  DiagnosticCode,
  FormatName,
  MessageOrigin,
  RequestUsage,
  StartedBy,
  StartedSubagent,
  TranscriptSession,
  TranscriptStream,
} from "./types.ts";
