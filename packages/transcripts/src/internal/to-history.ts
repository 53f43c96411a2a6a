import type { Message } from "@alisio/governor/message";
import type { AgentElision, CompactionPlace, MessageOrigin, RequestUsage } from "../types.ts";
import { type Item, isItem, type Marker, type Turn } from "./stream-turn.ts";

/** A marker, and how many messages stand before it. */
export interface Mark {
  readonly marker: Marker;
  readonly position: number;
}

/** Turns as one history. */
export interface ToldHistory {
  readonly history: readonly Message[];
  readonly origins: readonly MessageOrigin[];
  readonly usage: readonly RequestUsage[];
  readonly marks: readonly Mark[];
}

/** Puts turns into one history: a response, its results, and what followed. Items learn their place. */
export function toHistory(instructions: Item | undefined, turns: readonly Turn[]): ToldHistory {
  const history: Message[] = [];
  const origins: MessageOrigin[] = [];
  const usage: RequestUsage[] = [];
  const marks: Mark[] = [];
  const put = (item: Item): void => {
    item.index = history.length;
    history.push(item.message);
    origins.push(item.origin);
    if (item.usage !== undefined) usage.push({ position: item.index, ...item.usage });
  };
  if (instructions !== undefined) put(instructions);
  for (const turn of turns) {
    if (turn.head !== undefined) put(turn.head);
    for (const item of turn.results) put(item);
    for (const entry of turn.rest) {
      if (isItem(entry)) put(entry);
      else marks.push({ marker: entry, position: history.length });
    }
  }
  return { history, origins, usage, marks };
}

/** The compaction that a marker stands for, with the places of what it names. */
export function compactionOf(
  { marker, position }: Mark,
  items: readonly Item[],
  instructions: Item | undefined,
): readonly CompactionPlace[] {
  if (marker.type !== "compaction") return [];
  const { trigger, tokensBefore, at } = marker.piece;
  const named = marker.handles.map((handle) => items[handle]?.index ?? -1);
  const context = instructions === undefined ? named : [instructions.index, ...named];
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

/** The elisions that a marker stands for. */
export function elisionsOf({ marker, position }: Mark): readonly AgentElision[] {
  if (marker.type !== "elision") return [];
  return marker.callIds.map((callId) => ({ callId, position, origin: marker.at }));
}
