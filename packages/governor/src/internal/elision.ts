import type { Elision } from "../types.ts";
import type { Elided } from "./decisions.ts";
import { lastLater } from "./standing.ts";
import { tokensOf } from "./tokens.ts";

/** What a report says of an elided result. */
export function elisionOf(elided: Elided): Elision {
  const { pair, claim, stub } = elided;
  const tokensBefore = tokensOf(pair.textLength);
  const tokensAfter = tokensOf(stub.length);
  return {
    callId: pair.call.id,
    reason: claim.reason,
    supersededBy: supersederOf(elided),
    tokensBefore,
    tokensAfter,
    tokensSaved: tokensBefore - tokensAfter,
  };
}

/**
 * The same, with a superseder that is looked up when it is read: later results may take its place.
 * A copy keeps that of its moment.
 */
export function liveElisionOf(elided: Elided): Elision {
  const { callId, reason, tokensBefore, tokensAfter, tokensSaved } = elisionOf(elided);
  return {
    callId,
    reason,
    get supersededBy() {
      return supersederOf(elided);
    },
    tokensBefore,
    tokensAfter,
    tokensSaved,
  };
}

function supersederOf({ pair, claim }: Elided): string {
  return lastLater(claim.lane, pair).call.id;
}
