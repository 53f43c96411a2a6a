/**
 * Sessions of the agent, for whoever shows them: also while another process works on them.
 *
 * @packageDocumentation
 */

export { createSessionReader, type SessionReaderOptions } from "./create-session-reader.ts";
export { AgentError, type AgentErrorCode } from "./errors.ts";
export type { SessionReader, SessionReportOptions } from "./types-session-reader.ts";
