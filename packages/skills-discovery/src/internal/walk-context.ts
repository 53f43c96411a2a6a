import type { SkillFileSystem } from "../file-system.ts";
import { showPath } from "../plan-skill-roots.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { SkillRoot } from "../types-snapshot.ts";
import type { Candidate, RememberedCandidate } from "./candidate.ts";
import type { Listing } from "./listing.ts";
import { relativePath } from "./paths.ts";
import type { ReadBuffer } from "./read-file.ts";
import type { Stamp } from "./stamp.ts";
import { neutralise } from "./text.ts";

/** A directory to look at. */
export interface Visit {
  readonly realPath: string;
  /** As reached from the root, absolute. */
  readonly path: string;
  /** How reports show it. */
  readonly shown: string;
  /** The root is level 0. */
  readonly level: number;
}

/** A link that may lead to a directory. */
export interface LinkVisit extends Omit<Visit, "realPath"> {
  /** Real path of the directory that holds it. */
  readonly parent: string;
  readonly name: string;
}

/** What one scan leaves of a directory for the next, so that the next reads only what changed. */
export interface DirectoryMemory {
  readonly stamp: Stamp;
  readonly listing: Listing;
  /** The visit that `directories` and `links` follow from. */
  readonly visit: Visit;
  readonly directories: readonly Visit[];
  readonly links: readonly LinkVisit[];
  /** What was taken from it as candidates, by whichever root. */
  readonly candidates: RememberedCandidate[];
}

/** By real path of the directory. */
export type ScanMemory = Map<string, DirectoryMemory>;

/** What all roots of one scan share. */
export interface WalkContext {
  readonly fileSystem: SkillFileSystem;
  readonly maxDepth: number;
  readonly maxDirectories: number;
  readonly homeDirectory: string | null;
  readonly previous: ScanMemory;
  readonly next: ScanMemory;
  readonly buffer: ReadBuffer;
  /** Real directories that were searched. */
  readonly walked: Map<string, WalkedDirectory>;
  /** Real directories whose `SKILL.md` was taken. */
  readonly taken: Set<string>;
  /** Units of work since other work was let run: a stat is 1, a listing or a file read 8. */
  work: number;
}

/** How far a directory was searched. */
export interface WalkedDirectory {
  readonly rootIndex: number;
  /** Levels below it. */
  readonly levels: number;
  /** Links out of the workspace were refused. */
  readonly isContained: boolean;
}

/** Whether a search of a directory can find more than the one that was. */
export function reachesFurther(
  before: WalkedDirectory | undefined,
  levels: number,
  isContained: boolean,
): boolean {
  return before === undefined || before.levels < levels || (before.isContained && !isContained);
}

/** One root while it is searched. */
export interface RootWalk {
  readonly context: WalkContext;
  readonly root: SkillRoot;
  readonly rootIndex: number;
  readonly realPath: string;
  /** Real path that links may not lead out of; null where they may lead anywhere. */
  readonly container: string | null;
  readonly queue: Visit[];
  readonly links: LinkVisit[];
  readonly candidates: Candidate[];
  readonly diagnostics: SkillDiagnostic[];
  /** Directories looked at, the root among them. */
  directories: number;
  /** Dot-directories looked into for skills that are not searched for. */
  probes: number;
  partial: boolean;
  /** The root itself could not be listed. */
  unreadable: boolean;
}

/** Some 10 ms of reading, or of checking that nothing changed. */
const WORK_BETWEEN_PAUSES = 2_048;

/** Whether other work should be let run; asked apart, since each `await` costs. */
export function isPauseDue(context: WalkContext): boolean {
  return context.work >= WORK_BETWEEN_PAUSES;
}

export async function pause(context: WalkContext): Promise<void> {
  context.work = 0;
  await context.fileSystem.pause?.();
}

/** How reports show a name in a directory. */
export function shownBelow(shownDirectory: string, name: string): string {
  const base = shownDirectory.endsWith("/") ? shownDirectory : `${shownDirectory}/`;
  return base + neutralise(name);
}

/** How reports show where a link led. */
export function shownTarget(walk: RootWalk, realPath: string): string {
  const below = walk.container === null ? undefined : relativePath(realPath, walk.container);
  return below === undefined ? showPath(realPath, walk.context.homeDirectory) : neutralise(below);
}
