import type { FileStat, SkillFileSystem } from "../file-system.ts";

/** What tells that a file or directory is as it was seen. */
export interface Stamp {
  readonly stat: FileStat;
  /**
   * False where the stamp is so fresh that a later change could carry the same one; then only
   * reading again tells.
   */
  readonly settled: boolean;
}

/** Kernels stamp changes with a clock that ticks every 1 to 10 ms. */
const FINE_CLOCK_NS = 100_000_000n;
/** FAT counts in 2 s, other old file systems in 1 s. */
const COARSE_CLOCK_NS = 3_000_000_000n;
const NS_PER_MS = 1_000_000n;

export function stampOf(stat: FileStat, fileSystem: SkillFileSystem): Stamp {
  const now = fileSystem.now?.();
  if (now === undefined) return { stat, settled: true };
  return { stat, settled: isPast(stat.changedNs, now) && isPast(stat.modifiedNs, now) };
}

/** Whether what was seen under a stamp still holds. */
export function holds(stamp: Stamp, stat: FileStat): boolean {
  const seen = stamp.stat;
  return (
    stamp.settled &&
    seen.changedNs === stat.changedNs &&
    seen.modifiedNs === stat.modifiedNs &&
    seen.size === stat.size &&
    seen.inode === stat.inode &&
    seen.device === stat.device &&
    seen.kind === stat.kind
  );
}

/** Whether the clock that stamped a change has ticked since. */
function isPast(timeNs: bigint, nowNs: bigint): boolean {
  const tickNs = timeNs % NS_PER_MS === 0n ? COARSE_CLOCK_NS : FINE_CLOCK_NS;
  return nowNs - timeNs > tickNs;
}
