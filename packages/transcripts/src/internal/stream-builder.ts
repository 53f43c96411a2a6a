import type { Message, ToolCall } from "@alisio/governor/message";
import type { MessageOrigin, RequestUsage, StartedBy, TranscriptStream } from "../types.ts";
import { isDeeperThan } from "./json.ts";
import { MAX_JSON_DEPTH } from "./json-scanner.ts";
import { saneName, saneText } from "./names.ts";
import type {
  AssistantPiece,
  CompactionPiece,
  Handle,
  ResultPiece,
  StreamHost,
} from "./stream-pieces.ts";
import {
  type CallPlace,
  type Item,
  isItem,
  itemsOf,
  type Marker,
  newMessage,
  type Turn,
} from "./stream-turn.ts";
import { compactionOf, elisionsOf, toHistory } from "./to-history.ts";

export type {
  AssistantPiece,
  CompactionPiece,
  Handle,
  NewMessage,
  ResultPiece,
} from "./stream-pieces.ts";

/** So many messages are named by the compactions of one session in all; real ones name thousands. */
const MAX_CONTEXT_ENTRIES = 1_000_000;

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
  readonly #session: StreamHost;
  readonly #items: Item[] = [];
  #turns: Turn[] = [{ head: undefined, results: [], rest: [] }];
  #instructions: Item | undefined;
  /** Places of user and system messages by their text, of as many items as were asked for. */
  readonly #byText = new Map<string, Handle[]>();
  #textsOf = 0;
  #lastAssistant: Handle | undefined;
  readonly #byKey = new Map<string, Handle>();
  readonly #calls = new Map<string, CallPlace>();
  #startedAtMs: number | undefined;
  #endedAtMs: number | undefined;

  constructor(session: StreamHost, id: string, kind: "main" | "subagent") {
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
        "result.duplicate",
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
    for (; this.#textsOf < this.#items.length; this.#textsOf += 1) {
      const { message, isGone } = this.#items[this.#textsOf] as Item;
      if (isGone || message.role === "tool" || message.role === "assistant") continue;
      const key = `${message.role}\n${message.text}`;
      const known = this.#byText.get(key);
      if (known === undefined) this.#byText.set(key, [this.#textsOf]);
      else known.push(this.#textsOf);
    }
    return this.#byText;
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
    if (item === undefined) return;
    const { model, ...rest } = usage;
    const name = saneName(model);
    item.usage = name === undefined ? rest : { model: name, ...rest };
  }

  /**
   * Whether compactions may still name older messages that stayed. Readers leave them out when not:
   * a file of nothing but compactions would fill the memory with what they kept.
   */
  get namesOlder(): boolean {
    return this.#session.contextEntries < MAX_CONTEXT_ENTRIES;
  }

  /** Marks that older messages were replaced here. Returns a handle for each entry of `context`. */
  compaction(piece: CompactionPiece): readonly Handle[] {
    const turn: Turn = { head: undefined, results: [], rest: [] };
    this.#turns.push(turn);
    const handles: Handle[] = [];
    const added: Item[] = [];
    this.#named(piece.context.length, piece.at.line);
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

  #named(count: number, line: number): void {
    const could = this.namesOlder;
    this.#session.contextEntries += count;
    if (!could || this.namesOlder) return;
    this.#session.diagnose(
      "session.too-many-compactions",
      "warning",
      line,
      `compactions name more than ${MAX_CONTEXT_ENTRIES} messages up to here; of the messages that stayed after later ones none is named.`,
    );
  }

  /** Marks results that the agent no longer sends from here on. */
  elide(callIds: readonly string[], at: MessageOrigin): void {
    this.#lastTurn().rest.push({ type: "elision", callIds, at });
  }

  /** Takes back a message and everything after it. Returns how many messages that were. */
  rewind(handle: Handle): number {
    const item = this.#items[handle] as Item | undefined;
    // From the end, since what is taken back is mostly new.
    const at = item === undefined ? -1 : this.#turns.lastIndexOf(item.turn);
    if (item === undefined || at < 0) return 0;
    const inRest = item.turn.rest.lastIndexOf(item);
    const removed = this.#turns.splice(inRest < 0 ? at : at + 1);
    const rest = inRest < 0 ? [] : item.turn.rest.splice(inRest);
    if (this.#turns.length === 0) this.#turns.push({ head: undefined, results: [], rest: [] });
    for (const turn of removed) this.#forgetResponse(turn);
    this.#lastAssistant = undefined;
    const gone = [...removed.flatMap(itemsOf), ...rest.filter(isItem)];
    for (const each of gone) this.#forget(each);
    return gone.length;
  }

  /** The finished stream. */
  finish(): TranscriptStream {
    this.#adoptEarlyResults();
    const { marks, ...told } = toHistory(this.#instructions, this.#turns);
    this.#reportUnanswered();
    return {
      id: this.id,
      kind: this.kind,
      startedBy: this.startedBy && {
        ...this.startedBy,
        streamId: saneText(this.startedBy.streamId),
      },
      ...told,
      compactions: marks.flatMap((mark) => compactionOf(mark, this.#items, this.#instructions)),
      agentElisions: marks.flatMap(elisionsOf),
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
    };
  }

  #newAssistant(piece: AssistantPiece): Handle {
    const turn: Turn = { key: piece.key, head: undefined, results: [], rest: [] };
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
        "call.duplicate",
        "warning",
        line,
        "a call of the same response and id was already read; this one is skipped.",
      );
      return;
    }
    if (known !== undefined) {
      this.#session.diagnose(
        "call.duplicate",
        "warning",
        line,
        "a further call of an id that is in use; both are kept.",
      );
    }
    message.calls ??= [];
    message.calls.push(this.#shallow(call, line));
    this.#calls.set(call.id, { turn: item.turn, call, line, results: 0 });
  }

  /** Arguments nested without end would end every reader of the history that recurses. */
  #shallow(call: ToolCall, line: number): ToolCall {
    if (!isDeeperThan(call.args, MAX_JSON_DEPTH)) return call;
    const message = "the arguments of a call are nested too deeply; they were left out.";
    this.#session.diagnose("call.invalid-arguments", "warning", line, message);
    return { ...call, args: {} };
  }

  #append(message: Message, at: MessageOrigin): Handle {
    const turn = this.#lastTurn();
    turn.rest.push(this.#item(message, at, turn));
    return this.#items.length - 1;
  }

  #item(message: Message, origin: MessageOrigin, turn: Turn): Item {
    const item: Item = { message, origin, turn, index: -1, isGone: false, usage: undefined };
    this.#items.push(item);
    this.#time(origin);
    return item;
  }

  #lastTurn(): Turn {
    return this.#turns[this.#turns.length - 1] as Turn;
  }

  #forget(item: Item): void {
    item.isGone = true;
    const { message } = item;
    if (message.role === "tool" || message.role === "assistant") return;
    const known = this.#byText.get(`${message.role}\n${message.text}`) ?? [];
    while (this.#items[known[known.length - 1] ?? -1]?.isGone === true) known.pop();
  }

  #forgetResponse(turn: Turn): void {
    if (turn.key !== undefined) this.#byKey.delete(turn.key);
    const message = turn.head?.message;
    for (const { id } of (message?.role === "assistant" ? message.calls : undefined) ?? []) {
      if (this.#calls.get(id)?.turn === turn) this.#calls.delete(id);
    }
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
    for (const turn of this.#turns) turn.rest = turn.rest.filter((entry) => !this.#adopts(entry));
  }

  #adopts(entry: Item | Marker): boolean {
    if (!isItem(entry) || entry.message.role !== "tool") return false;
    const place = this.#calls.get(entry.message.callId);
    const isEarly = place !== undefined && place.results === 0;
    if (isEarly) {
      place.results = 1;
      place.turn.results.push(entry);
    }
    this.#session.diagnose(
      "result.orphan",
      isEarly ? "information" : "warning",
      entry.origin.line,
      isEarly
        ? "a result that the file has before its call; it was put after it."
        : "a result of a call that the file does not hold; it is kept where it stands.",
    );
    return isEarly;
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
        "call.unanswered",
        isLast ? "information" : "warning",
        place.line,
        isLast
          ? "a call of the last response that has no result yet."
          : "a call without a result in this file.",
      );
    }
  }
}
