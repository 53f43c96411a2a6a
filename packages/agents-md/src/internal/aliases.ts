import { escapePath } from "../escape-path.ts";
import type { InstructionFile } from "../types.ts";
import { type Context, locate, type Place } from "./context.ts";
import { ancestor, parseAbsolute, resolveFrom, segmentsBelow } from "./path.ts";

/**
 * Adds what a path reaches a second time because it leads through a symlinked directory: the
 * directory counts where it really is, and its files are listed once more as duplicates.
 */
export async function describeAliases(
  context: Context,
  place: Place,
  target: string,
  files: readonly InstructionFile[],
): Promise<readonly InstructionFile[]> {
  const written = resolveFrom(context.cwd, target);
  const below = written && segmentsBelow(context.root, written);
  if (written === undefined || below === undefined) return files;
  if (below.join("/") === place.segments.join("/")) return files;
  const aliases: { readonly real: string; readonly alias: string }[] = [];
  for (let depth = 1; depth <= below.length; depth += 1) {
    const path = ancestor(written, context.root.segments.length + depth);
    const { located } = await locate(context.reader, path);
    if (located.kind !== "directory") break;
    const resolved = parseAbsolute(located.path, context.root.windows);
    const real = resolved && segmentsBelow(context.root, resolved)?.join("/");
    const alias = below.slice(0, depth).join("/");
    // On a system that ignores case, other case is not another place.
    if (real !== undefined && real.toLowerCase() !== alias.toLowerCase()) {
      aliases.push({ real, alias });
    }
  }
  return files.flatMap((file) => [
    ...aliases
      .filter(({ real }) => file.scope !== "global" && directoryOf(file.path) === real)
      .filter(() => file.status !== "shadowed")
      .map(({ alias, real }) => aliasOf(file, alias, real)),
    file,
  ]);
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function aliasOf(file: InstructionFile, alias: string, real: string): InstructionFile {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return {
    ...file,
    path: `${alias}/${name}`,
    scope: "nested",
    status: "duplicate",
    delivery: "attached",
    loadedBytes: 0,
    reason: `the same file as ${escapePath(file.path)}, where it counts: ${escapePath(alias)} leads to ${escapePath(real || ".")} through a symlink`,
  };
}
