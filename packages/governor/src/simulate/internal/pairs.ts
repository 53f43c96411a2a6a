import { Pairing } from "../../internal/pairing.ts";
import type { Message, ToolCall } from "../../message.ts";

/** A call and the position of its result. */
export interface CallWithResult {
  readonly call: ToolCall;
  readonly resultIndex: number;
}

/** Every call that has a result, by its id: the same pairs that the governor makes. */
export function pairsOf(history: readonly Message[]): ReadonlyMap<string, CallWithResult> {
  const pairing = new Pairing();
  const pairs = new Map<string, CallWithResult>();
  history.forEach((message, index) => {
    if (message?.role === "assistant") pairing.addCalls(message, index);
    if (message?.role !== "tool") return;
    const pair = pairing.complete(message, index);
    if (pair) pairs.set(pair.call.id, { call: pair.call, resultIndex: index });
  });
  return pairs;
}
