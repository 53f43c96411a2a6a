import type { Message, ToolCall } from "@alisio/governor/message";
import type { MessageOrigin, RequestUsage } from "../types.ts";
import type { CompactionPiece, Handle, NewMessage } from "./stream-pieces.ts";

/** A message on its way into the history. */
export interface Item {
  message: Message;
  origin: MessageOrigin;
  turn: Turn;
  index: number;
  /** Whether it was taken back. */
  isGone: boolean;
  usage: Omit<RequestUsage, "position"> | undefined;
}

/** What stands between messages. */
export type Marker =
  | {
      readonly type: "compaction";
      readonly piece: CompactionPiece;
      readonly handles: readonly Handle[];
      readonly added: readonly Item[];
    }
  | { readonly type: "elision"; readonly callIds: readonly string[]; readonly at: MessageOrigin };

/** An assistant message, the results of its calls, and what followed before the next one. */
export interface Turn {
  /** The agent's id of the response. */
  readonly key?: string | undefined;
  head: Item | undefined;
  readonly results: Item[];
  rest: (Item | Marker)[];
}

/** A call, and the turn that its results go to. */
export interface CallPlace {
  readonly turn: Turn;
  readonly call: ToolCall;
  readonly line: number;
  results: number;
}

export function isItem(entry: Item | Marker): entry is Item {
  return "message" in entry;
}

/** All messages of a turn, in order. */
export function itemsOf(turn: Turn): readonly Item[] {
  return [
    ...(turn.head === undefined ? [] : [turn.head]),
    ...turn.results,
    ...turn.rest.filter(isItem),
  ];
}

/** The message that a compaction added. */
export function newMessage(entry: NewMessage): Message {
  if (entry.role !== "user") return { role: entry.role, text: entry.text };
  return {
    role: "user",
    text: entry.text,
    ...(entry.kind === undefined ? {} : { kind: entry.kind }),
  };
}
