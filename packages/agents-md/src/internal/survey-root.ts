import { escapePath } from "../escape-path.ts";
import type { DirectoryEntry } from "../reader-types.ts";
import type { InstructionDiagnostic } from "../types.ts";
import { type Context, locate } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import { candidateNames } from "./load-directory.ts";
import { ancestor, formatPath, resolveFrom } from "./path.ts";

/** Directories above the root that are listed at most; real trees are not deeper. */
const MAX_LEVELS_ABOVE = 64;
/** What is looked for when no root is named. */
const SEARCHED = ".git";

/** What is surprising about where the workspace begins. */
export interface RootSurvey {
  readonly diagnostics: readonly InstructionDiagnostic[];
  /** Closest `CLAUDE.md` above the root, relative to the root. */
  readonly claudeMdAbove: string | undefined;
}

type MarkerState = "directory" | "file" | "empty directory" | "none";

/** What the directory so many levels above the root lists. */
interface LevelAbove {
  /** `../` for each level. */
  readonly climbed: string;
  readonly absolute: string;
  readonly entries: readonly DirectoryEntry[];
}

/** Which marker fixed the root, and what lies above it: one listing per level. */
export async function surveyRoot(context: Context): Promise<RootSurvey> {
  const levels = await listAbove(context);
  const state = await markerState(context, context.rootMarker ?? SEARCHED);
  // A search that found nothing would have found these: the root was named.
  const isNamed =
    context.rootIsExplicit ||
    (context.rootMarker === null && (state !== "none" || levels.some(hasMarker)));
  const hidden = levels.find(({ entries }) => entries.some(({ name }) => name === "CLAUDE.md"));
  return {
    diagnostics: [
      ...markerDiagnostics(context, state, isNamed),
      ...filesAbove(context, levels, whyFixed(context, state, isNamed)),
    ],
    claudeMdAbove: hidden && `${hidden.climbed}CLAUDE.md`,
  };
}

function hasMarker({ entries }: LevelAbove): boolean {
  return entries.some(({ name, type }) => name === SEARCHED && type !== "other");
}

function markerDiagnostics(
  context: Context,
  state: MarkerState,
  isNamed: boolean,
): readonly InstructionDiagnostic[] {
  if (isNamed) return [];
  if (context.rootMarker === null) {
    const message =
      "No .git marks the workspace root: the working directory alone is the workspace, and every file above it is outside the workspace. Name a workspace root to widen it.";
    return [diagnostic("root.no-marker", "information", ".", message)];
  }
  if (state !== "file" && state !== "empty directory") return [];
  const what =
    state === "file"
      ? "a file, as in a linked worktree or a submodule"
      : "an empty directory, and a marker all the same";
  const message = `The workspace root is fixed by the ${escapePath(context.rootMarker)} in it: ${what}. Nothing above it is read.`;
  return [diagnostic("root.marker", "information", context.rootMarker, message)];
}

function whyFixed(context: Context, state: MarkerState, isNamed: boolean): string {
  if (isNamed) return "the workspace root was named";
  if (context.rootMarker === null) {
    return "without a .git the working directory alone is the workspace";
  }
  const how = state === "file" || state === "empty directory" ? ` (${state})` : "";
  return `the ${escapePath(context.rootMarker)} in the root${how} fixes where the workspace begins`;
}

async function markerState(context: Context, marker: string): Promise<MarkerState> {
  const path = resolveFrom(context.root, marker);
  if (path === undefined) return "none";
  const { located } = await locate(context.reader, path);
  if (located.kind === "file") return "file";
  if (located.kind !== "directory") return "none";
  const entries = await list(context, formatPath(path));
  return entries?.length === 0 ? "empty directory" : "directory";
}

async function listAbove(context: Context): Promise<readonly LevelAbove[]> {
  const { root } = context;
  const levels: LevelAbove[] = [];
  const count = Math.min(root.segments.length, MAX_LEVELS_ABOVE);
  for (let level = 1; level <= count; level += 1) {
    const absolute = formatPath(ancestor(root, root.segments.length - level));
    const entries = (await list(context, absolute)) ?? [];
    levels.push({ climbed: "../".repeat(level), absolute, entries });
  }
  return levels;
}

/** Instruction files above the root, which are not loaded; the global file is not one of them. */
function filesAbove(
  context: Context,
  levels: readonly LevelAbove[],
  fixed: string,
): readonly InstructionDiagnostic[] {
  const globalHome = context.configHome && formatPath(context.configHome);
  return levels
    .filter(({ absolute }) => absolute !== globalHome)
    .flatMap(({ climbed, entries }) => {
      const files = new Set(
        entries.filter(({ type }) => type !== "directory").map(({ name }) => name),
      );
      return candidateNames(context, [])
        .filter(({ name }) => files.has(name))
        .map(({ name }) => {
          const path = `${climbed}${name}`;
          const message = `${path} is outside the workspace and not loaded: ${fixed}.`;
          return diagnostic("file.outside-workspace", "information", path, message);
        });
    });
}

/** A directory above the root may well not be ours to list. */
async function list(
  context: Context,
  path: string,
): Promise<readonly DirectoryEntry[] | undefined> {
  try {
    return await context.reader.listDirectory(path);
  } catch {
    return undefined;
  }
}
