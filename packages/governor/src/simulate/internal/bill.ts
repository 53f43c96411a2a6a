import type { ResolvedSimulationSettings } from "../types.ts";
import type { SentTokens } from "./replay.ts";
import type { TokenScale } from "./token-scale.ts";

/**
 * What the requests of one side cost, in the order in which they were sent: the prefix that a request
 * has in common with the one before is read from the cache, and the rest is written to it. After a
 * pause nothing is cached, and prompts below a length never are.
 */
export function createBill(
  settings: ResolvedSimulationSettings,
  { overhead, scale }: TokenScale,
): (sent: SentTokens, isCold: boolean) => number {
  const { priceInput, priceCached, priceCacheWrite, minCacheTokens } = settings;
  return ({ tokens, shared }, isCold) => {
    const all = overhead + scale * tokens;
    if (all < minCacheTokens) return all * priceInput;
    const prefix = isCold ? 0 : overhead + scale * shared;
    const cached = prefix < minCacheTokens ? 0 : prefix;
    return cached * priceCached + (all - cached) * priceCacheWrite;
  };
}
