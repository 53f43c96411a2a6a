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
  /** Reads that nothing has made redundant yet: runs of each group, the earliest calls last. */
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
      wait(
        getOrMake(waiting, read.group, () => []),
        read,
        onRedundant,
      );
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

/** Adds a read to those that wait, in its place. */
function wait(runs: Run[], read: Read, onRedundant: OnRedundant): void {
  const { value } = read;
  let same = takeEarlier(runs, read, value, onRedundant);
  const next = runs.at(-1);
  const inside = next?.value === value ? countEarlier(next, read) : 0;
  if (inside > 0) next?.reads.splice(inside, 0, read);
  else if (same) same.push(read);
  else same = [read];
  if (same) runs.push({ value, reads: same });
}

/**
 * Takes off what an arrival is later than. Reads with another value are redundant; those with its
 * own are returned, unless the arrival came before others of their run: then they stay there.
 */
function takeEarlier(
  runs: Run[],
  arrival: Standing,
  value: string | undefined,
  onRedundant: OnRedundant,
): Read[] | undefined {
  let same: Read[] | undefined;
  for (let run = runs.at(-1); run; run = runs.at(-1)) {
    const earlier = countEarlier(run, arrival);
    const isWhole = earlier === run.reads.length;
    if (run.value !== value) {
      const reads = isWhole ? run.reads : run.reads.splice(0, earlier);
      for (const read of reads) onRedundant(read);
    }
    if (!isWhole) break;
    runs.pop();
    if (run.value !== value) continue;
    if (same) for (const read of run.reads) same.push(read);
    else same = run.reads;
  }
  return same;
}

/** How many reads of a run an arrival is later than: mostly all of them. */
function countEarlier({ reads }: Run, { pair: { order } }: Standing): number {
  const isLast = (reads.at(-1) as Read).pair.order < order;
  return isLast ? reads.length : partition(reads, (read) => read.pair.order < order);
}

function newState(): PathState {
  return { lane: [], waiting: new Map() };
}
