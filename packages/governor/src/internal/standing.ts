import type { ElisionReason, Observation } from "../types.ts";
import type { Pair } from "./pairing.ts";

/** Something that has arrived at a rule: what one observation of a result says. */
export interface Standing {
  readonly pair: Pair;
}

/** An observation that must become redundant before its result can be elided. */
export interface Claim extends Standing {
  readonly reason: ElisionReason;
  /** Where its superseders stand. */
  readonly lane: readonly Standing[];
  /** What the stub says after the tool's name. */
  stub(toolName: string): string;
}

/** Told when something later has made a claim redundant: once per claim, and for good. */
export type OnRedundant = (claim: Claim) => void;

/** One rule of the policy. It is told of observations in the order in which results arrived. */
export interface Rule<O extends Observation> {
  add(pair: Pair, observation: O): Claim;
}

/**
 * Later means that both the call and the result come later. A lane holds what has arrived, in order,
 * without what something later has passed: the orders of the calls in it never rise. An arrival
 * takes off all that it is later than, so that the whole lane costs its length once.
 */
export function arrive<S extends Standing>(
  lane: S[],
  arrival: S,
  onPassed?: (passed: S) => void,
): void {
  const { order } = arrival.pair;
  while (lane.length > 0) {
    const top = lane[lane.length - 1] as S;
    if (top.pair.order >= order) break;
    lane.pop();
    onPassed?.(top);
  }
  lane.push(arrival);
}

/** The last arrival in a lane that is later than a pair; there must be one. */
export function lastLater(lane: readonly Standing[], { order }: Pair): Pair {
  const after = partition(lane, (standing) => standing.pair.order > order);
  return (lane[after - 1] as Standing).pair;
}

/** How many items at the front of a list pass a test that none of the rest passes. */
export function partition<T>(items: readonly T[], isFront: (item: T) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isFront(items[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}
