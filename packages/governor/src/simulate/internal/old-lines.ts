const START = "*** Begin Patch";
const END = "*** End Patch";
const UPDATE = "*** Update File: ";
const OTHERS: readonly string[] = ["*** Add File: ", "*** Delete File: "];

/**
 * What a patch in the format of `apply_patch` quotes of the files that it updates: the context and
 * the removed lines, a text for each run of them.
 */
export function oldLines(patch: string): readonly string[] {
  const start = patch.indexOf(START);
  if (start === -1) return [];
  const runs: string[][] = [[]];
  let isUpdate = false;
  for (const line of patch.slice(start + START.length).split("\n")) {
    if (line.startsWith(END)) break;
    if (line.startsWith(UPDATE)) isUpdate = true;
    else if (OTHERS.some((mark) => line.startsWith(mark))) isUpdate = false;
    if (!isUpdate) continue;
    if (line.startsWith(" ") || line.startsWith("-")) runs.at(-1)?.push(line.slice(1));
    else if (!line.startsWith("+")) runs.push([]);
  }
  return runs.filter((run) => run.length > 0).map((run) => run.join("\n"));
}
