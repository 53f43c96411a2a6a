import { PROJECT_CANDIDATES } from "../constants.ts";
import type { DirectoryEntry } from "../reader-types.ts";
import type { InstructionDiagnostic, InstructionKind } from "../types.ts";
import { absoluteDirectory, type Context, compareText } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import type { LoadedDirectory, LoadedFile } from "./loaded-file.ts";
import { formatPath } from "./path.ts";
import { type Candidate, type CandidateResult, readCandidate } from "./read-candidate.ts";
import { describeSystemError } from "./system-error.ts";

/** Names that count on a system that ignores case. */
const ALMOST: ReadonlySet<string> = new Set(
  PROJECT_CANDIDATES.map(({ name }) => name.toLowerCase()),
);

/** The candidate names that count in a directory, the winner's first. */
export function candidateNames(
  context: Context,
  directory: readonly string[] | undefined,
): typeof PROJECT_CANDIDATES {
  const count = directory === undefined ? 2 : context.claudeMdFallback ? 4 : 3;
  return PROJECT_CANDIDATES.slice(0, count);
}

/** Path of a file for people and values. */
export function displayPath(directory: readonly string[] | undefined, name: string): string {
  return [...(directory ?? []), name].join("/");
}

/** Lists a directory (the config home for `undefined`) and reads its candidates. */
export async function loadDirectory(
  context: Context,
  directory: readonly string[] | undefined,
): Promise<LoadedDirectory> {
  const absolute =
    directory === undefined
      ? context.configHome && formatPath(context.configHome)
      : absoluteDirectory(context, directory);
  if (absolute === undefined) return nothing(false, []);
  let entries: readonly DirectoryEntry[] | undefined;
  try {
    entries = await context.reader.listDirectory(absolute);
  } catch (error) {
    const path = directory === undefined ? "." : directory.join("/") || ".";
    const whose = directory === undefined ? "The config home" : "This directory";
    const message = `${whose} can't be listed: ${describeSystemError(error)}. Instruction files in it are not found.`;
    return nothing(true, [diagnostic("directory.unreadable", "error", path, message)]);
  }
  if (entries === undefined) return nothing(false, []);
  return loadEntries(context, directory, absolute, entries);
}

function nothing(exists: boolean, diagnostics: readonly InstructionDiagnostic[]): LoadedDirectory {
  return { exists, files: [], names: [], diagnostics };
}

/** Reads the candidates among the entries of a directory. */
export async function loadEntries(
  context: Context,
  directory: readonly string[] | undefined,
  absolute: string,
  entries: readonly DirectoryEntry[],
): Promise<LoadedDirectory> {
  const names = entries
    .map((entry) => entry.name)
    .filter((name) => ALMOST.has(name.toLowerCase()))
    .sort(compareText);
  const listed = new Set(names);
  const files: LoadedFile[] = [];
  const diagnostics: InstructionDiagnostic[] = [];
  let winner: LoadedFile | undefined;
  for (const { name, kind } of candidateNames(context, directory)) {
    if (!listed.has(name)) continue;
    const result = await readCandidate(context, candidateIn(absolute, directory, name, kind));
    if (winner !== undefined) {
      const beside = result.type === "file" ? besideWinner(winner, result.file) : undefined;
      if (beside !== undefined) files.push(beside);
    } else {
      winner = keepWinner(result, files, diagnostics);
    }
  }
  if (winner?.outcome === "empty") {
    const hidden = files.slice(1).map((file) => file.name);
    files[0] = { ...winner, note: hidden.join(" and ") };
    if (winner.kind === "override") diagnostics.push(emptyOverride(winner.path, hidden));
  }
  return { exists: true, files, names, diagnostics };
}

/** A name in a directory as something to read. */
export function candidateIn(
  absolute: string,
  directory: readonly string[] | undefined,
  name: string,
  kind: InstructionKind,
): Candidate {
  const prefix = absolute.endsWith("/") ? absolute : `${absolute}/`;
  return { name, kind, directory, absolute: prefix + name, path: displayPath(directory, name) };
}

function keepWinner(
  result: CandidateResult,
  files: LoadedFile[],
  diagnostics: InstructionDiagnostic[],
): LoadedFile | undefined {
  if (result.type === "passed-over") {
    diagnostics.push(result.diagnostic);
    return undefined;
  }
  files.push(result.file);
  diagnostics.push(...result.diagnostics);
  return result.file;
}

/** A candidate of lower order: shadowed, or the winner's file under a second name. */
function besideWinner(winner: LoadedFile, file: LoadedFile): LoadedFile {
  const head = new Uint8Array(0);
  return isSameFile(winner, file)
    ? { ...file, outcome: "alias", winner, head }
    : { ...file, outcome: "shadowed", note: winner.name, head };
}

/** Whether two entries are one real file. */
export function isSameFile(left: LoadedFile, right: LoadedFile): boolean {
  const known = left.sha256 !== null && right.sha256 !== null;
  return (
    known &&
    (left.identity === right.identity ||
      (left.fileId !== undefined && left.fileId === right.fileId))
  );
}

function emptyOverride(path: string, hidden: readonly string[]): InstructionDiagnostic {
  const effect =
    hidden.length === 0 ? "adds nothing" : `adds nothing and hides ${hidden.join(" and ")}`;
  const message = `This override is empty: it wins its directory, ${effect}. Fill it or remove it.`;
  return diagnostic("file.empty-override", "warning", path, message);
}
