import { createDuplicateSearch } from "../rules/duplicate-search.ts";
import { createStaleBgOutput } from "../rules/stale-bg-output.ts";
import { createSupersededRead } from "../rules/superseded-read.ts";
import type { Observation } from "../types.ts";
import type { Claim, Pair } from "./claim.ts";
import { escapeName } from "./quote.ts";

/** The rules together, with age and length of the stub. */
export interface Decisions {
  /**
   * Takes in a successful result; results come in the order of the history. Its text is `null` when
   * a part of it isn't text.
   */
  add(pair: Pair, observations: readonly Observation[], text: string | null): void;
  /** Decides, with so many assistant messages in the prefix. Returns what is new, in order. */
  settle(turns: number): Pair[];
}

/** No decisions yet. */
export function createDecisions(minAgeTurns: number): Decisions {
  /** Results that are redundant, and not known yet to be old enough, by turn. */
  const redundant: Pair[][] = [];
  /** Results of turns before this one are old enough. */
  let ripeTurn = 0;
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
    const sameTurn = redundant[pair.turn];
    if (sameTurn) sameTurn.push(pair);
    else redundant[pair.turn] = [pair];
  }

  function elide(pair: Pair): void {
    const claim = pair.first as Claim;
    const name = escapeName(pair.call.name);
    // Joined, not added up: the sum would keep its pieces in memory.
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
      if (!isElidable || claims === 0) return;
      pair.open = claims;
      pair.textLength = (text as string).length;
    },
    settle(turns) {
      for (; ripeTurn <= turns - minAgeTurns; ripeTurn += 1) {
        redundant[ripeTurn]?.forEach(elide);
        delete redundant[ripeTurn];
      }
      const news = elided;
      elided = [];
      return news.sort((a, b) => a.resultIndex - b.resultIndex);
    },
  };
}
