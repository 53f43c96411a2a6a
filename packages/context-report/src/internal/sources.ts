import type { ObservedPair } from "./observe-results.ts";
import type { ShowPath } from "./show-path.ts";

/** What a call and its result are about. */
export interface Source {
  readonly path: string;
  readonly morePaths: number;
}

/**
 * The paths of calls and results, by position of the segment: of files read and changed alone, as
 * the profile says, since whatever else a call holds is text.
 */
export function sourcesOf(
  pairs: readonly ObservedPair[],
  showPath: ShowPath,
): ReadonlyMap<number, Source> {
  const sources = new Map<number, Source>();
  for (const { observations, callSegment, resultSegment } of pairs) {
    const paths = new Set<string>();
    for (const observation of observations) {
      if (observation.kind !== "read" && observation.kind !== "change") continue;
      const shown = showPath(observation.path);
      if (shown !== undefined) paths.add(shown);
    }
    const [path] = paths;
    if (path === undefined) continue;
    const source = { path, morePaths: paths.size - 1 };
    sources.set(callSegment, source).set(resultSegment, source);
  }
  return sources;
}
