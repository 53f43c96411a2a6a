import type { Claim, OnRedundant, Rule } from "../internal/claim.ts";
import { getOrMake } from "../internal/get-or-make.ts";
import { arrive } from "../internal/lane.ts";
import { quote } from "../internal/quote.ts";
import type { SearchObservation } from "../types.ts";

/** A search is redundant when a later search has the same arguments and the same matches. */
export function createDuplicateSearch(onRedundant: OnRedundant): Rule<SearchObservation> {
  const lanes = new Map<string, Map<string, Claim[]>>();
  return {
    add(pair, { argumentsKey, matchesKey, pattern }) {
      const byMatches = getOrMake(lanes, argumentsKey, () => new Map<string, Claim[]>());
      const lane = getOrMake(byMatches, matchesKey, () => []);
      const stub = (): string => `${quote(pattern)}; identical to a later result`;
      const claim: Claim = { pair, reason: "duplicate_search", lane, stub };
      arrive(lane, claim, onRedundant);
      return claim;
    },
  };
}
