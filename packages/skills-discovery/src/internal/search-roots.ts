import type { SkillFileSystem } from "../file-system.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { RootReport, RootSkipReason, SkillRoot } from "../types-snapshot.ts";
import type { Candidate } from "./candidate.ts";
import { isLoop } from "./open-contained.ts";
import { isInside } from "./paths.ts";
import { ReadBuffer } from "./read-file.ts";
import { skipFinding } from "./root-messages.ts";
import type { RootWalk, ScanMemory, WalkContext } from "./walk-context.ts";
import { reachesFurther, shownTarget } from "./walk-context.ts";
import { walkRoot } from "./walk-root.ts";

/** What a scan goes by. */
export interface SearchOptions {
  readonly fileSystem: SkillFileSystem;
  readonly roots: readonly SkillRoot[];
  readonly maxDepth: number;
  readonly maxDirectories: number;
  readonly homeDirectory: string | null;
}

/** What a scan found: a report for each root, and candidates in the order of roots. */
export interface SearchResult {
  readonly roots: readonly RootReport[];
  readonly candidates: readonly Candidate[];
  readonly memory: ScanMemory;
}

/** Searches all roots; what `previous` remembers and still holds isn't read again. */
export async function searchRoots(
  options: SearchOptions,
  previous: ScanMemory = new Map(),
): Promise<SearchResult> {
  const memory: ScanMemory = new Map();
  const context: WalkContext = {
    ...options,
    previous,
    next: memory,
    buffer: new ReadBuffer(),
    walked: new Map(),
    taken: new Set(),
    work: 0,
  };
  const roots: RootReport[] = [];
  const candidates: Candidate[] = [];
  for (const [rootIndex, root] of options.roots.entries()) {
    const entered = enterRoot(context, root, rootIndex);
    if ("reason" in entered) {
      roots.push(skippedReport(root, entered.reason, entered.detail));
      continue;
    }
    await walkRoot(entered);
    roots.push(searchedReport(entered));
    for (const candidate of entered.candidates) candidates.push(candidate);
  }
  return { roots, candidates, memory };
}

interface Skipped {
  readonly reason: RootSkipReason;
  readonly detail?: string;
}

/** Resolves a root and holds it against its policy. An untrusted one is not touched. */
function enterRoot(context: WalkContext, root: SkillRoot, rootIndex: number): RootWalk | Skipped {
  if (!root.trusted) return { reason: "untrusted" };
  const { fileSystem } = context;
  try {
    const realPath = fileSystem.realPath(root.path);
    if (realPath === undefined) return { reason: "missing" };
    const container = root.container === null ? null : fileSystem.realPath(root.container);
    if (container === undefined) return { reason: "missing" };
    if (container !== null && !isInside(realPath, container)) return { reason: "link-outside" };
    const stat = fileSystem.stat(realPath);
    if (stat === undefined) return { reason: "missing" };
    if (stat.kind !== "directory") return { reason: "not-a-directory" };
    const walk = newWalk(context, root, rootIndex, realPath, container);
    const before = context.walked.get(realPath);
    if (reachesFurther(before, context.maxDepth, container !== null)) return walk;
    return { reason: "duplicate", detail: shownTarget(walk, realPath) };
  } catch (error) {
    return { reason: isLoop(error) ? "cycle" : "unreadable" };
  }
}

function newWalk(
  context: WalkContext,
  root: SkillRoot,
  rootIndex: number,
  realPath: string,
  container: string | null,
): RootWalk {
  return {
    context,
    root,
    rootIndex,
    realPath,
    container,
    queue: [],
    links: [],
    candidates: [],
    diagnostics: [],
    directories: 0,
    probes: 0,
    partial: false,
    unreadable: false,
  };
}

function searchedReport(walk: RootWalk): RootReport {
  const { root, realPath, diagnostics, partial, unreadable } = walk;
  if (unreadable) return skippedReport(root, "unreadable");
  return report(root, {
    linkTarget: realPath === root.path ? null : shownTarget(walk, realPath),
    searched: true,
    reason: null,
    partial,
    diagnostics,
  });
}

function skippedReport(root: SkillRoot, reason: RootSkipReason, detail?: string): RootReport {
  const diagnostic = skipFinding(root, reason, detail);
  return report(root, {
    linkTarget: null,
    searched: false,
    reason,
    partial: false,
    diagnostics: diagnostic === undefined ? [] : [diagnostic],
  });
}

function report(
  root: SkillRoot,
  rest: Omit<RootReport, "scope" | "path" | "plugin"> & { readonly diagnostics: SkillDiagnostic[] },
): RootReport {
  const { scope, displayPath: path, plugin } = root;
  return Object.freeze({
    scope,
    path,
    plugin,
    ...rest,
    diagnostics: Object.freeze(rest.diagnostics),
  });
}
