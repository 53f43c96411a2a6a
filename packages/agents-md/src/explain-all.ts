import { DEFAULT_MAX_DIRECTORIES } from "./constants.ts";
import { AgentsMdError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { absoluteDirectory, type Context, compareText, openContext } from "./internal/context.ts";
import { scopeOf } from "./internal/describe.ts";
import { loadDirectory, loadEntries } from "./internal/load-directory.ts";
import type { LoadedDirectory, LoadedFile } from "./internal/loaded-file.ts";
import { EXPLAIN_ALL } from "./internal/option-names.ts";
import { climb, isAtOrAbove } from "./internal/path.ts";
import { isCounted, type PlannedFile, planBudget } from "./internal/plan-budget.ts";
import { type FoundDirectory, walkDirectories } from "./internal/walk-directories.ts";
import type {
  DirectoryExplanation,
  ExplainAllOptions,
  InstructionDiagnostic,
  LostInstructionFile,
  WorkspaceExplanation,
} from "./types.ts";

/** Directories whose files are read at once. */
const BATCH = 16;

/**
 * Says what a path in each instruction directory of the workspace gets: the bytes of its chain, and
 * what is cut or dropped there, the worst first. Directories whose name begins with a dot are looked
 * into, `.git` and `node_modules` are not, and symlinked directories are not followed.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const workspaceRoot = "/repo";
 * const { directories } = await explainAll({ workspaceRoot, cwd: "/repo", reader, sha256 });
 * ```
 */
export async function explainAll(given: ExplainAllOptions): Promise<WorkspaceExplanation> {
  const options = takeOptions(given, EXPLAIN_ALL);
  const context = await openContext(options);
  const { maxDirectories = DEFAULT_MAX_DIRECTORIES, onProgress } = options;
  if (!Number.isInteger(maxDirectories) || maxDirectories < 1) {
    throw new AgentsMdError("invalid_option", "maxDirectories must be a whole number from 1.");
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new AgentsMdError("invalid_option", "onProgress must be a function.");
  }
  const walk = await walkDirectories(context, maxDirectories, onProgress);
  const global = await loadDirectory(context, undefined);
  const diagnostics: InstructionDiagnostic[] = [...global.diagnostics, ...walk.diagnostics];
  const directories = await explainFound(context, walk.found, global.files, diagnostics);
  return {
    schemaVersion: 1,
    workspaceRoot: climb(context.cwd, context.root),
    rootMarker: context.rootMarker,
    maxBytes: context.maxBytes,
    complete: walk.complete,
    directoriesWalked: walk.walked,
    directories: directories.sort(worstFirst),
    diagnostics,
  };
}

/** Reads each directory's files once; only those of one chain, and a few to come, are held at a time. */
async function explainFound(
  context: Context,
  found: readonly FoundDirectory[],
  global: readonly LoadedFile[],
  diagnostics: InstructionDiagnostic[],
): Promise<DirectoryExplanation[]> {
  const directories: DirectoryExplanation[] = [];
  const chain: { readonly segments: readonly string[]; readonly files: readonly LoadedFile[] }[] =
    [];
  const ordered = [...found].sort(outermostFirst);
  for (let start = 0; start < ordered.length; start += BATCH) {
    const batch = ordered.slice(start, start + BATCH);
    const loaded = await Promise.all(batch.map((one) => loadFound(context, one)));
    for (const [index, { segments }] of batch.entries()) {
      const { files = [], diagnostics: problems = [] } = loaded[index] ?? {};
      diagnostics.push(...problems);
      if (files.length === 0) continue;
      while (chain.length > 0 && !isAtOrAbove(chain.at(-1)?.segments ?? [], segments)) chain.pop();
      chain.push({ segments, files });
      const all = [...global, ...chain.flatMap((level) => level.files)];
      directories.push(explainDirectory(context, segments, planBudget(all, context.maxBytes)));
    }
  }
  return directories;
}

async function loadFound(
  context: Context,
  { segments, entries }: FoundDirectory,
): Promise<LoadedDirectory> {
  return await loadEntries(context, segments, absoluteDirectory(context, segments), entries);
}

function explainDirectory(
  context: Context,
  segments: readonly string[],
  planned: readonly PlannedFile[],
): DirectoryExplanation {
  const counted = planned.filter(isCounted);
  return {
    path: segments.join("/") || ".",
    files: counted.length,
    bytes: counted.reduce((sum, { file }) => sum + (file.bytes ?? 0), 0),
    usedBytes: counted.reduce((sum, { kept }) => sum + kept.length, 0),
    lost: counted.flatMap(({ file, status, kept }): LostInstructionFile[] => {
      if (status !== "truncated" && status !== "dropped") return [];
      const { path, directory } = file;
      const scope = scopeOf(context, directory);
      return [{ path, scope, status, bytes: file.bytes ?? 0, loadedBytes: kept.length }];
    }),
  };
}

/** By names, one level after the other: a directory right before what lies in it. */
function outermostFirst(left: FoundDirectory, right: FoundDirectory): number {
  for (const [index, segment] of left.segments.entries()) {
    const other = right.segments[index];
    if (other === undefined) return 1;
    const order = compareText(segment, other);
    if (order !== 0) return order;
  }
  return left.segments.length - right.segments.length;
}

function worstFirst(left: DirectoryExplanation, right: DirectoryExplanation): number {
  return (
    right.bytes - right.usedBytes - (left.bytes - left.usedBytes) ||
    right.bytes - left.bytes ||
    compareText(left.path, right.path)
  );
}
