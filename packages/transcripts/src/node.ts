/**
 * Sessions on disk: where the agents keep them, and how to read one.
 *
 * @packageDocumentation
 */

export {
  type ListSessionsOptions,
  listSessions,
  type SessionList,
} from "./internal/node-list-sessions.ts";
export { readTranscriptFile } from "./internal/node-read-transcript-file.ts";
export type { SessionSummary } from "./session-summary.ts";
