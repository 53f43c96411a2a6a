export { contextAt } from "./context-at.ts";
export {
  createTranscriptReader,
  type ReadTranscriptOptions,
  type TranscriptReader,
} from "./create-transcript-reader.ts";
export { TranscriptError, type TranscriptErrorCode } from "./errors.ts";
export { DEFAULT_MAX_DOCUMENT_LENGTH, DEFAULT_MAX_LINE_BYTES } from "./limits.ts";
export { readTranscript, readTranscriptStream, type TranscriptSource } from "./read-transcript.ts";
export type { SessionSummary } from "./session-summary.ts";
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
  TranscriptSession,
  TranscriptStream,
} from "./types.ts";
