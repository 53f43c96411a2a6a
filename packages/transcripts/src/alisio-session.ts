/**
 * Alisio's own session format: one JSON object a line, a header first, then messages, events,
 * compactions and state. The reference agent writes it by {@link encodeSessionRecord}, and
 * `readTranscript` of `@alisio/transcripts` reads it like any other agent's session. The zod
 * schema is `sessionRecordSchema` of `@alisio/transcripts/schemas`.
 *
 * @packageDocumentation
 */
export { type DecodedSession, decodeSession, type TornLine } from "./alisio/decode-session.ts";
export {
  type DecodedSessionRecord,
  decodeSessionRecord,
} from "./alisio/decode-session-record.ts";
export { encodeSessionRecord } from "./alisio/encode-session-record.ts";
export { sessionContext } from "./alisio/session-context.ts";
export {
  ALISIO_SESSION_FORMAT,
  ALISIO_SESSION_VERSION,
  FORBIDDEN_STATE_KEYS,
  type SessionCompactionRecord,
  type SessionEventRecord,
  type SessionHeaderRecord,
  type SessionMessageRecord,
  type SessionProblem,
  type SessionRecord,
  type SessionReductionRecord,
  type SessionRunRecord,
  type SessionStateRecord,
  type SessionUsage,
} from "./alisio/session-types.ts";
