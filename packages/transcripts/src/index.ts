/**
 * Reads the sessions that coding agents leave on disk into one history. Takes texts, bytes or what
 * was parsed already; touches no file itself.
 *
 * @packageDocumentation
 */

export { contextAt } from "./context-at.ts";
export {
  createTranscriptReader,
  type ReadTranscriptOptions,
  type TranscriptReader,
} from "./create-transcript-reader.ts";
export { TranscriptsError, type TranscriptsErrorCode } from "./errors.ts";
export {
  findSharedMessages,
  type MessagePlace,
  type SharedMessage,
} from "./find-shared-messages.ts";
export { joinSubagents } from "./join-subagents.ts";
export { DEFAULT_MAX_DOCUMENT_LENGTH, DEFAULT_MAX_LINE_BYTES } from "./limits.ts";
export { readTranscript, readTranscriptStream, type TranscriptSource } from "./read-transcript.ts";
export type { SessionList, SessionSummary } from "./session-summary.ts";
export type {
  AgentElision,
  AgentName,
  CompactionPlace,
  FormatName,
  MessageOrigin,
  RequestUsage,
  StartedBy,
  StartedSubagent,
  TranscriptDiagnostic,
  TranscriptDiagnosticCode,
  TranscriptSession,
  TranscriptStream,
} from "./types.ts";
