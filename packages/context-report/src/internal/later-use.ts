import type { Observation } from "@alisio/governor";
import { commandWords } from "./command-words.ts";
import { isRecord } from "./is-record.ts";
import type { ObservedPair } from "./observe-results.ts";

/** Tools whose command is searched for paths, word by word. */
const COMMAND_TOOLS: ReadonlySet<string> = new Set(["run_process", "shell"]);

interface Seen {
  readonly resultMessage: number;
  readonly resultSegment: number;
}

interface Paths {
  /** Of files that are read. */
  readonly reads: ReadonlySet<string>;
  /** Of files that are changed, listed, matched or named otherwise. */
  readonly others: ReadonlySet<string>;
}

/**
 * Which results with a path a later call came back to, by position of the result's segment: the
 * usage ledger's rule, for single results. A call uses a result when it names one of its paths;
 * reading a file again is no use of an earlier read of it.
 */
export function laterUse(pairs: readonly ObservedPair[]): ReadonlyMap<number, boolean> {
  const used = new Map<number, boolean>();
  const unusedReads = new Map<string, Seen[]>();
  const unusedOthers = new Map<string, Seen[]>();
  /** Tools that were seen to read files: a failed call of one is still no use of the file. */
  const readers = new Set<string>();

  function use(seen: Map<string, Seen[]>, path: string, callMessage: number): void {
    const results = seen.get(path) ?? [];
    // Results are in order: the earlier ones stand in front, and each is marked once.
    const later = results.findIndex(({ resultMessage }) => resultMessage >= callMessage);
    const earlier = results.splice(0, later < 0 ? results.length : later);
    for (const { resultSegment } of earlier) used.set(resultSegment, true);
  }

  for (const pair of pairs) {
    if (pair.observations.some(({ kind }) => kind === "read")) readers.add(pair.call.name);
    const named = namedPaths(pair, readers.has(pair.call.name));
    for (const path of named.reads) use(unusedOthers, path, pair.callMessage);
    for (const path of named.others) {
      if (named.reads.has(path)) continue;
      use(unusedOthers, path, pair.callMessage);
      use(unusedReads, path, pair.callMessage);
    }
    const given = givenPaths(pair.observations);
    if (given.reads.size + given.others.size > 0) used.set(pair.resultSegment, false);
    for (const path of given.reads) push(unusedReads, path, pair);
    for (const path of given.others) if (!given.reads.has(path)) push(unusedOthers, path, pair);
  }
  return used;
}

function namedPaths({ call, observations }: ObservedPair, isReader: boolean): Paths {
  const reads = new Set<string>();
  const others = new Set(COMMAND_TOOLS.has(call.name) ? commandWords(call.args) : []);
  const path = isRecord(call.args) ? call.args["path"] : undefined;
  if (typeof path === "string") (isReader ? reads : others).add(path);
  for (const observation of observations) {
    if (observation.kind === "read") reads.add(observation.path);
    else if (observation.kind === "change") others.add(observation.path);
    else if (observation.kind === "paths" && observation.isListing !== true) {
      for (const declared of observation.paths) others.add(declared);
    }
  }
  return { reads, others };
}

function givenPaths(observations: readonly Observation[]): Paths {
  const reads = new Set<string>();
  const others = new Set<string>();
  for (const observation of observations) {
    if (observation.kind === "read") reads.add(observation.path);
    else if (observation.kind === "search" || observation.kind === "paths") {
      for (const path of observation.paths ?? []) others.add(path);
    }
  }
  return { reads, others };
}

function push(map: Map<string, Seen[]>, path: string, seen: Seen): void {
  const results = map.get(path);
  if (results) results.push(seen);
  else map.set(path, [seen]);
}
