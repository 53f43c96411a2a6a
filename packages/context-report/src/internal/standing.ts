import type { Message } from "@alisio/governor";
import type { Criticality, CriticalityReason, ReportSegmentKind } from "../types.ts";
import type { Decisions } from "./decide.ts";
import type { ObservedPair } from "./observe-results.ts";

const RECENT_ASSISTANT_TURNS = 3;

/** How much a segment matters, and why. */
export interface Standing {
  readonly criticality: Criticality;
  readonly reason: CriticalityReason;
}

/** What of a history segment its standing depends on. */
export interface StandingInput {
  /** Position among the segments of the history. */
  readonly segment: number;
  readonly kind: ReportSegmentKind;
  readonly messageIndex: number;
  readonly isError: boolean;
  /** Nothing of it is sent: no text and no other part. */
  readonly isEmpty: boolean;
  readonly isAgentElided: boolean;
}

const PINNED: Readonly<Partial<Record<ReportSegmentKind, CriticalityReason>>> = {
  instructions: "instructions",
  user: "user_message",
  checkpoint: "checkpoint",
  invariants: "invariants",
};

/** The standing of a segment that matters for what it is, whatever else the history holds. */
export function pinnedStanding(kind: ReportSegmentKind): Standing | undefined {
  const reason = PINNED[kind];
  return reason && { criticality: "pinned", reason };
}

/** Judges the segments of one history. The first rule that matches counts. */
export function createJudge(
  history: readonly Message[],
  pairs: readonly ObservedPair[],
  { elisions, nextEpoch }: Decisions,
  usedLater: (pair: ObservedPair) => boolean | null,
): (input: StandingInput) => Standing {
  const turns = history.flatMap((message, i) => (message?.role === "assistant" ? [i] : []));
  const lastTurn = turns.at(-1) ?? history.length;
  const recent = turns.at(-RECENT_ASSISTANT_TURNS) ?? 0;
  const { changes, usedReads } = latestOfPaths(pairs, usedLater);

  return ({ segment, kind, messageIndex, isError, isEmpty, isAgentElided }) => {
    const isResult = kind === "tool_result";
    const elision = elisions.get(segment);
    if (elision) return { criticality: "low", reason: elision.reason };
    if (isAgentElided) return { criticality: "low", reason: "empty" };
    const pinned = pinnedStanding(kind);
    if (pinned) return pinned;
    if (messageIndex >= lastTurn) return { criticality: "high", reason: "last_turn" };
    if (changes.has(segment)) return { criticality: "high", reason: "latest_of_path" };
    if (usedReads.has(segment)) return { criticality: "high", reason: "used_later" };
    if (isResult && isError && messageIndex >= recent) {
      return { criticality: "high", reason: "recent_error" };
    }
    if (isResult && isEmpty) return { criticality: "low", reason: "empty" };
    if (nextEpoch.has(segment)) return { criticality: "low", reason: "next_epoch" };
    return { criticality: "normal", reason: "default" };
  };
}

/**
 * Segments of the last change of each path, call and result; and results of the latest read of each
 * path that no later change outdated and that was used later.
 */
function latestOfPaths(
  pairs: readonly ObservedPair[],
  usedLater: (pair: ObservedPair) => boolean | null,
): { readonly changes: ReadonlySet<number>; readonly usedReads: ReadonlySet<number> } {
  const lastChange = new Map<string, ObservedPair>();
  const lastRead = new Map<string, ObservedPair>();
  for (const pair of pairs) {
    for (const observation of pair.observations) {
      if (observation.kind === "change") lastChange.set(observation.path, pair);
      else if (observation.kind === "read") lastRead.set(observation.path, pair);
    }
  }
  const changes = new Set<number>();
  for (const pair of lastChange.values()) changes.add(pair.callSegment).add(pair.resultSegment);
  const usedReads = new Set<number>();
  for (const [path, pair] of lastRead) {
    const change = lastChange.get(path);
    const isOutdated = change !== undefined && change.resultSegment >= pair.resultSegment;
    if (!isOutdated && usedLater(pair) === true) usedReads.add(pair.resultSegment);
  }
  return { changes, usedReads };
}
