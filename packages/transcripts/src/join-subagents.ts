import { demandSession, demandSessions } from "./internal/demand-session.ts";
import type { TranscriptSession, TranscriptStream } from "./types.ts";

/**
 * Puts the conversations of subagents, which newer agents write to files of their own, into the
 * session that started them: each becomes a stream with the call that started it. Sessions that it
 * did not start are left out, and so are conversations that it holds already.
 *
 * @example
 * ```ts
 * const whole = joinSubagents(session, others);
 * for (const { id, startedBy } of whole.streams) console.log(id, startedBy?.callId);
 * ```
 *
 * @throws TranscriptsError `invalid_argument`.
 */
export function joinSubagents(
  session: TranscriptSession,
  others: readonly TranscriptSession[],
): TranscriptSession {
  demandSession(session);
  demandSessions(others, "others");
  const startedBy = new Map(
    session.startedSubagents.map((entry) => [entry.subagentId, entry.startedBy]),
  );
  const held = new Set(session.streams.map((stream) => stream.id));
  const joined: TranscriptStream[] = [];
  const from = new Set<TranscriptSession>();
  let isGrowing = true;
  // A subagent may have started others, whose files may stand before its own.
  while (isGrowing) {
    isGrowing = false;
    for (const other of others) {
      if (other === session || other.agent !== session.agent || from.has(other)) continue;
      const known = other.streams.filter(
        (stream) => stream.kind === "subagent" && startOf(stream, other, startedBy),
      );
      if (known.length === 0) continue;
      from.add(other);
      isGrowing = true;
      for (const stream of known) {
        const start = startOf(stream, other, startedBy);
        if (held.has(stream.id) || start === undefined) continue;
        held.add(stream.id);
        joined.push({ ...stream, startedBy: start });
      }
      for (const entry of other.startedSubagents) {
        if (!startedBy.has(entry.subagentId)) startedBy.set(entry.subagentId, entry.startedBy);
      }
    }
  }
  const used = [...from];
  return {
    ...session,
    models: [...new Set([session, ...used].flatMap(({ models }) => models))],
    streams: [...session.streams, ...joined],
    diagnostics: [session, ...used].flatMap(({ diagnostics }) => diagnostics),
  };
}

function startOf(
  stream: TranscriptStream,
  session: TranscriptSession,
  startedBy: ReadonlyMap<string, NonNullable<TranscriptStream["startedBy"]>>,
): TranscriptStream["startedBy"] {
  const known = startedBy.get(stream.id);
  if (known !== undefined) return known;
  return session.sessionId === undefined ? undefined : startedBy.get(session.sessionId);
}
