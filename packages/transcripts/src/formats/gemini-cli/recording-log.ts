import { jsonText } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { MessageOrigin } from "../../types.ts";
import type { GeminiMessage, GeminiResult } from "./message.ts";

/** What happened, in order, once later records have replaced earlier ones. */
export type LogEntry =
  | { readonly type: "message"; readonly message: GeminiMessage }
  | { readonly type: "elision"; readonly callIds: readonly string[]; readonly at: MessageOrigin }
  /** The context was replaced by these messages, in order. */
  | {
      readonly type: "compaction";
      readonly messages: readonly GeminiMessage[];
      readonly at: MessageOrigin;
    };

type Stored =
  | { readonly type: "message"; readonly id: string }
  | { readonly type: "skipped"; readonly id: string }
  | Exclude<LogEntry, { type: "message" }>;

/** Replays the records of a recording. */
export class RecordingLog {
  readonly #session: SessionBuilder;
  readonly #messages: Map<string, GeminiMessage> = new Map();
  #log: Stored[] = [];
  /** Ids that the next request would carry; those of messages that were taken back do not count. */
  #context: string[] = [];
  #rewound: { readonly line: number; count: number } | undefined;

  constructor(session: SessionBuilder) {
    this.#session = session;
  }

  /** A message, or a newer state of one: the last state counts, at the first one's place. */
  add(message: GeminiMessage): void {
    const known = this.#messages.get(message.id);
    this.#messages.set(
      message.id,
      known === undefined ? message : { ...message, line: known.line, index: known.index },
    );
    if (known !== undefined) return;
    this.#log.push({ type: "message", id: message.id });
    this.#context.push(message.id);
  }

  /** A record that is no message of the conversation; a rewind may name it all the same. */
  skip(id: string): void {
    this.#log.push({ type: "skipped", id });
  }

  /** Takes back a message and all after it; everything, when there is no such message. */
  rewindTo(id: string, line: number): void {
    const at = this.#log.findLastIndex((entry) => "id" in entry && entry.id === id);
    const removed = this.#log.splice(Math.max(0, at)).filter((entry) => entry.type === "message");
    for (const entry of removed) this.#messages.delete(entry.id);
    this.#rewound ??= { line, count: 0 };
    this.#rewound.count += removed.length;
  }

  /** The context as the agent now holds it: shortened, masked, or the same with new messages. */
  replace(messages: readonly GeminiMessage[], at: MessageOrigin): void {
    const masked = messages.flatMap((message) => this.#masked(message));
    const ids = new Set(messages.map((message) => message.id));
    const isShorter = this.#context.some((id) => this.#messages.has(id) && !ids.has(id));
    if (masked.length > 0) this.#log.push({ type: "elision", callIds: masked, at });
    if (isShorter) {
      const fresh = messages.map((message) => this.#messages.get(message.id) ?? message);
      for (const message of fresh) this.#messages.set(message.id, message);
      this.#log.push({ type: "compaction", messages: fresh, at });
      this.#context = [...ids];
      return;
    }
    for (const message of messages) if (!this.#messages.has(message.id)) this.add(message);
  }

  *entries(): Iterable<LogEntry> {
    if (this.#rewound !== undefined && this.#rewound.count > 0) {
      const { line, count } = this.#rewound;
      this.#session.diagnose(
        "branch.abandoned",
        "information",
        line,
        `${count} messages were rewound, here first; they do not count.`,
      );
    }
    for (const entry of this.#log) {
      if (entry.type === "compaction" || entry.type === "elision") yield entry;
      else if (entry.type === "message") {
        const message = this.#messages.get(entry.id);
        if (message !== undefined) yield { type: "message", message };
      }
    }
  }

  /** Calls whose result the agent replaced by something shorter. */
  #masked(message: GeminiMessage): readonly string[] {
    const known = this.#messages.get(message.id);
    if (known === undefined) return [];
    return message.calls.flatMap(({ call, result }) => {
      const before = known.calls.find((entry) => entry.call.id === call.id)?.result;
      return before !== undefined && result !== undefined && isMasked(before, result)
        ? [call.id]
        : [];
    });
  }
}

function isMasked(before: GeminiResult, after: GeminiResult): boolean {
  const was = lengthOf(before);
  return lengthOf(after) < was && jsonText(before.content) !== jsonText(after.content);
}

function lengthOf(result: GeminiResult): number {
  return typeof result.content === "string"
    ? result.content.length
    : jsonText(result.content).length;
}
