import type { Claim, OnRedundant, Pair, Rule, Standing } from "../internal/claim.ts";
import { getOrMake } from "../internal/get-or-make.ts";
import { arrive, partition } from "../internal/lane.ts";
import { quote } from "../internal/quote.ts";
import { sha256Of } from "../internal/sha256.ts";
import type { ReadObservation } from "../types.ts";

const SHOWN_HASH_DIGITS = 8;
const HASHED = "sha256";

/** A read: it is compared with reads of its group alone, and differs from those of other values. */
class Read implements Claim {
  readonly reason = "superseded_read";
  readonly pair: Pair;
  readonly lane: readonly Standing[];
  readonly group: string;
  readonly value: string;
  readonly #path: string;
  readonly #lines: string;

  constructor(pair: Pair, observation: ReadObservation, lane: readonly Standing[]) {
    this.pair = pair;
    this.lane = lane;
    const { path, startLine, limit, compareText, rangeKey } = observation;
    this.#path = path;
    const isPart = startLine !== undefined || limit !== undefined;
    this.#lines = isPart ? ` lines ${startLine ?? 1}+${limit ?? ""}` : "";
    const sha256 = sha256Of(observation);
    // Hashes compare with hashes, normalised text with that of the same range. A read with neither
    // compares with nothing: all of those share one value.
    if (sha256 !== undefined) this.group = HASHED;
    else if (compareText === undefined) this.group = "unknown";
    else this.group = rangeKey === undefined ? "whole" : `range ${rangeKey}`;
    this.value = sha256 ?? compareText ?? "";
  }

  stub(): string {
    const { otherReads } = this.pair;
    const others = otherReads > 0 ? `+${otherReads}` : "";
    const hash = this.group === HASHED ? this.value.slice(0, SHOWN_HASH_DIGITS) : "unknown";
    return `${quote(this.#path)}${others}@${hash}${this.#lines}; re-read to view`;
  }
}

/** Reads with the same value whose calls follow each other, by the order of their calls. */
interface Run {
  readonly value: string;
  readonly reads: Read[];
}

interface PathState {
  /** Reads and changes: which is the last. */
  readonly lane: Standing[];
  /** Reads that nothing has made redundant yet: runs of each group, by the order of their calls. */
  readonly waiting: Map<string, Run[]>;
}

/** The rule for reads, which is told of changes too. */
export interface SupersededReadRule extends Rule<ReadObservation> {
  addChange(pair: Pair, path: string): void;
}

/**
 * A read is redundant when a later change wrote its path, or a later read of the path returned
 * another content. An arrival looks only at the ends of runs: a run that it is later than is
 * redundant as a whole or becomes one with the arrival.
 */
export function createSupersededRead(onRedundant: OnRedundant): SupersededReadRule {
  const paths = new Map<string, PathState>();
  return {
    add(pair, observation) {
      const { lane, waiting } = getOrMake(paths, observation.path, newState);
      const read = new Read(pair, observation, lane);
      const { group, value } = read;
      const runs = getOrMake(waiting, group, () => []);
      runs.unshift({ value, reads: takeEarlier(runs, read, value, onRedundant) });
      arrive(lane, read);
      return read;
    },
    addChange(pair, path) {
      const { lane, waiting } = getOrMake(paths, path, newState);
      const change: Standing = { pair };
      for (const runs of waiting.values()) takeEarlier(runs, change, undefined, onRedundant);
      arrive(lane, change);
    },
  };
}

/**
 * Takes off the reads that an arrival is later than. Those with the same value are returned, with
 * the arrival behind them; the others are redundant.
 */
function takeEarlier<A extends Standing>(
  runs: Run[],
  arrival: A,
  value: string | undefined,
  onRedundant: OnRedundant,
): (A | Read)[] {
  const { order } = arrival.pair;
  let same: (A | Read)[] | undefined;
  while (runs.length > 0) {
    const run = runs[0] as Run;
    const { length } = run.reads;
    // Calls and results mostly come in the same order: then the arrival is later than all.
    const isWhole = (run.reads[length - 1] as Read).pair.order < order;
    const earlier = isWhole ? length : partition(run.reads, (read) => read.pair.order < order);
    const reads = isWhole ? run.reads : run.reads.splice(0, earlier);
    if (run.value !== value) reads.forEach(onRedundant);
    else same = same ? same.concat(reads) : reads;
    if (!isWhole) break;
    runs.shift();
  }
  if (!same) return [arrival];
  same.push(arrival);
  return same;
}

function newState(): PathState {
  return { lane: [], waiting: new Map() };
}
