import { escapePath } from "../escape-path.ts";
import type { DirectoryEntry } from "../reader-types.ts";
import type { InstructionDiagnostic } from "../types.ts";
import { type Context, locate } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import { candidateNames } from "./load-directory.ts";
import { ancestor, formatPath, resolveFrom } from "./path.ts";

/** Directories above the root that are listed at most; real trees are not deeper. */
const MAX_LEVELS_ABOVE = 64;

/** What lies above the workspace root. */
export interface Outside {
  readonly diagnostics: readonly InstructionDiagnostic[];
  /** Closest `CLAUDE.md` above the root, relative to the root. */
  readonly claudeMd: string | undefined;
}

type MarkerState = "directory" | "file" | "empty directory" | "none";

/** Which marker fixed the root, where that may surprise. */
export async function surveyMarker(context: Context): Promise<{
  readonly state: MarkerState;
  readonly diagnostics: readonly InstructionDiagnostic[];
}> {
  if (context.rootMarker === null) {
    if (context.rootIsExplicit) return { state: "none", diagnostics: [] };
    const message =
      "No .git marks the workspace root: the working directory alone is the workspace, and every file above it is outside the workspace. Name a workspace root to widen it.";
    return {
      state: "none",
      diagnostics: [diagnostic("root.no-marker", "information", ".", message)],
    };
  }
  const state = await markerState(context);
  if (state !== "file" && state !== "empty directory") return { state, diagnostics: [] };
  const what =
    state === "file"
      ? "a file, as in a linked worktree or a submodule"
      : "an empty directory, and a marker all the same";
  const message = `The workspace root is fixed by the ${context.rootMarker} in it: ${what}. Nothing above it is read.`;
  return {
    state,
    diagnostics: [diagnostic("root.marker", "information", context.rootMarker, message)],
  };
}

async function markerState(context: Context): Promise<MarkerState> {
  const path = resolveFrom(context.root, context.rootMarker ?? "");
  if (path === undefined) return "none";
  const { located } = await locate(context.reader, path);
  if (located.kind === "file") return "file";
  if (located.kind !== "directory") return "none";
  const entries = await list(context, formatPath(path));
  return entries?.length === 0 ? "empty directory" : "directory";
}

/** Instruction files above the root, which are not loaded: one listing per level. */
export async function surveyOutside(context: Context, marker: MarkerState): Promise<Outside> {
  const { root } = context;
  const diagnostics: InstructionDiagnostic[] = [];
  const globalHome = context.configHome && formatPath(context.configHome);
  const fixed =
    context.rootMarker !== null
      ? `the ${context.rootMarker} in the root${marker === "directory" ? "" : ` (${marker})`} fixes where the workspace begins`
      : context.rootIsExplicit
        ? "the workspace root was named"
        : "without a .git the working directory alone is the workspace";
  let claudeMd: string | undefined;
  const levels = Math.min(root.segments.length, MAX_LEVELS_ABOVE);
  for (let level = 1; level <= levels; level += 1) {
    const absolute = formatPath(ancestor(root, root.segments.length - level));
    const entries = (await list(context, absolute)) ?? [];
    const climbed = "../".repeat(level);
    if (entries.some(({ name }) => name === "CLAUDE.md")) claudeMd ??= `${climbed}CLAUDE.md`;
    if (absolute === globalHome) continue;
    for (const { name } of candidateNames(context, [])) {
      const entry = entries.find((one) => one.name === name);
      if (entry === undefined || entry.type === "directory") continue;
      const path = `${climbed}${name}`;
      const message = `${escapePath(path)} is outside the workspace and not loaded: ${fixed}.`;
      diagnostics.push(diagnostic("file.outside-workspace", "information", path, message));
    }
  }
  return { diagnostics, claudeMd };
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
