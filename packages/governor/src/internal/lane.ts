import type { Pair, Standing } from "./claim.ts";

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
