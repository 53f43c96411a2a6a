import type { DirectoryEntry } from "../reader-types.ts";
import type { ExplainAllSettings, InstructionDiagnostic } from "../types.ts";
import { absoluteDirectory, type Context, compareText } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import { candidateNames } from "./load-directory.ts";
import { describeSystemError } from "./system-error.ts";

/** Never walked: what a version control system and a package manager keep for themselves. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);
/** Listings under way at once: enough to keep a disk busy. */
const BATCH = 16;
/** Real trees are some tens of levels deep; deeper ones are made to tire out who walks them. */
const MAX_DEPTH = 256;

/** A directory with a name that counts. */
export interface FoundDirectory {
  readonly segments: readonly string[];
  /** Only the entries with such names. */
  readonly entries: readonly DirectoryEntry[];
}

export interface Walk {
  readonly found: readonly FoundDirectory[];
  readonly walked: number;
  readonly complete: boolean;
  readonly diagnostics: readonly InstructionDiagnostic[];
}

interface Visit {
  readonly entries: readonly DirectoryEntry[];
  readonly problem: InstructionDiagnostic | undefined;
}

/** Looks into every directory below the root once, level by level; symlinks are not followed. */
export async function walkDirectories(
  context: Context,
  maxDirectories: number,
  onProgress: ExplainAllSettings["onProgress"],
): Promise<Walk> {
  const names = new Set(candidateNames(context, []).map(({ name }) => name));
  const queue: (readonly string[])[] = [[]];
  const found: FoundDirectory[] = [];
  const diagnostics: InstructionDiagnostic[] = [];
  let tooDeep: string | undefined;
  let walked = 0;
  while (walked < queue.length && walked < maxDirectories) {
    const batch = queue.slice(walked, Math.min(walked + BATCH, maxDirectories));
    const visits = await Promise.all(batch.map((segments) => visit(context, segments)));
    for (const [index, { entries, problem }] of visits.entries()) {
      const segments = batch[index] ?? [];
      if (problem !== undefined) diagnostics.push(problem);
      const wanted = entries.filter(({ name }) => names.has(name));
      if (wanted.some(({ type }) => type !== "directory"))
        found.push({ segments, entries: wanted });
      const below = directoriesIn(entries);
      // One by one: a call with as many arguments as a directory may have names would fail.
      if (segments.length < MAX_DEPTH) for (const name of below) queue.push([...segments, name]);
      else if (below.length > 0) tooDeep ??= segments.join("/");
    }
    walked += batch.length;
    onProgress?.(walked);
  }
  if (tooDeep !== undefined) {
    const message = `Directories more than ${MAX_DEPTH} levels deep are not looked into: what lies below this one is not listed.`;
    diagnostics.push(diagnostic("walk.limit", "warning", tooDeep, message));
  }
  if (walked < queue.length) {
    const message = `The walk stopped after ${walked} directories: what lies in the others is not listed. Start in a smaller workspace, or raise maxDirectories.`;
    diagnostics.push(diagnostic("walk.limit", "warning", ".", message));
  }
  const complete = tooDeep === undefined && walked === queue.length;
  return { found, walked, complete, diagnostics };
}

function directoriesIn(entries: readonly DirectoryEntry[]): readonly string[] {
  return entries
    .filter(({ name, type }) => type === "directory" && !SKIPPED.has(name))
    .map(({ name }) => name)
    .sort(compareText);
}

async function visit(context: Context, segments: readonly string[]): Promise<Visit> {
  try {
    const entries = await context.reader.listDirectory(absoluteDirectory(context, segments));
    return { entries: entries ?? [], problem: undefined };
  } catch (error) {
    const message = `This directory can't be listed: ${describeSystemError(error)}. Instruction files in it and below are not found.`;
    const path = segments.join("/") || ".";
    return { entries: [], problem: diagnostic("directory.unreadable", "error", path, message) };
  }
}
