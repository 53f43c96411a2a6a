import { nameAt, objectAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { StartedBy } from "../../types.ts";
import { type OpencodeRecords, type OpencodeSession, parentIdOf } from "./records.ts";
import { SessionTeller } from "./tell-session.ts";

/**
 * Tells the builder of all sessions. A session whose parent is in the same source is a subagent of
 * it; the first other one is the main conversation.
 */
export function tellRecords(records: OpencodeRecords, session: SessionBuilder): void {
  const all = [...records.sessions.values()];
  const isChild = (one: OpencodeSession): boolean => records.sessions.has(parentIdOf(one) ?? "");
  const main = all.find((one) => !isChild(one) && one.messages.size > 0) ?? all[0];
  if (main === undefined) return;
  session.sessionId ??= main.id;
  const info = main.info ?? {};
  session.cwd ??= nameAt(info, "directory");
  session.title ??= nameAt(info, "title");
  session.agentVersion ??= nameAt(info, "version");
  const streamIdOf = (id: string): string => (id === main.id ? "main" : id);
  const starts = startsIn(records, streamIdOf);
  for (const one of all) {
    const isSubagent = one !== main && isChild(one);
    const stream = session.stream(streamIdOf(one.id), isSubagent ? "subagent" : "main");
    if (isSubagent) stream.startedBy ??= starts.get(one.id);
    new SessionTeller(session, stream).tell(one);
  }
}

/** Which call started which session: a call's state names the session that it started. */
function startsIn(
  records: OpencodeRecords,
  streamIdOf: (id: string) => string,
): ReadonlyMap<string, StartedBy> {
  const starts = new Map<string, StartedBy>();
  for (const session of records.sessions.values()) {
    for (const message of session.messages.values()) {
      for (const { value } of message.parts.values()) {
        const metadata = objectAt(objectAt(value, "state") ?? {}, "metadata") ?? {};
        const started = nameAt(metadata, "sessionId") ?? nameAt(metadata, "sessionID");
        const callId = nameAt(value, "callID");
        if (started === undefined || callId === undefined || starts.has(started)) continue;
        starts.set(started, { streamId: streamIdOf(session.id), callId });
      }
    }
  }
  return starts;
}
