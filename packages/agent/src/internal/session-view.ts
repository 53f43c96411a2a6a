import type { SessionHeaderRecord, SessionRecord } from "@alisio/transcripts/alisio-session";
import { Conversation } from "./conversation.ts";

/**
 * No session counts so far: an id above it was not counted, and counting on from it would soon end
 * where numbers are exact no more.
 */
export const MAX_EVENT_ID: number = 2 ** 48;

/** What a session's records come to: its conversations and values. Made by applying record after record. */
export class SessionView {
  readonly main: Conversation = new Conversation();
  /** Of subagents whose call has no result yet: of the others nobody needs them here. */
  readonly #runs = new Map<string, Conversation>();
  /** The run of each such call. */
  readonly #tasks = new Map<string, string>();
  readonly #state = new Map<string, unknown>();
  header: SessionHeaderRecord | undefined;
  /** Id of the last event. */
  lastEventId = 0;

  /** A subagent's conversation; made when it is first asked for. */
  run(name: string): Conversation {
    let conversation = this.#runs.get(name);
    if (!conversation) {
      conversation = new Conversation();
      this.#runs.set(name, conversation);
    }
    return conversation;
  }

  /** The conversation of the subagent that a call without a result has started. */
  taskOf(callId: string): Conversation | undefined {
    const run = this.#tasks.get(callId);
    return run === undefined ? undefined : this.run(run);
  }

  /** The value of a key as it was stored; `undefined` where there is none. */
  state(key: string): unknown {
    return this.#state.get(key);
  }

  apply(record: SessionRecord): void {
    switch (record.type) {
      case "session":
        this.header ??= record;
        break;
      case "state":
        if (record.value === null) this.#state.delete(record.key);
        else this.#state.set(record.key, record.value);
        break;
      case "run":
        this.#tasks.set(record.callId, record.run);
        break;
      case "message":
        this.#conversation(record.run).apply(record);
        if (record.run === undefined && record.message.role === "tool") {
          this.#endTask(record.message.callId);
        }
        break;
      case "event":
        if (record.id <= MAX_EVENT_ID) this.lastEventId = Math.max(this.lastEventId, record.id);
        this.#conversation(record.run).apply(record);
        break;
      default:
        this.#conversation(record.run).apply(record);
    }
  }

  #endTask(callId: string): void {
    const run = this.#tasks.get(callId);
    if (run === undefined) return;
    this.#tasks.delete(callId);
    this.#runs.delete(run);
  }

  #conversation(run: string | undefined): Conversation {
    return run === undefined ? this.main : this.run(run);
  }
}
