import type { SessionHeaderRecord, SessionRecord } from "@alisio/transcripts/alisio-session";
import { Conversation } from "./conversation.ts";

/** What a session's records come to: its conversations and values. Made by applying record after record. */
export class SessionView {
  readonly main: Conversation = new Conversation();
  readonly #runs = new Map<string, Conversation>();
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

  /** A subagent's run ended, or all did: their histories are in the file, and nobody needs them here. */
  forgetRun(name?: string): void {
    if (name === undefined) this.#runs.clear();
    else this.#runs.delete(name);
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
        break;
      case "event":
        this.lastEventId = Math.max(this.lastEventId, record.id);
        this.#conversation(record.run).apply(record);
        break;
      default:
        this.#conversation(record.run).apply(record);
    }
  }

  #conversation(run: string | undefined): Conversation {
    return run === undefined ? this.main : this.run(run);
  }
}
