import type { Message, ToolMessage } from "../../message.ts";
import type { SimulationStream, WithheldResult } from "../types.ts";
import { pairsOf } from "./pairs.ts";

/** What requests carry as the agent sends them: the side without the governor. */
export interface SentContext {
  /** The messages of the latest request. Replaced where the past was rewritten, else only longer. */
  readonly messages: readonly Message[];
  /** Their indices in the history. */
  readonly indices: readonly number[];
  /**
   * Goes on to the request that so many messages of the history came before.
   *
   * @returns true if the agent rewrote the past since the request before: by a compaction, or by
   * leaving out a result that it had sent
   */
  moveTo(length: number): boolean;
}

/** The context before the first request. */
export function createSentContext(stream: SimulationStream): SentContext {
  const { history, compactions = [], agentElisions = [] } = stream;
  const pairs = agentElisions.length > 0 ? pairsOf(history) : new Map<string, never>();
  const passed = inOrder(compactions, ({ position, added }) => position + added);
  const begun = inOrder(agentElisions, ({ position }) => position);
  const blanks = new Map<number, Message>();
  let messages: Message[] = [];
  let indices: number[] = [];
  let compaction = -1;
  /** How much of the history the context goes up to. */
  let end = 0;

  function blankOut({ callId }: WithheldResult): void {
    const index = pairs.get(callId)?.resultIndex;
    if (index === undefined || blanks.has(index)) return;
    blanks.set(index, withheld(history[index] as ToolMessage));
  }

  function add(index: number): void {
    messages.push(blanks.get(index) ?? (history[index] as Message));
    indices.push(index);
  }

  function rebuild(): void {
    messages = [];
    indices = [];
    const place = compactions[compaction];
    for (const index of place?.context ?? []) add(index);
    end = place ? place.position + place.added : 0;
  }

  return {
    get messages() {
      return messages;
    },
    get indices() {
      return indices;
    },
    moveTo(length) {
      const before = compaction;
      for (const number of passed(length)) compaction = Math.max(compaction, number);
      const newlyGone = begun(length);
      for (const number of newlyGone) blankOut(agentElisions[number] as WithheldResult);
      const isRewritten = compaction !== before || newlyGone.length > 0;
      if (isRewritten) rebuild();
      for (; end < length; end += 1) add(end);
      return isRewritten;
    },
  };
}

/** Gives, for lengths that don't fall, the numbers of the items that end within and did not before. */
function inOrder<T>(
  items: readonly T[],
  endOf: (item: T) => number,
): (length: number) => readonly number[] {
  const ends = items.map((item, number) => ({ end: endOf(item), number }));
  ends.sort((a, b) => a.end - b.end);
  let taken = 0;
  return (length) => {
    const from = taken;
    while (taken < ends.length && (ends[taken]?.end as number) <= length) taken += 1;
    return ends.slice(from, taken).map(({ number }) => number);
  };
}

/**
 * An error without content: neither elided, nor does it make an earlier result redundant, since a
 * stub must not point at something that is gone.
 */
function withheld(message: ToolMessage): Message {
  return { ...message, content: "", isError: true };
}
