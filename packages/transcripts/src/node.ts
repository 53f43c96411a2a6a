/**
 * Sessions on disk: where the agents keep them, and how to read one.
 *
 * @packageDocumentation
 */

export { TranscriptsError, type TranscriptsErrorCode } from "./errors.ts";
export { type ListSessionsOptions, listSessions } from "./internal/node-list-sessions.ts";
export {
  type ReadSubagentFilesOptions,
  readSubagentFiles,
} from "./internal/node-read-subagent-files.ts";
export { readTranscriptFile } from "./internal/node-read-transcript-file.ts";
export type { SessionList, SessionSummary } from "./session-summary.ts";
