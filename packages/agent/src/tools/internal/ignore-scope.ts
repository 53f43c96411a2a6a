import path from "node:path";
import { MAX_HASHED_BYTES } from "../limits.ts";
import { bytesOf } from "./file-bytes.ts";
import { type IgnoreRules, parseIgnoreRules } from "./ignore-rules.ts";
import { openContained } from "./open-contained.ts";
import type { Places } from "./places.ts";

/** The rules of the `.gitignore` of one directory. */
export interface ScopedRules {
  readonly rules: IgnoreRules;
  /** Segments from the workspace, or the approved directory, to that directory. */
  readonly depth: number;
}

/** A path to hold against rules, in segments from the workspace. */
export interface Candidate {
  readonly segments: readonly string[];
  readonly isDirectory: boolean;
}

/**
 * Whether the rules leave a path out, the closest first. Once it is late all is left out: rules can
 * be many and far too costly.
 */
export function isIgnored(
  scope: readonly ScopedRules[],
  { segments, isDirectory }: Candidate,
  isLate: () => boolean,
): boolean {
  for (let index = scope.length - 1; index >= 0; index -= 1) {
    if (isLate()) return true;
    const { rules, depth } = scope[index] as ScopedRules;
    const verdict = rules(segments.slice(depth), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/**
 * The rules that hold in a directory from those above it. None when the directory is itself left
 * out: who names it wants to see what is in it.
 */
export async function scopeAbove(
  places: Places,
  real: string,
  isLate: () => boolean,
): Promise<readonly ScopedRules[]> {
  const segments = places.segments(real);
  const scope: ScopedRules[] = [];
  let directory = places.containerOf(real) ?? real;
  for (const [depth, segment] of segments.entries()) {
    scope.push(...(await rulesIn(places, directory, depth)));
    const above = { segments: segments.slice(0, depth + 1), isDirectory: true };
    if (isIgnored(scope, above, isLate)) return [];
    directory = path.join(directory, segment);
  }
  return scope;
}

/** The rules of a directory's own file; none when it has none that can be read. */
export async function rulesIn(
  places: Places,
  directory: string,
  depth: number,
): Promise<readonly ScopedRules[]> {
  try {
    const { handle } = await openContained(places, path.join(directory, ".gitignore"));
    try {
      const bytes = await bytesOf(handle, MAX_HASHED_BYTES);
      return bytes ? [{ rules: parseIgnoreRules(bytes.toString("utf8")), depth }] : [];
    } finally {
      await handle.close();
    }
  } catch {
    // A listing with too much in it is better than none.
    return [];
  }
}
