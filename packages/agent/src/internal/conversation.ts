import { segmentsOf } from "@alisio/governor";
import type { Message, ToolCall } from "@alisio/governor/message";
import type {
  SessionCompactionRecord,
  SessionEventRecord,
  SessionMessageRecord,
  SessionReductionRecord,
  SessionUsage,
} from "@alisio/transcripts/alisio-session";

/** One message of what the next request carries. */
export interface Entry {
  readonly message: Message;
  /** The agent put it in, not the user. */
  readonly isInjected: boolean;
  /** How many of the run's message records stand before it; -1 for a checkpoint. */
  readonly number: number;
  /** Estimate by chars/4. */
  readonly tokens: number;
  readonly usage?: SessionUsage;
}

/** The records of a run that change what its next request carries. */
export type ConversationRecord =
  | SessionMessageRecord
  | SessionCompactionRecord
  | SessionReductionRecord
  | SessionEventRecord;

/**
 * What the next request of one run carries without the governor. It is made from the run's records
 * alone, one after another, whether they are read from the file or were written just now: so a
 * session that is opened again goes on with what it had.
 */
export class Conversation {
  #entries: Entry[] = [];
  #records = 0;
  #answers = 0;
  #tokens = 0;
  #revision = 0;
  #history: readonly Message[] | undefined;
  readonly #callIds = new Set<string>();
  readonly #tokensBefore: (number | undefined)[] = [];
  #lastFinish: string | undefined;
  #prompt: { readonly text: string; readonly number: number } | undefined;

  get entries(): readonly Entry[] {
    return this.#entries;
  }
  /** Message records so far, those that compactions replaced included. */
  get records(): number {
    return this.#records;
  }
  /** Whole answers of the model so far. */
  get answers(): number {
    return this.#answers;
  }
  /** Estimate of all entries. */
  get tokens(): number {
    return this.#tokens;
  }
  /** Grows whenever what was there is rewritten. */
  get revision(): number {
    return this.#revision;
  }
  /** The estimates that compactions recorded, in order. */
  get compactions(): readonly (number | undefined)[] {
    return this.#tokensBefore;
  }
  /** Why the last answer ended; `undefined` when that was not written any more. */
  get lastFinish(): string | undefined {
    return this.#lastFinish;
  }
  /** What is being worked on, and its number; it is known after a compaction replaced it, too. */
  get prompt(): { readonly text: string; readonly number: number } | undefined {
    return this.#prompt;
  }
  /** The messages; an array that is never changed. */
  get history(): readonly Message[] {
    this.#history ??= this.#entries.map(({ message }) => message);
    return this.#history;
  }

  /** Whether a call of this id was ever stored. */
  hasCall(id: string): boolean {
    return this.#callIds.has(id);
  }

  /** Calls of the last answer that no result followed. */
  unansweredCalls(): readonly ToolCall[] {
    const at = this.#entries.findLastIndex(({ message }) => message.role === "assistant");
    const answer = this.#entries[at]?.message;
    if (answer?.role !== "assistant") return [];
    const answered = new Set<string>();
    for (const { message } of this.#entries.slice(at + 1)) {
      if (message.role === "tool") answered.add(message.callId);
    }
    return (answer.calls ?? []).filter(({ id }) => !answered.has(id));
  }

  apply(record: ConversationRecord): void {
    if (record.type === "message") this.#add(record);
    else if (record.type === "compaction") this.#compact(record);
    else if (record.type === "reduction") this.#reduce(record);
    else if (record.event.type === "assistant.message") {
      const { finishReason } = record.event;
      this.#lastFinish = typeof finishReason === "string" ? finishReason : undefined;
    }
  }

  #add(record: SessionMessageRecord & { readonly partial?: unknown }): void {
    const { message, injected, usage, partial } = record;
    if (message.role === "assistant") {
      if (partial !== true) this.#answers += 1;
      this.#lastFinish = undefined;
      for (const { id } of message.calls ?? []) this.#callIds.add(id);
    }
    const isInjected = injected === true;
    // A subagent's prompt is put in by the agent, as its first message.
    if (message.role === "user" && !(isInjected && this.#prompt)) {
      this.#prompt = { text: message.text, number: this.#records };
    }
    const entry = { message, isInjected, number: this.#records, tokens: tokensOf(message) };
    this.#records += 1;
    this.#entries.push(usage ? { ...entry, usage } : entry);
    this.#tokens += entry.tokens;
    this.#history = undefined;
  }

  #compact({ firstKept, checkpoint, tokensBefore }: SessionCompactionRecord): void {
    const isKept = ({ number }: Entry): boolean => number >= firstKept;
    const message: Message = { role: "user", kind: "checkpoint", text: checkpoint };
    this.#rewrite([
      ...this.#entries.filter((entry) => entry.message.role === "system" && !isKept(entry)),
      { message, isInjected: false, number: -1, tokens: tokensOf(message) },
      ...this.#entries.filter(isKept),
    ]);
    this.#tokensBefore.push(tokensBefore);
  }

  #reduce({ callId, content }: SessionReductionRecord): void {
    const at = this.#entries.findLastIndex(
      ({ message }) => message.role === "tool" && message.callId === callId,
    );
    const entry = this.#entries[at];
    if (entry?.message.role !== "tool") return;
    const message = { ...entry.message, content };
    this.#rewrite(this.#entries.with(at, { ...entry, message, tokens: tokensOf(message) }));
  }

  #rewrite(entries: Entry[]): void {
    this.#entries = entries;
    this.#tokens = entries.reduce((sum, { tokens }) => sum + tokens, 0);
    this.#revision += 1;
    this.#history = undefined;
  }
}

/** Estimate of one message: chars/4, rounded up, per text. */
export function tokensOf(message: Message): number {
  return segmentsOf([message]).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Estimate of a text that is no message. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
