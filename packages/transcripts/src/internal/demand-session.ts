import type { TranscriptSession, TranscriptStream } from "../types.ts";
import { demandArgument } from "./arguments.ts";

/** @throws TranscriptsError `invalid_argument` for what is no session, or can't be read */
export function demandSession(session: TranscriptSession, name = "session"): void {
  demandArgument(() => isSession(session), name, session, "a session that was read");
}

/** @throws TranscriptsError `invalid_argument` for what is no list of sessions */
export function demandSessions(sessions: readonly TranscriptSession[], name: string): void {
  const isSound = (): boolean => Array.isArray(sessions) && sessions.every(isSession);
  demandArgument(isSound, name, sessions, "a list of sessions that were read");
}

/** @throws TranscriptsError `invalid_argument` for what is no stream of a session */
export function demandStream(stream: TranscriptStream): void {
  demandArgument(() => isStream(stream), "stream", stream, "a stream of a session that was read");
}

// Only what every function leans on: hosts pass sessions that they keep and make themselves.
function isSession({ streams, startedSubagents, models, diagnostics }: TranscriptSession): boolean {
  return (
    [streams, startedSubagents, models, diagnostics].every((list) => Array.isArray(list)) &&
    streams.every(isStream)
  );
}

function isStream({
  history,
  origins,
  compactions,
  usage,
  agentElisions,
}: TranscriptStream): boolean {
  return [history, origins, compactions, usage, agentElisions].every((list) => Array.isArray(list));
}
