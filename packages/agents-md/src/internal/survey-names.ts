import { MAX_FILE_BYTES, PROJECT_CANDIDATES } from "../constants.ts";
import { escapePath } from "../escape-path.ts";
import type { InstructionDiagnostic } from "../types.ts";
import { absoluteDirectory, type Context, locate, type Place } from "./context.ts";
import { decode } from "./decode.ts";
import { diagnostic } from "./diagnostic.ts";
import type { Chain } from "./load-chain.ts";
import { candidateNames, displayPath } from "./load-directory.ts";
import type { LoadedDirectory } from "./loaded-file.ts";
import { formatPath, parseAbsolute, resolveFrom, segmentsBelow } from "./path.ts";

/** A path that is longer than this is none on any system. */
const MAX_LINK_CHARACTERS = 4096;

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
  for (const { name } of PROJECT_CANDIDATES) {
    if (!loaded.names.includes(name)) continue;
    const target = await linkText(context, directory, name);
    if (target === undefined) continue;
    const path = displayPath(directory, name);
    const message = `${escapePath(path)} is a text file that holds only "${escapePath(target)}": a symlink that the checkout did not create. Text is text, so the file that it names is not read through it. Check out with symlinks, or put the text here.`;
    diagnostics.push(diagnostic("file.unmaterialized-symlink", "warning", path, message));
  }
  return diagnostics;
}

/** The path that a file holds and nothing else, if it leads to a file or names one of ours. */
async function linkText(
  context: Context,
  directory: readonly string[],
  name: string,
): Promise<string | undefined> {
  const absolute = `${absoluteDirectory(context, directory).replace(/\/$/, "")}/${name}`;
  const text = await readShortText(context, absolute);
  const target = text?.endsWith("\n") ? text.slice(0, -1) : text;
  if (target === undefined || target.trim() !== target || target === "") return undefined;
  if (/[\p{Cc}]/u.test(target) || target.startsWith("@")) return undefined;
  const base = parseAbsolute(absoluteDirectory(context, directory), context.root.windows);
  const path = base && resolveFrom(base, target);
  // What lies outside is not looked at.
  if (path === undefined || segmentsBelow(context.root, path) === undefined) return undefined;
  const last = target.slice(target.lastIndexOf("/") + 1);
  if (last !== name && PROJECT_CANDIDATES.some((candidate) => candidate.name === last))
    return target;
  if (formatPath(path) === absolute) return undefined;
  const { located } = await locate(context.reader, path);
  return located.kind === "file" ? target : undefined;
}

async function readShortText(context: Context, absolute: string): Promise<string | undefined> {
  try {
    const read = await context.reader.readFile(absolute, {
      maxBytes: MAX_LINK_CHARACTERS,
      within: formatPath(context.root),
    });
    if (read.type !== "file" || read.sizeBytes > MAX_LINK_CHARACTERS) return undefined;
    const real = parseAbsolute(read.realPath, context.root.windows);
    // A symlink that was created is not one that was not.
    if (real === undefined || formatPath(real) !== absolute) return undefined;
    return decode(read.bytes.subarray(0, MAX_FILE_BYTES), true).text;
  } catch {
    return undefined;
  }
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
