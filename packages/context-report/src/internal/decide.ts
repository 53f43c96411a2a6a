import {
  createProjector,
  type Elision,
  type Message,
  type ResolvedSettings,
  type ToolMessage,
  type ToolProfile,
} from "@alisio/governor";
import { hasContent, type Pair } from "./pair-results.ts";

/** What the governor says of this history. */
export interface Decisions {
  /** By position of the result's segment. */
  readonly elisions: ReadonlyMap<number, Elision>;
  /** Segments of results that are elided only once the whole history is eligible. */
  readonly nextEpoch: ReadonlySet<number>;
}

/** The history as the governor is to see it: what the agent removed was never successful. */
export function withoutRemoved(
  history: readonly Message[],
  removed: ReadonlySet<string>,
): readonly Message[] {
  if (removed.size === 0) return history;
  return history.map((message) => {
    const isRemoved = message?.role === "tool" && removed.has(message.callId);
    return isRemoved && hasContent(message)
      ? ({ ...message, content: "", isError: true } satisfies ToolMessage)
      : message;
  });
}

/**
 * Asks the governor once for now, unless the host has its answer, and once for the next epoch: an
 * epoch that ends here makes the whole history eligible.
 */
export function decide(
  history: readonly Message[],
  settings: ResolvedSettings,
  profile: ToolProfile,
  pairs: readonly Pair[],
  known: readonly Elision[] | undefined,
): Decisions {
  const projector = createProjector({ ...settings, profile, mode: "shadow" });
  projector.push(history);
  const now = known ?? projector.snapshot().elisions;
  const bySegment = new Map(pairs.map((pair) => [pair.call.id, pair.resultSegment]));
  const elisions = new Map<number, Elision>();
  for (const elision of now) {
    const segment = bySegment.get(elision.callId);
    if (segment !== undefined) elisions.set(segment, elision);
  }
  const nextEpoch = new Set<number>();
  for (const { callId } of projector.view({ eligibleMessages: history.length }).elisions) {
    const segment = bySegment.get(callId);
    if (segment !== undefined && !elisions.has(segment)) nextEpoch.add(segment);
  }
  return { elisions, nextEpoch };
}
