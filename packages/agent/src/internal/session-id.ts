import { AgentError } from "../errors.ts";

/** No separator and no dot: an id can't name a file anywhere else. */
const SESSION_ID = /^[A-Za-z0-9-]{1,64}$/;

/** Whether a text can be the id of a session. */
export function isSessionId(id: unknown): id is string {
  return typeof id === "string" && SESSION_ID.test(id);
}

/** @throws AgentError `invalid_session_id` */
export function checkSessionId(id: string): string {
  if (isSessionId(id)) return id;
  throw new AgentError(
    "invalid_session_id",
    "A session's id is 1 to 64 letters, digits and hyphens; `alisio sessions list` shows those there are.",
  );
}
