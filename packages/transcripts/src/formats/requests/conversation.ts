import type { MessageOrigin, RequestUsage } from "../../types.ts";
import { hasSameContent, type Item, keyOf, type PlacedItem } from "./items.ts";

/** A message of the log, and later the handle by which a stream knows it. */
export interface LoggedItem {
  readonly item: Item;
  /** See {@link keyOf}. */
  readonly key: string;
  readonly at: MessageOrigin;
  handle: number | undefined;
  usage: Omit<RequestUsage, "position"> | undefined;
  /** Taken from an answer, and not yet said again by a request, which then counts. */
  isAnswer: boolean;
}

/** What happened in a conversation, in order. */
export type LogEntry =
  | { readonly type: "item"; readonly logged: LoggedItem }
  | {
      readonly type: "compaction";
      readonly context: readonly LoggedItem[];
      readonly added: ReadonlySet<LoggedItem>;
      readonly at: MessageOrigin;
    }
  | { readonly type: "elision"; readonly callIds: readonly string[]; readonly at: MessageOrigin };

/** How a request continues a conversation. */
export type Continuation = "extends" | "repeats" | "rewinds" | "compacts" | "differs";

/**
 * One conversation of a request log: each request carries all that was said before, so that only
 * what is new in it is kept.
 */
export class Conversation {
  instructions: { readonly text: string; readonly at: MessageOrigin } | undefined;
  readonly log: LogEntry[] = [];
  requests = 0;
  /** How many messages requests took back. */
  takenBack = 0;
  /** What the newest request carried. */
  #current: LoggedItem[] = [];
  readonly #callIds = new Set<string>();
  readonly #elided = new Set<string>();

  /** How many messages are in the log. */
  get length(): number {
    return this.log.reduce((sum, entry) => sum + (entry.type === "item" ? 1 : 0), 0);
  }

  get first(): Item | undefined {
    return this.#current[0]?.item;
  }

  /** How a request with these items would continue this conversation. */
  continuation(items: readonly PlacedItem[]): Continuation {
    const shared = this.sharedLength(items);
    if (shared === this.#current.length) return "extends";
    if (shared === items.length) return "repeats";
    const rest = items.slice(shared);
    if (rest.some(({ item }) => item.kind === "result" && this.#callIds.has(item.callId))) {
      return "compacts";
    }
    return shared > 0 ? "rewinds" : "differs";
  }

  /** How many items at the front are the same as in the newest request. */
  sharedLength(items: readonly PlacedItem[]): number {
    let shared = 0;
    for (const { key } of this.#current) {
      const other = items[shared]?.item;
      if (other === undefined || key !== keyOf(other)) break;
      shared += 1;
    }
    return shared;
  }

  /** Takes in a request. */
  add(items: readonly PlacedItem[], at: MessageOrigin): void {
    this.requests += 1;
    const continuation = this.continuation(items);
    const shared = this.sharedLength(items);
    this.#elide(items.slice(0, shared), at);
    for (const entry of this.#current.slice(0, shared)) entry.isAnswer = false;
    if (continuation === "repeats") return;
    if (continuation === "compacts") {
      this.#compact(items, at);
      return;
    }
    const usage = this.#takeBack(shared);
    for (const [index, placed] of items.slice(shared).entries()) {
      const entry = logged(placed, at);
      if (index === 0 && placed.item.kind === "assistant") entry.usage = usage;
      this.#append(entry);
    }
  }

  /** Adds what the provider answered to the request that was just added. */
  answer(item: Item | undefined, usage: LoggedItem["usage"], at: MessageOrigin): void {
    const last = this.#current.at(-1);
    if (last?.isAnswer === true) this.#takeBack(this.#current.length - 1);
    if (item === undefined) return;
    this.#append({ item, key: keyOf(item), at, handle: undefined, usage, isAnswer: true });
  }

  #append(entry: LoggedItem): void {
    this.log.push({ type: "item", logged: entry });
    this.#current.push(entry);
    if (entry.item.kind === "result") this.#callIds.add(entry.item.callId);
  }

  /** An old result whose text changed was shortened by the agent: the log keeps it whole. */
  #elide(items: readonly PlacedItem[], at: MessageOrigin): void {
    const callIds: string[] = [];
    for (const [index, { item }] of items.entries()) {
      const known = this.#current[index]?.item;
      if (item.kind !== "result" || known === undefined || hasSameContent(known, item)) continue;
      if (!this.#elided.has(item.callId)) callIds.push(item.callId);
      this.#elided.add(item.callId);
    }
    if (callIds.length > 0) this.log.push({ type: "elision", callIds, at });
  }

  /**
   * Removes what the request at hand no longer carries. An answer that it says in other words is
   * not taken back; its usage is returned.
   */
  #takeBack(length: number): LoggedItem["usage"] {
    if (length >= this.#current.length) return undefined;
    const gone = new Set(this.#current.splice(length));
    let answer: LoggedItem | undefined;
    for (const entry of gone) {
      if (entry.isAnswer) answer = entry;
      else this.takenBack += 1;
    }
    let kept = 0;
    for (const entry of this.log) {
      if (entry.type === "item" && gone.has(entry.logged)) continue;
      this.log[kept] = entry;
      kept += 1;
    }
    this.log.length = kept;
    return answer?.usage;
  }

  /** Older messages were replaced: what is still there by name stays, the rest is new. */
  #compact(items: readonly PlacedItem[], at: MessageOrigin): void {
    const old = new Remaining(this.#current);
    const entries: LoggedItem[] = [];
    const added = new Set<LoggedItem>();
    // What follows the last message that stayed came after the compaction.
    let length = 0;
    for (const placed of items) {
      const known = old.take(keyOf(placed.item));
      if (known === undefined && (placed.item.kind === "result" || hasCalls(placed.item))) break;
      const entry = known ?? logged(placed, at);
      entries.push(entry);
      if (known === undefined) added.add(entry);
      else length = entries.length;
    }
    const context = entries.slice(0, length);
    this.log.push({ type: "compaction", context, added, at });
    this.#current = context;
    for (const placed of items.slice(length)) this.#append(logged(placed, at));
  }
}

/** Items of the request before, each to be found once and only forwards. */
class Remaining {
  readonly #items: readonly LoggedItem[];
  readonly #positions = new Map<string, { readonly list: number[]; next: number }>();
  #from = 0;

  constructor(items: readonly LoggedItem[]) {
    this.#items = [...items];
    for (const [position, { key }] of this.#items.entries()) {
      const known = this.#positions.get(key);
      if (known) known.list.push(position);
      else this.#positions.set(key, { list: [position], next: 0 });
    }
  }

  /** The next item of this key, or `undefined`. */
  take(key: string): LoggedItem | undefined {
    const places = this.#positions.get(key);
    if (places === undefined) return undefined;
    while ((places.list[places.next] ?? this.#from) < this.#from) places.next += 1;
    const position = places.list[places.next];
    if (position === undefined) return undefined;
    this.#from = position + 1;
    return this.#items[position];
  }
}

function logged({ item, index, line }: PlacedItem, at: MessageOrigin): LoggedItem {
  const nonTextParts = "nonTextParts" in item ? item.nonTextParts : 0;
  return {
    item,
    key: keyOf(item),
    at: {
      ...at,
      ...(line === undefined ? { index } : { line }),
      ...(nonTextParts > 0 ? { nonTextParts } : {}),
    },
    handle: undefined,
    usage: undefined,
    isAnswer: false,
  };
}

function hasCalls(item: Item): boolean {
  return item.kind === "assistant" && item.calls.length > 0;
}
