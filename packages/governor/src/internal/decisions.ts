import { createDuplicateSearch } from "../rules/duplicate-search.ts";
import { createStaleBgOutput } from "../rules/stale-bg-output.ts";
import { createSupersededRead } from "../rules/superseded-read.ts";
import type { Observation } from "../types.ts";
import type { Claim, Pair } from "./claim.ts";
import { getOrMake } from "./get-or-make.ts";
import { escapeName } from "./quote.ts";

/** The rules together, with age and length of the stub. */
export interface Decisions {
  /**
   * Takes in a successful result; results come in the order of the history. Its text is `null` when
   * a part of it isn't text.
   */
  add(pair: Pair, observations: readonly Observation[], text: string | null): void;
  /** There are so many assistant messages in the prefix now. */
  ripen(turns: number): void;
  /** What is elided and wasn't before, in order. */
  takeElided(): Pair[];
}

/** No decisions yet. */
export function createDecisions(minAgeTurns: number): Decisions {
  /** Results that are redundant, and not known yet to be old enough: a linked list for each turn. */
  const redundant: (Pair | undefined)[] = [];
  /** Results of turns before this one are old enough. */
  let ripeTurn = 0;
  /** Names of tools as stubs show them. */
  const names = new Map<string, string>();
  let elided: Pair[] = [];

  const reads = createSupersededRead(onRedundant);
  const polls = createStaleBgOutput(onRedundant);
  const searches = createDuplicateSearch(onRedundant);

  function onRedundant({ pair }: Claim): void {
    pair.open -= 1;
    if (pair.open !== 0) return;
    if (pair.turn < ripeTurn) {
      elide(pair);
      return;
    }
    pair.next = redundant[pair.turn];
    redundant[pair.turn] = pair;
  }

  function elide(pair: Pair): void {
    const claim = pair.first as Claim;
    const name = getOrMake(names, pair.call.name, () => escapeName(pair.call.name));
    // Joined, not added up: a sum keeps all its pieces in memory.
    const stub = ["[elided: ", name, " ", claim.stub(name), "]"].join("");
    if (stub.length >= pair.textLength) return;
    pair.stub = stub;
    elided.push(pair);
  }

  function claimOf(pair: Pair, observation: Observation): Claim | undefined {
    switch (observation.kind) {
      case "read":
        return reads.add(pair, observation);
      case "background":
        return polls.add(pair, observation);
      case "search":
        return searches.add(pair, observation);
      case "change":
        reads.addChange(pair, observation.path);
    }
    return undefined;
  }

  return {
    add(pair, observations, text) {
      let claims = 0;
      let isElidable = text !== null;
      for (const observation of observations) {
        const claim = claimOf(pair, observation);
        if (claim) {
          claims += 1;
          pair.first ??= claim;
          if (observation.kind === "read" && pair.first !== claim) pair.otherReads += 1;
        } else if (observation.kind !== "paths") {
          isElidable = false;
        }
      }
      if (!isElidable) return;
      pair.open = claims;
      pair.textLength = (text as string).length;
    },
    ripen(turns) {
      for (; ripeTurn <= turns - minAgeTurns; ripeTurn += 1) {
        for (let pair = redundant[ripeTurn]; pair; pair = pair.next) elide(pair);
        redundant[ripeTurn] = undefined;
      }
    },
    takeElided() {
      const taken = elided;
      elided = [];
      return taken.sort((a, b) => a.resultIndex - b.resultIndex);
    },
  };
}
