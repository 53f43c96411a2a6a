import type { Elision, ElisionReason } from "../../types.ts";

/** Counts each result once, however often the agent rewrites what it sends. */
export interface ElisionRecord {
  /** The agent rewrote the past: what no counted request has carried yet may be whole again. */
  restart(): void;
  /** Positions of a request that are elided now, their indices in the history, and why. */
  elide(
    positions: readonly number[],
    indices: readonly number[],
    elided: ReadonlyMap<number, Elision>,
  ): void;
  /** A counted request carries what is elided: the reasons of what none did before. */
  takeElided(): readonly ElisionReason[];
  /** How many of these results were not needed before. */
  need(indices: readonly number[]): number;
}

export function createElisionRecord(): ElisionRecord {
  const counted = new Set<number>();
  const needed = new Set<number>();
  const pending = new Map<number, ElisionReason>();
  return {
    restart: () => pending.clear(),
    elide(positions, indices, elided) {
      for (const position of positions) {
        const index = indices[position] as number;
        const reason = elided.get(position)?.reason;
        if (reason !== undefined && !counted.has(index)) pending.set(index, reason);
      }
    },
    takeElided() {
      const reasons = [...pending.values()];
      for (const index of pending.keys()) counted.add(index);
      pending.clear();
      return reasons;
    },
    need(indices) {
      const before = needed.size;
      for (const index of indices) needed.add(index);
      return needed.size - before;
    },
  };
}
