import type { Message, ToolCall } from "@alisio/governor/message";
import type {
  AgentElision,
  CompactionPlace,
  MessageOrigin,
  RequestUsage,
  StartedBy,
  TranscriptStream,
} from "../types.ts";
import type { SessionBuilder } from "./session-builder.ts";

/** A message that was added, to be named again in a compaction or a rewind. */
export type Handle = number;

/** One piece of a model's response; pieces with equal `key` are one assistant message. */
export interface AssistantPiece {
  /** The agent's id of the response; without one every piece is a response of its own. */
  readonly key?: string;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  readonly at: MessageOrigin;
}

/** The result of one call. */
export interface ResultPiece {
  readonly callId: string;
  readonly content: Extract<Message, { role: "tool" }>["content"];
  readonly isError?: boolean;
  readonly at: MessageOrigin;
}

/** A message that a compaction put in place of older ones. */
export interface NewMessage {
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
  readonly kind?: "message" | "checkpoint";
  readonly at: MessageOrigin;
}

/** What the request after a compaction carried, in order: new messages, and older ones that stayed. */
export interface CompactionPiece {
  readonly context: readonly (Handle | NewMessage)[];
  readonly trigger?: "auto" | "manual";
  readonly tokensBefore?: number;
  readonly at: MessageOrigin;
}

interface Item {
  message: Message;
  origin: MessageOrigin;
  turn: Turn;
  index: number;
  usage: Omit<RequestUsage, "position"> | undefined;
}

type Marker =
  | {
      readonly type: "compaction";
      readonly piece: CompactionPiece;
      readonly handles: readonly Handle[];
      readonly added: readonly Item[];
    }
  | { readonly type: "elision"; readonly callIds: readonly string[]; readonly at: MessageOrigin };

/** An assistant message, the results of its calls, and what followed before the next one. */
interface Turn {
  head: Item | undefined;
  readonly results: Item[];
  readonly rest: (Item | Marker)[];
}

interface CallPlace {
  readonly turn: Turn;
  readonly call: ToolCall;
  readonly line: number;
  results: number;
}

/** So many messages are named by the compactions of one stream in all; real ones name thousands. */
const MAX_CONTEXT_ENTRIES = 4_000_000;

type MutableAssistant = { role: "assistant"; text: string; calls?: ToolCall[] };

/**
 * Puts one conversation into canonical order: one response is one assistant message, its results
 * follow it, user text of the same turn comes after them. Pieces may come in any order that agents
 * write them in: a result is matched to its call by id alone.
 */
export class StreamBuilder {
  readonly id: string;
  readonly kind: "main" | "subagent";
  startedBy: StartedBy | undefined;
  readonly #session: SessionBuilder;
  readonly #items: Item[] = [];
  #turns: Turn[] = [{ head: undefined, results: [], rest: [] }];
  #instructions: Item | undefined;
  #contextEntries = 0;
  #lastAssistant: Handle | undefined;
  readonly #byKey = new Map<string, Handle>();
  readonly #calls = new Map<string, CallPlace>();
  #startedAtMs: number | undefined;
  #endedAtMs: number | undefined;

  constructor(session: SessionBuilder, id: string, kind: "main" | "subagent") {
    this.#session = session;
    this.id = id;
    this.kind = kind;
  }

  /** Whether nothing has been said yet. */
  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#instructions === undefined;
  }

  /** The newest assistant message, for usage that is reported apart from it. */
  get lastAssistant(): Handle | undefined {
    return this.#lastAssistant;
  }

  /** Sets the top-level instructions: one system message at the front, the newest text counts. */
  instructions(text: string, at: MessageOrigin): void {
    this.#instructions = this.#item({ role: "system", text }, at, this.#turns[0] as Turn);
  }

  /** Adds a system message where it stands in the conversation. */
  system(text: string, at: MessageOrigin): Handle {
    return this.#append({ role: "system", text }, at);
  }

  /** Adds what came in the user's role. */
  user(text: string, at: MessageOrigin, kind?: "message" | "checkpoint"): Handle {
    const message: Message =
      kind === undefined ? { role: "user", text } : { role: "user", text, kind };
    return this.#append(message, at);
  }

  /** Adds a response, or a further piece of one. */
  assistant(piece: AssistantPiece): Handle {
    const known = piece.key === undefined ? undefined : this.#byKey.get(piece.key);
    const handle = known ?? this.#newAssistant(piece);
    const item = this.#items[handle] as Item;
    this.#time(piece.at);
    const message = item.message as MutableAssistant;
    if (piece.text) message.text += piece.text;
    if (piece.at.nonTextParts && known !== undefined) {
      const nonTextParts = (item.origin.nonTextParts ?? 0) + piece.at.nonTextParts;
      item.origin = { ...item.origin, nonTextParts };
    }
    for (const call of piece.calls ?? []) this.#addCall(item, message, call, piece.at.line);
    return handle;
  }

  /** Adds a result, wherever in the file it stands. */
  result(piece: ResultPiece): Handle {
    const message: Message = {
      role: "tool",
      callId: piece.callId,
      content: piece.content,
      ...(piece.isError === true ? { isError: true } : {}),
    };
    const place = this.#calls.get(piece.callId);
    if (place === undefined) return this.#append(message, piece.at);
    place.results += 1;
    if (place.results > 1) {
      this.#session.diagnose(
        "duplicate-result",
        "warning",
        piece.at.line,
        "a further result of a call that already has one; both are kept, the first is the call's.",
      );
    }
    const item = this.#item(message, piece.at, place.turn);
    place.turn.results.push(item);
    return this.#items.length - 1;
  }

  /** Marks the result of a call as an error, when only a later record tells. */
  markError(handle: Handle): void {
    const item = this.#items[handle];
    if (item?.message.role === "tool") item.message = { ...item.message, isError: true };
  }

  /** Handles of user and system messages by their text, the newest of equal ones last. */
  handlesByText(): ReadonlyMap<string, readonly Handle[]> {
    const handles = new Map<string, Handle[]>();
    this.#items.forEach(({ message }, handle) => {
      if (message.role === "tool" || message.role === "assistant") return;
      const key = `${message.role}\n${message.text}`;
      const known = handles.get(key);
      if (known === undefined) handles.set(key, [handle]);
      else known.push(handle);
    });
    return handles;
  }

  /** Whether a call of this id was seen. */
  hasCall(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** Whether a call of this id has a result. */
  hasResult(callId: string): boolean {
    return (this.#calls.get(callId)?.results ?? 0) > 0;
  }

  /** Records the usage of the request that produced a message; the last report counts. */
  usage(handle: Handle | undefined, usage: Omit<RequestUsage, "position">): void {
    const item = handle === undefined ? undefined : this.#items[handle];
    if (item !== undefined) item.usage = usage;
  }

  /**
   * Whether compactions may still name older messages that stayed. Readers leave them out when not:
   * a file of nothing but compactions would fill the memory with what they kept.
   */
  get namesOlder(): boolean {
    return this.#contextEntries < MAX_CONTEXT_ENTRIES;
  }

  /** Marks that older messages were replaced here. Returns a handle for each entry of `context`. */
  compaction(piece: CompactionPiece): readonly Handle[] {
    const turn: Turn = { head: undefined, results: [], rest: [] };
    this.#turns.push(turn);
    const handles: Handle[] = [];
    const added: Item[] = [];
    this.#contextEntries += piece.context.length;
    for (const entry of piece.context) {
      if (typeof entry === "number") {
        handles.push(entry);
        continue;
      }
      added.push(this.#item(newMessage(entry), entry.at, turn));
      handles.push(this.#items.length - 1);
    }
    turn.rest.push({ type: "compaction", piece, handles, added }, ...added);
    this.#time(piece.at);
    return handles;
  }

  /** Marks results that the agent no longer sends from here on. */
  elide(callIds: readonly string[], at: MessageOrigin): void {
    this.#lastTurn().rest.push({ type: "elision", callIds, at });
  }

  /** Takes back a message and everything after it. Returns how many messages that were. */
  rewind(handle: Handle): number {
    const turn = (this.#items[handle] as Item | undefined)?.turn;
    const at = turn === undefined ? -1 : this.#turns.indexOf(turn);
    if (turn === undefined || at < 0) return 0;
    const before = this.#count();
    const removed = this.#turns.splice(at + 1);
    const inRest = turn.rest.indexOf(this.#items[handle] as Item);
    if (inRest >= 0) turn.rest.splice(inRest);
    else removed.push(...this.#turns.splice(at));
    if (this.#turns.length === 0) this.#turns.push({ head: undefined, results: [], rest: [] });
    const gone = new Set(removed);
    for (const [key, kept] of this.#byKey)
      if (gone.has((this.#items[kept] as Item).turn)) this.#byKey.delete(key);
    for (const [id, place] of this.#calls) if (gone.has(place.turn)) this.#calls.delete(id);
    this.#lastAssistant = undefined;
    return before - this.#count();
  }

  /** The finished stream. */
  finish(): TranscriptStream {
    this.#adoptEarlyResults();
    const history: Message[] = [];
    const origins: MessageOrigin[] = [];
    const usage: RequestUsage[] = [];
    const put = (item: Item): void => {
      item.index = history.length;
      history.push(item.message);
      origins.push(item.origin);
      if (item.usage !== undefined) usage.push({ position: item.index, ...item.usage });
    };
    if (this.#instructions !== undefined) put(this.#instructions);
    const marks: { readonly marker: Marker; readonly position: number }[] = [];
    for (const turn of this.#turns) {
      if (turn.head !== undefined) put(turn.head);
      for (const item of turn.results) put(item);
      for (const entry of turn.rest) {
        if ("message" in entry) put(entry);
        else marks.push({ marker: entry, position: history.length });
      }
    }
    this.#reportUnanswered();
    return {
      id: this.id,
      kind: this.kind,
      startedBy: this.startedBy,
      history,
      origins,
      compactions: marks.flatMap(({ marker, position }) => this.#place(marker, position)),
      agentElisions: marks.flatMap(({ marker, position }) => elisions(marker, position)),
      usage,
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
    };
  }

  #newAssistant(piece: AssistantPiece): Handle {
    const turn: Turn = { head: undefined, results: [], rest: [] };
    this.#turns.push(turn);
    turn.head = this.#item({ role: "assistant", text: "" }, piece.at, turn);
    const handle = this.#items.length - 1;
    if (piece.key !== undefined) this.#byKey.set(piece.key, handle);
    this.#lastAssistant = handle;
    return handle;
  }

  #addCall(item: Item, message: MutableAssistant, call: ToolCall, line: number): void {
    const known = this.#calls.get(call.id);
    if (known?.turn === item.turn) {
      this.#session.diagnose(
        "duplicate-call",
        "warning",
        line,
        "a call of the same response and id was already read; this one is skipped.",
      );
      return;
    }
    if (known !== undefined) {
      this.#session.diagnose(
        "duplicate-call",
        "warning",
        line,
        "a further call of an id that is in use; both are kept.",
      );
    }
    if (message.calls === undefined) message.calls = [call];
    else message.calls.push(call);
    this.#calls.set(call.id, { turn: item.turn, call, line, results: 0 });
  }

  #append(message: Message, at: MessageOrigin): Handle {
    const turn = this.#lastTurn();
    turn.rest.push(this.#item(message, at, turn));
    return this.#items.length - 1;
  }

  #item(message: Message, origin: MessageOrigin, turn: Turn): Item {
    const item: Item = { message, origin, turn, index: -1, usage: undefined };
    this.#items.push(item);
    this.#time(origin);
    return item;
  }

  #lastTurn(): Turn {
    return this.#turns[this.#turns.length - 1] as Turn;
  }

  #count(): number {
    let count = 0;
    for (const turn of this.#turns) {
      count += (turn.head ? 1 : 0) + turn.results.length;
      for (const entry of turn.rest) if ("message" in entry) count += 1;
    }
    return count;
  }

  #time(at: MessageOrigin): void {
    if (at.timeMs === undefined) return;
    if (this.#startedAtMs === undefined || at.timeMs < this.#startedAtMs)
      this.#startedAtMs = at.timeMs;
    if (this.#endedAtMs === undefined || at.timeMs > this.#endedAtMs) this.#endedAtMs = at.timeMs;
    this.#session.seenTime(at.timeMs, at.line);
  }

  /** A result that the file has before its call belongs after it: no model saw it earlier. */
  #adoptEarlyResults(): void {
    for (const turn of this.#turns) {
      for (const entry of [...turn.rest]) {
        if (!("message" in entry) || entry.message.role !== "tool") continue;
        const place = this.#calls.get(entry.message.callId);
        if (place !== undefined && place.results === 0) {
          place.results = 1;
          turn.rest.splice(turn.rest.indexOf(entry), 1);
          place.turn.results.push(entry);
          this.#session.diagnose(
            "orphan-result",
            "info",
            entry.origin.line,
            "a result that the file has before its call; it was put after it.",
          );
        } else {
          this.#session.diagnose(
            "orphan-result",
            "warning",
            entry.origin.line,
            "a result of a call that the file does not hold; it is kept where it stands.",
          );
        }
      }
    }
  }

  #reportUnanswered(): void {
    const last =
      this.#lastAssistant === undefined
        ? undefined
        : (this.#items[this.#lastAssistant] as Item).turn;
    for (const place of this.#calls.values()) {
      if (place.results > 0) continue;
      const isLast = place.turn === last;
      this.#session.diagnose(
        "unanswered-call",
        isLast ? "info" : "warning",
        place.line,
        isLast
          ? "a call of the last response that has no result yet."
          : "a call without a result in this file.",
      );
    }
  }

  #place(marker: Marker, position: number): readonly CompactionPlace[] {
    if (marker.type !== "compaction") return [];
    const { trigger, tokensBefore, at } = marker.piece;
    const context = marker.handles.map(
      (handle) => (this.#items[handle] as Item | undefined)?.index ?? -1,
    );
    if (this.#instructions !== undefined) context.unshift(this.#instructions.index);
    return [
      {
        position,
        added: marker.added.length,
        context: [...new Set(context)].filter((index) => index >= 0),
        ...(trigger === undefined ? {} : { trigger }),
        ...(tokensBefore === undefined ? {} : { tokensBefore }),
        origin: at,
      },
    ];
  }
}

function elisions(marker: Marker, position: number): readonly AgentElision[] {
  if (marker.type !== "elision") return [];
  return marker.callIds.map((callId) => ({ callId, position, origin: marker.at }));
}

function newMessage(entry: NewMessage): Message {
  if (entry.role !== "user") return { role: entry.role, text: entry.text };
  return {
    role: "user",
    text: entry.text,
    ...(entry.kind === undefined ? {} : { kind: entry.kind }),
  };
}
