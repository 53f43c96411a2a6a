import type { Observation } from "../../types.ts";

const START = "*** Begin Patch";
const END = "*** End Patch";
const MARKS: readonly string[] = [
  "*** Add File: ",
  "*** Update File: ",
  "*** Delete File: ",
  "*** Move to: ",
];

/**
 * The files that a patch in the format of `apply_patch` adds, changes, deletes or moves, each once
 * and in order; of a move both ends. Lines of content begin with a sign, so none is taken for a mark.
 */
export function changedPaths(patch: string): readonly string[] {
  const start = patch.indexOf(START);
  if (start === -1) return [];
  const paths = new Set<string>();
  for (const line of patch.slice(start + START.length).split("\n")) {
    if (line.startsWith(END)) break;
    const mark = MARKS.find((candidate) => line.startsWith(candidate));
    const path = mark === undefined ? "" : line.slice(mark.length).trim();
    if (path !== "") paths.add(path);
  }
  return [...paths];
}

/** One change for each path. */
export function changesOf(paths: readonly string[]): readonly Observation[] {
  return paths.map((path) => ({ kind: "change", path }));
}
