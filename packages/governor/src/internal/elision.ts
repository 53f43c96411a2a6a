import type { Elision } from "../types.ts";
import type { Claim, Pair } from "./claim.ts";
import { lastLater } from "./lane.ts";
import { tokensOf } from "./tokens.ts";

/** What a report says of an elided result. */
export function elisionOf(pair: Pair): Elision {
  const tokensBefore = tokensOf(pair.textLength);
  const tokensAfter = tokensOf(pair.stub.length);
  return {
    callId: pair.call.id,
    reason: (pair.first as Claim).reason,
    supersededBy: supersederOf(pair),
    tokensBefore,
    tokensAfter,
    tokensSaved: tokensBefore - tokensAfter,
  };
}

const SOURCE = Symbol("pair");

const SUPERSEDED_BY: PropertyDescriptor = {
  enumerable: true,
  get(this: { readonly [SOURCE]: Pair }): string {
    return supersederOf(this[SOURCE]);
  },
};

/**
 * The same, with a superseder that is looked up when it is read: later results may take its place.
 * One getter for all, added in the place of the field: a getter of its own for each, or one in place
 * of a value, would cost each elision five times the memory.
 */
export function liveElisionOf(pair: Pair): Elision {
  const { callId, reason, tokensBefore, tokensAfter, tokensSaved } = elisionOf(pair);
  const live: Partial<Record<keyof Elision, unknown>> = { callId, reason };
  Object.defineProperty(live, SOURCE, { value: pair });
  Object.defineProperty(live, "supersededBy", SUPERSEDED_BY);
  live.tokensBefore = tokensBefore;
  live.tokensAfter = tokensAfter;
  live.tokensSaved = tokensSaved;
  return live as Elision;
}

function supersederOf(pair: Pair): string {
  return lastLater((pair.first as Claim).lane, pair).call.id;
}
