import { finding } from "./candidate.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { isInside, joinPath } from "./paths.ts";
import type { RootWalk, Visit } from "./walk-context.ts";
import { shownBelow } from "./walk-context.ts";

/**
 * Dot-directories are passed over; one that plainly holds skills gets a diagnostic that names
 * the path to configure.
 */
export function reportHiddenSkills(walk: RootWalk, visit: Visit, names: readonly string[]): void {
  for (const name of names) {
    // As many as directories may be searched: a bound for trees made of nothing else.
    if (walk.probes === walk.context.maxDirectories) return;
    walk.probes += 1;
    const below = rootWithin(walk, joinPath(visit.realPath, name));
    if (below === undefined) continue;
    const path = `${shownBelow(visit.shown, name)}${below}`;
    const message = `Skills in a dot-directory are not searched for. Configure ${path} as a root to load them.`;
    walk.diagnostics.push(finding("directory.hidden-skills", "warning", path, message));
  }
}

/** What of a dot-directory to configure: itself (empty), its folder `skills`, or nothing. */
function rootWithin(walk: RootWalk, directory: string): "" | "/skills" | undefined {
  const { fileSystem } = walk.context;
  walk.context.work += 2;
  try {
    if (walk.container !== null) {
      const realPath = fileSystem.realPath(directory);
      if (realPath === undefined || !isInside(realPath, walk.container)) return undefined;
    }
    if (fileSystem.stat(joinPath(directory, SKILL_FILE_NAME))?.kind === "file") return "";
    const isFolder = fileSystem.stat(joinPath(directory, "skills"))?.kind === "directory";
    return isFolder ? "/skills" : undefined;
  } catch {
    return undefined;
  }
}
