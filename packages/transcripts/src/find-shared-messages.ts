import type { Message } from "@alisio/governor/message";
import { demandSessions } from "./internal/demand-session.ts";
import type { AgentName, TranscriptSession, TranscriptStream } from "./types.ts";

/** Where a message stands. */
export interface MessagePlace {
  /** Index in the list of sessions. */
  readonly sessionIndex: number;
  readonly streamId: string;
  /** Index in the stream's history. */
  readonly position: number;
}

/** A message that an earlier session of the list holds already. */
export interface SharedMessage extends MessagePlace {
  /** Where it stands first. */
  readonly first: MessagePlace;
}

/** Agents whose call ids are made here, by counting: they say nothing across files. */
const COUNTED_IDS: ReadonlySet<AgentName | undefined> = new Set<AgentName | undefined>([
  "swe-agent",
  "mini-swe-agent",
  "openhands",
  "trae-agent",
]);

/**
 * Finds messages that stand in more than one session: a fork or a resumed session repeats the
 * records of the one that it came from. They are recognised by the ids that the agent gave to
 * records and calls. A message without an id counts as shared when it has the same text and role,
 * beside one that is shared.
 *
 * @example
 * ```ts
 * const shared = findSharedMessages([original, fork]);
 * console.log(`${shared.length} messages of the fork are copies`);
 * ```
 *
 * @throws TranscriptsError `invalid_argument`.
 */
export function findSharedMessages(
  sessions: readonly TranscriptSession[],
): readonly SharedMessage[] {
  demandSessions(sessions, "sessions");
  const known = new Map<string, MessagePlace>();
  const shared: SharedMessage[] = [];
  sessions.forEach((session, sessionIndex) => {
    for (const stream of session.streams) {
      const first = firstPlaces(session, stream, known, sessionIndex);
      spread(stream, first, sessions);
      first.forEach((place, position) => {
        if (place !== undefined)
          shared.push({ sessionIndex, streamId: stream.id, position, first: place });
      });
    }
    for (const stream of session.streams) {
      stream.history.forEach((_, position) => {
        for (const key of keysOf(session, stream, position)) {
          if (!known.has(key)) known.set(key, { sessionIndex, streamId: stream.id, position });
        }
      });
    }
  });
  return shared;
}

/** The earlier place of every message of a stream that has one, by ids alone. */
function firstPlaces(
  session: TranscriptSession,
  stream: TranscriptStream,
  known: ReadonlyMap<string, MessagePlace>,
  sessionIndex: number,
): (MessagePlace | undefined)[] {
  return stream.history.map((_, position) => {
    for (const key of keysOf(session, stream, position)) {
      const place = known.get(key);
      if (place !== undefined && place.sessionIndex < sessionIndex) return place;
    }
    return undefined;
  });
}

function keysOf(
  session: TranscriptSession,
  stream: TranscriptStream,
  position: number,
): readonly string[] {
  const message = stream.history[position];
  const origin = stream.origins[position];
  if (message === undefined) return [];
  const callIds = message.role === "tool" ? [message.callId] : (callsOf(message) ?? []);
  const keys: string[] = [];
  const of = `${session.agent ?? session.format}\n${message.role}\n`;
  if (origin?.id !== undefined)
    keys.push(`${of}${callIds.length === 1 ? callIds[0] : ""}\n${origin.id}`);
  if (!COUNTED_IDS.has(session.agent))
    for (const callId of callIds) keys.push(`${of}call\n${callId}`);
  return keys;
}

function callsOf(message: Message): readonly string[] | undefined {
  return message.role === "assistant" ? message.calls?.map((call) => call.id) : undefined;
}

/** Messages without an id are shared where their neighbour is, and are the same there. */
function spread(
  stream: TranscriptStream,
  first: (MessagePlace | undefined)[],
  sessions: readonly TranscriptSession[],
): void {
  for (const step of [1, -1]) {
    const from = step === 1 ? 0 : first.length - 1;
    for (let position = from; position >= 0 && position < first.length; position += step) {
      const beside = first[position - step];
      if (
        first[position] !== undefined ||
        beside === undefined ||
        stream.origins[position]?.id !== undefined
      )
        continue;
      const place = { ...beside, position: beside.position + step };
      const there = sessions[place.sessionIndex]?.streams.find(({ id }) => id === place.streamId);
      if (isSame(stream.history[position], there?.history[place.position])) first[position] = place;
    }
  }
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  if (a === undefined || b === undefined || a.role !== b.role) return false;
  if (a.role === "tool" || b.role === "tool") return false;
  return a.text === b.text;
}
