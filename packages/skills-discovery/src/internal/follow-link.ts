import { finding } from "./candidate.ts";
import { isLoop } from "./open-contained.ts";
import { isInside, joinPath } from "./paths.ts";
import type { LinkVisit, RootWalk, Visit } from "./walk-context.ts";
import { shownBelow, shownTarget } from "./walk-context.ts";

/** What a link leads to. */
type Target = { readonly realPath: string } | "loop" | "unreadable" | "broken";

/** Queues the directory that a link leads to, as far as the root's policy lets it. */
export function followLink(walk: RootWalk, link: LinkVisit): void {
  const target = resolve(walk, joinPath(link.parent, link.name));
  if (target === "broken") reportBroken(walk, link.shown);
  else if (target === "unreadable") reportUnreadable(walk, link.shown);
  else if (target === "loop") reportCycle(walk, link.shown);
  else if (isDirectory(walk, target.realPath)) enter(walk, link, target.realPath);
}

function enter(walk: RootWalk, link: LinkVisit, realPath: string): void {
  const { taken, walked } = walk.context;
  const isOutside = walk.container !== null && !isInside(realPath, walk.container);
  const isKnown = taken.has(realPath) || walked.get(realPath)?.rootIndex === walk.rootIndex;
  if (isOutside) reportOutside(walk, link.shown);
  else if (isInside(link.parent, realPath)) reportCycle(walk, link.shown);
  else if (isKnown) reportDuplicate(walk, link.shown, realPath);
  else walk.queue.push({ realPath, path: link.path, shown: link.shown, level: link.level });
}

/** Enough to name the cycles that people make; a skill may hold any number of links. */
const LINKS_LOOKED_AT = 64;

/** A skill's directory isn't searched, but a link in it that leads back up is worth a word. */
export function reportCycles(walk: RootWalk, visit: Visit, links: readonly string[]): void {
  for (const name of links.slice(0, LINKS_LOOKED_AT)) {
    const target = resolve(walk, joinPath(visit.realPath, name));
    const isCycle =
      target === "loop" ||
      (typeof target === "object" && isInside(visit.realPath, target.realPath));
    if (isCycle) reportCycle(walk, shownBelow(visit.shown, name));
  }
}

function resolve(walk: RootWalk, path: string): Target {
  walk.context.work += 2;
  try {
    const realPath = walk.context.fileSystem.realPath(path);
    return realPath === undefined ? "broken" : { realPath };
  } catch (error) {
    return isLoop(error) ? "loop" : "unreadable";
  }
}

function isDirectory(walk: RootWalk, realPath: string): boolean {
  try {
    return walk.context.fileSystem.stat(realPath)?.kind === "directory";
  } catch {
    return false;
  }
}

function reportCycle(walk: RootWalk, path: string): void {
  const message =
    "The link leads back to itself or to a directory that holds it; it was not followed. Remove it.";
  walk.diagnostics.push(finding("directory.cycle", "warning", path, message));
}

function reportOutside(walk: RootWalk, path: string): void {
  const message =
    "The link leads out of the workspace root; a project's skills are read from inside it only. Copy the directory, or configure its target as a root.";
  walk.diagnostics.push(finding("directory.link-outside", "warning", path, message));
}

function reportDuplicate(walk: RootWalk, path: string, realPath: string): void {
  const message = `The link leads to ${shownTarget(walk, realPath)}, which was searched already; each directory is taken once.`;
  walk.diagnostics.push(finding("directory.duplicate", "information", path, message));
}

function reportBroken(walk: RootWalk, path: string): void {
  const message = "The link leads nowhere. Mend or remove it.";
  walk.diagnostics.push(finding("directory.link-broken", "warning", path, message));
}

function reportUnreadable(walk: RootWalk, path: string): void {
  walk.partial = true;
  const message = "The link's target could not be reached. Check the permissions on its way.";
  walk.diagnostics.push(finding("directory.unreadable", "error", path, message));
}
