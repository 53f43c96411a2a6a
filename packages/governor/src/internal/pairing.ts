import type { ToolCall, ToolMessage } from "../message.ts";
import type { Pair } from "./claim.ts";
import { isResult } from "./content.ts";

/** A call that a history can hold: with an id and a name. */
export function isCall(call: unknown): call is ToolCall {
  const any = call as { readonly id?: unknown; readonly name?: unknown } | null | undefined;
  return typeof any?.id === "string" && typeof any.name === "string";
}

/**
 * Joins calls with results, message by message: the pair of an id is its first call and the first
 * result after that call, an error included.
 */
export class Pairing {
  /** How many assistant messages there were. */
  turns = 0;
  readonly #pairs = new Map<string, Pair>();

  /** Takes in the assistant message at a position. */
  addCalls(message: { readonly calls?: unknown }, callIndex: number): void {
    this.turns += 1;
    if (!Array.isArray(message.calls)) return;
    const pairs = this.#pairs;
    for (const call of message.calls as readonly unknown[]) {
      if (!isCall(call) || pairs.has(call.id)) continue;
      pairs.set(call.id, {
        call,
        order: pairs.size,
        callIndex,
        resultIndex: -1,
        turn: 0,
        textLength: 0,
        open: 0,
        first: undefined,
        otherReads: 0,
        stub: "",
        next: undefined,
      });
    }
  }

  /** The pair that the tool message at a position completes, if it is the first result of a call. */
  complete(message: { readonly callId?: unknown }, resultIndex: number): Pair | undefined {
    if (!isResult(message)) return undefined;
    const pair = this.#pairs.get((message as ToolMessage).callId);
    if (!pair || pair.resultIndex >= 0) return undefined;
    pair.resultIndex = resultIndex;
    pair.turn = this.turns;
    return pair;
  }
}
