import { AgentsMdError } from "../errors.ts";
import type { ToolCall } from "../tracker-types.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { type Context, type Place, placeTarget } from "./context.ts";
import {
  type AbsolutePath,
  formatPath,
  parseAbsolute,
  resolveFrom,
  segmentsBelow,
} from "./path.ts";

/** Distinct words of one command that are looked for at most; a longer command is a script. */
const MAX_WORDS = 4096;

/** What one call touches inside the workspace. */
export interface Touch {
  /** Directories whose files apply, as names below the root, in the order of the call. */
  readonly directories: readonly (readonly string[])[];
  /** Files that the call shows to the model whole, relative to the root, by each of their names. */
  readonly shown: ReadonlySet<string>;
}

/** Finds the directories that a call touches; what lies outside the workspace is no touch. */
export async function touchOf(context: Context, call: ToolCall): Promise<Touch> {
  const base = baseOf(context, call);
  if (base === undefined) return { directories: [], shown: new Set() };
  const places: (Place | undefined)[] = [];
  for (const path of call.paths ?? []) places.push(await tryPlace(context, path, base));
  if (call.effect === "process") {
    places.push(await tryPlace(context, `${formatPath(base)}/`, base));
    for (const word of await existingWords(context, call.command ?? [], base)) {
      const place = await tryPlace(context, word.text, base);
      if (place !== undefined && (word.created || place.located.kind !== "missing")) {
        places.push(place);
      }
    }
  }
  const directories = new Map<string, readonly string[]>();
  const shown = new Set<string>();
  for (const place of places) {
    if (place === undefined) continue;
    const real = realFile(context, place);
    for (const directory of [place.directory, real?.slice(0, -1)]) {
      if (directory !== undefined) directories.set(directory.join("/"), directory);
    }
    if (call.effect !== "read" || call.partial === true) continue;
    for (const path of [place.segments, real]) if (path !== undefined) shown.add(path.join("/"));
  }
  return { directories: [...directories.values()], shown };
}

/** Where a call's relative paths begin; `undefined` when that is no path. */
function baseOf(context: Context, { cwd }: ToolCall): AbsolutePath | undefined {
  if (cwd === undefined || cwd === "") return context.cwd;
  return cwd.includes("\0") ? undefined : resolveFrom(context.cwd, cwd);
}

/** A path that comes from a model may be anything; only what is a path in here touches. */
async function tryPlace(
  context: Context,
  path: string,
  base: AbsolutePath,
): Promise<Place | undefined> {
  try {
    return await placeTarget(context, path, base);
  } catch (error) {
    if (AgentsMdError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Through a symlink to a file, that file is touched as well: its names below the root. */
function realFile(context: Context, { located }: Place): readonly string[] | undefined {
  if (located.kind === "directory" || located.path === located.realPath) return undefined;
  const real = parseAbsolute(located.realPath, context.root.windows);
  return real && segmentsBelow(context.root, real);
}

/** Words that may be paths: a word whose first name is not in the directory can't be one. */
async function existingWords(
  context: Context,
  command: string | readonly string[],
  base: AbsolutePath,
): Promise<readonly CommandWord[]> {
  const separator = base.windows ? /[\\/]/ : /\//;
  const names = await namesIn(context, base);
  const distinct = new Map<string, CommandWord>();
  for (const word of commandWords(command, base.windows)) {
    if (word.text === "") continue;
    const first = word.text.split(separator, 1)[0] ?? "";
    const possible =
      word.created ||
      names === undefined ||
      first === "." ||
      first === ".." ||
      parseAbsolute(word.text, base.windows) !== undefined ||
      names.has(first.toLowerCase());
    if (possible && distinct.get(word.text)?.created !== true) distinct.set(word.text, word);
  }
  return [...distinct.values()].slice(0, MAX_WORDS);
}

/** Names in a directory, in lower case: a system that ignores case finds them in any. */
async function namesIn(
  context: Context,
  base: AbsolutePath,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const entries = await context.reader.listDirectory(formatPath(base));
    return new Set((entries ?? []).map(({ name }) => name.toLowerCase()));
  } catch {
    return undefined;
  }
}
