import { type JsonObject, nameAt, objectAt } from "../../internal/json.ts";

/** A part as its last record left it. */
export interface OpencodePart {
  readonly id: string;
  value: JsonObject;
  line: number;
}

/** A message and its parts; `information` is missing when only parts of it were recorded. */
export interface OpencodeMessage {
  readonly id: string;
  readonly line: number;
  /** Position in the document's list, for formats that have one. */
  readonly index: number | undefined;
  info: JsonObject | undefined;
  readonly parts: Map<string, OpencodePart>;
}

/** A session and its messages in order. */
export interface OpencodeSession {
  readonly id: string;
  info: JsonObject | undefined;
  line: number;
  readonly messages: Map<string, OpencodeMessage>;
}

/**
 * What opencode's formats have in common: sessions, messages and parts, each known by its id. A
 * record of a known id replaces what was there: the last state counts.
 */
export class OpencodeRecords {
  readonly sessions: Map<string, OpencodeSession> = new Map();
  /** Which session a message belongs to, for records that name the message alone. */
  readonly #sessionOf = new Map<string, OpencodeSession>();

  session(info: JsonObject, line: number): void {
    const id = nameAt(info, "id");
    if (id === undefined) return;
    const session = this.#session(id, line);
    session.info = info;
  }

  /** A message's info; `false` when it names no message or session. */
  message(info: JsonObject, line: number, index?: number): boolean {
    const id = nameAt(info, "id");
    const sessionId = nameAt(info, "sessionID");
    if (id === undefined || sessionId === undefined) return false;
    this.#message(this.#session(sessionId, line), id, line, index).info = info;
    return true;
  }

  /** A part; `false` when it names no message or session. */
  part(value: JsonObject, line: number, index?: number): boolean {
    const messageId = nameAt(value, "messageID");
    const sessionId = nameAt(value, "sessionID");
    const id = nameAt(value, "id");
    if (messageId === undefined || id === undefined) return false;
    const session =
      sessionId === undefined ? this.#sessionOf.get(messageId) : this.#session(sessionId, line);
    if (session === undefined) return false;
    const { parts } = this.#message(session, messageId, line, index);
    const known = parts.get(id);
    if (known === undefined) parts.set(id, { id, value, line });
    else {
      known.value = value;
      known.line = line;
    }
    return true;
  }

  /** A piece of text that a part grew by. */
  delta(properties: JsonObject): void {
    const part = this.#partOf(properties);
    const { field, delta } = properties;
    if (part === undefined || typeof field !== "string" || typeof delta !== "string") return;
    const before = part.value[field];
    if (field !== "text" || (before !== undefined && typeof before !== "string")) return;
    part.value = { ...part.value, text: (before ?? "") + delta };
  }

  /** Removes a message. Whether there was one. */
  removeMessage(messageId: string): boolean {
    const session = this.#sessionOf.get(messageId);
    this.#sessionOf.delete(messageId);
    return session?.messages.delete(messageId) ?? false;
  }

  removePart(properties: JsonObject): void {
    const part = this.#partOf(properties);
    const messageId = nameAt(properties, "messageID") ?? "";
    if (part) this.#sessionOf.get(messageId)?.messages.get(messageId)?.parts.delete(part.id);
  }

  #partOf(properties: JsonObject): OpencodePart | undefined {
    const messageId = nameAt(properties, "messageID");
    const partId = nameAt(properties, "partID");
    if (messageId === undefined || partId === undefined) return undefined;
    return this.#sessionOf.get(messageId)?.messages.get(messageId)?.parts.get(partId);
  }

  #session(id: string, line: number): OpencodeSession {
    const known = this.sessions.get(id);
    if (known) return known;
    const made: OpencodeSession = { id, info: undefined, line, messages: new Map() };
    this.sessions.set(id, made);
    return made;
  }

  #message(
    session: OpencodeSession,
    id: string,
    line: number,
    index: number | undefined,
  ): OpencodeMessage {
    const known = session.messages.get(id);
    if (known) return known;
    const made: OpencodeMessage = { id, line, index, info: undefined, parts: new Map() };
    session.messages.set(id, made);
    this.#sessionOf.set(id, session);
    return made;
  }
}

/** The id of the session that another one started, or `undefined`. */
export function parentIdOf(session: OpencodeSession): string | undefined {
  return session.info && nameAt(session.info, "parentID");
}

/** The messages that the user took back: from this one on. */
export function revertedFrom(session: OpencodeSession): string | undefined {
  const revert = session.info && objectAt(session.info, "revert");
  return revert && nameAt(revert, "messageID");
}
