import type { Message, ToolMessage } from "../../message.ts";
import type { SimulationStream } from "../types.ts";
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
  const blanks = new Map<number, Message>();
  let messages: Message[] = [];
  let indices: number[] = [];
  let compaction = -1;
  let gone = 0;
  /** How much of the history the context goes up to. */
  let end = 0;

  function blankOut(length: number): void {
    for (const { callId, position } of agentElisions) {
      const index = position <= length ? pairs.get(callId)?.resultIndex : undefined;
      if (index === undefined || blanks.has(index)) continue;
      blanks.set(index, withheld(history[index] as ToolMessage));
    }
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
      const last = compactions.findLastIndex((place) => place.position + place.added <= length);
      const begun = agentElisions.filter(({ position }) => position <= length).length;
      const isRewritten = last !== compaction || begun !== gone;
      if (isRewritten) {
        if (begun !== gone) blankOut(length);
        compaction = last;
        gone = begun;
        rebuild();
      }
      for (; end < length; end += 1) add(end);
      return isRewritten;
    },
  };
}

/**
 * An error without content: neither elided, nor does it make an earlier result redundant, since a
 * stub must not point at something that is gone.
 */
function withheld(message: ToolMessage): Message {
  return { ...message, content: "", isError: true };
}
