import { finding } from "./candidate.ts";
import { followLink, reportCycles } from "./follow-link.ts";
import { reportHiddenSkills } from "./hidden-skills.ts";
import { type Listing, toListing } from "./listing.ts";
import { joinPath } from "./paths.ts";
import { holds, stampOf } from "./stamp.ts";
import { recallSkill, takeCandidate, takeMisnamed } from "./take-candidate.ts";
import {
  type DirectoryMemory,
  isPauseDue,
  pause,
  type RootWalk,
  reachesFurther,
  shownBelow,
  type Visit,
} from "./walk-context.ts";

/**
 * Searches one root, nearest levels first, so that a bound cuts what lies deepest. Real
 * directories come before links, so that a skill is found under its own path and not under an
 * alias.
 */
export async function walkRoot(walk: RootWalk): Promise<void> {
  const { context, root, queue, links } = walk;
  queue.push({ realPath: walk.realPath, path: root.path, shown: root.displayPath, level: 0 });
  let nextVisit = 0;
  let nextLink = 0;
  for (;;) {
    const visit = queue[nextVisit];
    if (visit !== undefined) {
      nextVisit += 1;
      if (isSearched(walk, visit)) continue;
      if (walk.directories === context.maxDirectories) return reachDirectories(walk);
      walk.directories += 1;
      const pending = recallSkill(walk, visit) ? undefined : visitDirectory(walk, visit);
      if (pending !== undefined) await pending;
      if (isPauseDue(context)) await pause(context);
      continue;
    }
    const link = links[nextLink];
    if (link === undefined) return;
    if (nextLink === context.maxDirectories) return reachDirectories(walk);
    nextLink += 1;
    followLink(walk, link);
  }
}

/** Each real directory is searched once, except where another root reaches further from it. */
function isSearched(walk: RootWalk, visit: Visit): boolean {
  if (visit.level === 0) return false;
  const { taken, walked, maxDepth } = walk.context;
  if (taken.has(visit.realPath)) return true;
  const before = walked.get(visit.realPath);
  if (before?.rootIndex === walk.rootIndex) return true;
  return !reachesFurther(before, maxDepth - visit.level, walk.container !== null);
}

function visitDirectory(walk: RootWalk, visit: Visit): undefined | Promise<void> {
  const { maxDepth, walked } = walk.context;
  const memory = list(walk, visit);
  if (memory === undefined) return undefined;
  const { listing } = memory;
  for (const name of listing.wrongCase) takeMisnamed(walk, memory, visit, name);
  const pending = listing.skill && takeCandidate(walk, memory, visit, listing.skill);
  const isSkill = listing.skill !== undefined && listing.skill !== "directory";
  if (isSkill && visit.level > 0) {
    reportCycles(walk, visit, listing.links);
    return pending;
  }
  const levels = maxDepth - visit.level;
  const isContained = walk.container !== null;
  walked.set(visit.realPath, { rootIndex: walk.rootIndex, levels, isContained });
  reportHiddenSkills(walk, visit, listing.hidden);
  if (levels > 0) {
    for (const below of memory.directories) walk.queue.push(below);
    for (const link of memory.links) walk.links.push(link);
  } else if (listing.directories.length > 0) {
    reachDepth(walk);
  }
  return pending;
}

/** The names in a directory; read again only where its stamp says that they may differ. */
function list(walk: RootWalk, visit: Visit): DirectoryMemory | undefined {
  const { context } = walk;
  const { fileSystem, previous, next } = context;
  try {
    context.work += 1;
    const stat = fileSystem.stat(visit.realPath);
    if (stat === undefined) return undefined;
    const candidates = next.get(visit.realPath)?.candidates ?? [];
    const known = previous.get(visit.realPath);
    if (known !== undefined && holds(known.stamp, stat)) {
      const memory = isSameVisit(known.visit, visit)
        ? { ...known, candidates }
        : remember(visit, { ...known, candidates });
      next.set(visit.realPath, memory);
      return memory;
    }
    context.work += 8;
    // The stamp is taken before the names, so that a change in between shows the next time.
    const stamp = stampOf(stat, fileSystem);
    const entries = fileSystem.readDirectory(visit.realPath);
    if (entries === undefined) return undefined;
    const memory = remember(visit, { stamp, listing: toListing(entries), candidates });
    next.set(visit.realPath, memory);
    return memory;
  } catch {
    reportUnreadable(walk, visit);
    return undefined;
  }
}

function isSameVisit(known: Visit, visit: Visit): boolean {
  return (
    known === visit ||
    (known.path === visit.path && known.level === visit.level && known.shown === visit.shown)
  );
}

function remember(
  visit: Visit,
  facts: Pick<DirectoryMemory, "stamp" | "listing" | "candidates">,
): DirectoryMemory {
  const { stamp, listing, candidates } = facts;
  const isSkill = listing.skill !== undefined && listing.skill !== "directory";
  // What lies below a skill isn't searched; only a root with a SKILL.md is, too.
  const isSearchedBelow = !isSkill || visit.level === 0;
  return {
    stamp,
    listing,
    visit,
    directories: isSearchedBelow ? directoriesBelow(visit, listing) : NONE,
    links: isSearchedBelow ? linksBelow(visit, listing) : NONE,
    candidates,
  };
}

const NONE: readonly never[] = Object.freeze([]);

function directoriesBelow(visit: Visit, listing: Listing): DirectoryMemory["directories"] {
  const isReal = visit.path === visit.realPath;
  return listing.directories.map((name) => {
    const realPath = joinPath(visit.realPath, name);
    return {
      realPath,
      path: isReal ? realPath : joinPath(visit.path, name),
      shown: shownBelow(visit.shown, name),
      level: visit.level + 1,
    };
  });
}

function linksBelow(visit: Visit, listing: Listing): DirectoryMemory["links"] {
  return listing.links.map((name) => ({
    parent: visit.realPath,
    name,
    path: joinPath(visit.path, name),
    shown: shownBelow(visit.shown, name),
    level: visit.level + 1,
  }));
}

function reportUnreadable(walk: RootWalk, visit: Visit): void {
  walk.partial = true;
  if (visit.level === 0) walk.unreadable = true;
  const message =
    "The directory could not be read, so skills in it are missing. Check its permissions.";
  walk.diagnostics.push(finding("directory.unreadable", "error", visit.shown, message));
}

function reachDepth(walk: RootWalk): void {
  walk.partial = true;
  if (walk.diagnostics.some(({ code }) => code === "root.depth-reached")) return;
  const { maxDepth } = walk.context;
  const message = `The root has directories more than ${maxDepth} levels below it; those were not searched, so the result is partial. Configure a deeper directory as a root, or raise the bound.`;
  walk.diagnostics.push(finding("root.depth-reached", "warning", walk.root.displayPath, message));
}

function reachDirectories(walk: RootWalk): void {
  walk.partial = true;
  const { maxDirectories } = walk.context;
  const message = `The root has more than ${maxDirectories} directories; the rest was not searched, so the result is partial. Configure a narrower directory as a root, or raise the bound.`;
  walk.diagnostics.push(
    finding("root.directories-reached", "warning", walk.root.displayPath, message),
  );
}
