import { PROJECT_CANDIDATES } from "../constants.ts";
import { escapePath } from "../escape-path.ts";
import type { InstructionDiagnostic } from "../types.ts";
import { absoluteDirectory, type Context, locate, type Place } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import type { Chain } from "./load-chain.ts";
import { candidateIn, candidateNames, displayPath } from "./load-directory.ts";
import type { LoadedDirectory, LoadedFile } from "./loaded-file.ts";
import { parseAbsolute, resolveFrom, segmentsBelow } from "./path.ts";
import { readCandidate } from "./read-candidate.ts";

/** Names that almost count, files that stand for a symlink, and a target that is one. */
export async function surveyNames(
  context: Context,
  place: Place,
  chain: Chain,
): Promise<readonly InstructionDiagnostic[]> {
  const diagnostics: InstructionDiagnostic[] = [];
  for (const [index, loaded] of chain.directories.entries()) {
    const directory = index === 0 ? undefined : place.directory.slice(0, index - 1);
    diagnostics.push(...caseMismatches(context, directory, loaded));
    if (directory === undefined) continue;
    diagnostics.push(...(await unmaterialized(context, directory, loaded)));
  }
  return [...diagnostics, ...symlinkedTarget(context, place)];
}

function caseMismatches(
  context: Context,
  directory: readonly string[] | undefined,
  { names }: LoadedDirectory,
): readonly InstructionDiagnostic[] {
  const wanted = new Map(
    candidateNames(context, directory).map(({ name }) => [name.toLowerCase(), name]),
  );
  return names.flatMap((name): InstructionDiagnostic[] => {
    const exact = wanted.get(name.toLowerCase());
    if (exact === undefined || exact === name) return [];
    const path = displayPath(directory, name);
    const message = `${escapePath(path)} is not read: it differs from ${exact} in case, and names match exactly on every system. Rename it if it holds instructions.`;
    return [diagnostic("name.case-mismatch", "information", path, message)];
  });
}

/** Files whose whole text is a path: what a checkout without symlinks leaves of one. */
async function unmaterialized(
  context: Context,
  directory: readonly string[],
  loaded: LoadedDirectory,
): Promise<readonly InstructionDiagnostic[]> {
  const diagnostics: InstructionDiagnostic[] = [];
  for (const file of await withClaudeMd(context, directory, loaded)) {
    const target = await linkTarget(context, directory, file);
    if (target === undefined) continue;
    const message = `${escapePath(file.path)} is a text file that holds only "${escapePath(target)}": a symlink that the checkout did not create. Text is text, so the file that it names is not read through it. Check out with symlinks, or put the text here.`;
    diagnostics.push(diagnostic("file.unmaterialized-symlink", "warning", file.path, message));
  }
  return diagnostics;
}

/** `CLAUDE.md` is looked at here even where it is no candidate: it is the one that is symlinked most. */
async function withClaudeMd(
  context: Context,
  directory: readonly string[],
  { files, names }: LoadedDirectory,
): Promise<readonly LoadedFile[]> {
  if (context.claudeMdFallback || !names.includes("CLAUDE.md")) return files;
  const absolute = absoluteDirectory(context, directory);
  const read = await readCandidate(
    context,
    candidateIn(absolute, directory, "CLAUDE.md", "claude"),
  );
  return read.type === "file" ? [...files, read.file] : files;
}

/** The path that a file holds and nothing else, if it leads to a file or names one of ours. */
async function linkTarget(
  context: Context,
  directory: readonly string[],
  { name, path, identity, onlyLine: target }: LoadedFile,
): Promise<string | undefined> {
  // A symlink that was created is not one that was not.
  if (target === undefined || identity !== path) return undefined;
  if (target === "" || target.trim() !== target || target.startsWith("@")) return undefined;
  if (/\p{Cc}/u.test(target)) return undefined;
  const base = parseAbsolute(absoluteDirectory(context, directory), context.root.windows);
  const leads = base && resolveFrom(base, target);
  // What lies outside is not looked at.
  const below = leads && segmentsBelow(context.root, leads);
  if (leads === undefined || below === undefined || below.join("/") === path) return undefined;
  const last = target.slice(target.lastIndexOf("/") + 1);
  if (last !== name && PROJECT_CANDIDATES.some((one) => one.name === last)) return target;
  const { located } = await locate(context.reader, leads);
  return located.kind === "file" ? target : undefined;
}

function symlinkedTarget(context: Context, place: Place): readonly InstructionDiagnostic[] {
  const { located, segments } = place;
  if (located.kind === "directory" || located.path === located.realPath) return [];
  const real = parseAbsolute(located.realPath, context.root.windows);
  const below = real && segmentsBelow(context.root, real);
  const path = segments.join("/");
  const leads =
    below === undefined ? "outside the workspace" : `to ${escapePath(below.join("/") || ".")}`;
  const message = `${escapePath(path)} is a symlink that leads ${leads}. The files here are those of the place where the symlink lies.`;
  return [diagnostic("target.symlink", "information", path, message)];
}
