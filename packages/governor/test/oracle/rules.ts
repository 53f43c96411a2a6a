import type {
  BackgroundObservation,
  ElisionReason,
  Observation,
  ReadObservation,
} from "../../src/types.ts";
import { isLater, type OraclePair } from "./pairs.ts";

/** A successful pair of the eligible prefix with what it says. */
export interface Seen {
  readonly pair: OraclePair;
  readonly text: string | null;
  readonly observations: readonly Observation[];
}

/** What one observation is redundant by. */
export interface Redundancy {
  readonly reason: ElisionReason;
  readonly supersededBy: string;
}

/** Why an observation isn't redundant, or what makes it so. */
export function redundancyOf(
  observation: Observation,
  seen: Seen,
  all: readonly Seen[],
): Redundancy | string {
  const later = all.filter((other) => isLater(other.pair, seen.pair));
  switch (observation.kind) {
    case "read":
      return redundantRead(observation, seen, all, later);
    case "background":
      return redundantPoll(observation, seen, all, later);
    case "search": {
      const same = later.filter((other) =>
        other.observations.some(
          (o) =>
            o.kind === "search" &&
            o.argumentsKey === observation.argumentsKey &&
            o.matchesKey === observation.matchesKey,
        ),
      );
      return verdict("duplicate_search", same, same, "nothing later is identical");
    }
    default:
      return "never redundant";
  }
}

function redundantRead(
  read: ReadObservation,
  seen: Seen,
  all: readonly Seen[],
  later: readonly Seen[],
): Redundancy | string {
  const concerns = (other: Seen): boolean =>
    other.observations.some(
      (o) => (o.kind === "read" || o.kind === "change") && o.path === read.path,
    );
  const isLastOfPath = all
    .filter(concerns)
    .every((other) => other.pair.resultAt <= seen.pair.resultAt);
  if (isLastOfPath) return "last result of its path";
  const outdated = later.filter((other) =>
    other.observations.some(
      (o) =>
        (o.kind === "change" && o.path === read.path) ||
        (o.kind === "read" && o.path === read.path && isOtherContent(o, read)),
    ),
  );
  return verdict("superseded_read", outdated, later.filter(concerns), "content still holds");
}

function hashOf({ sha256 }: ReadObservation): string | undefined {
  return typeof sha256 === "string" && /^[0-9a-fA-F]{8,}$/.test(sha256)
    ? sha256.toLowerCase()
    : undefined;
}

function isOtherContent(a: ReadObservation, b: ReadObservation): boolean {
  const [hashA, hashB] = [hashOf(a), hashOf(b)];
  if (hashA !== undefined || hashB !== undefined) {
    return hashA !== undefined && hashB !== undefined && hashA !== hashB;
  }
  if (a.compareText === undefined || b.compareText === undefined) return false;
  return a.rangeKey === b.rangeKey && a.compareText !== b.compareText;
}

function redundantPoll(
  poll: BackgroundObservation,
  seen: Seen,
  all: readonly Seen[],
  later: readonly Seen[],
): Redundancy | string {
  const pollsOf = (other: Seen): BackgroundObservation[] =>
    other.observations.filter(
      (o): o is BackgroundObservation => o.kind === "background" && o.taskId === poll.taskId,
    );
  const isContinuation =
    poll.offset > 0 &&
    all.some(
      (other) =>
        other.pair.resultAt < seen.pair.resultAt &&
        pollsOf(other).some(({ nextOffset }) => nextOffset === poll.offset),
    );
  if (isContinuation) return "continues where an earlier poll ended";
  const justify = later.filter((other) =>
    pollsOf(other).some(
      ({ offset, limit }) => poll.isEmpty || (offset === poll.offset && limit === poll.limit),
    ),
  );
  return verdict("stale_bg_output", justify, justify, "no later poll covers it");
}

function verdict(
  reason: ElisionReason,
  justify: readonly Seen[],
  concern: readonly Seen[],
  otherwise: string,
): Redundancy | string {
  if (justify.length === 0) return otherwise;
  const last = concern.reduce((a, b) => (b.pair.resultAt > a.pair.resultAt ? b : a));
  return { reason, supersededBy: last.pair.call.id };
}
