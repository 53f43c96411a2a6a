import type { InstructionDiagnostic } from "../types.ts";
import type { Context } from "./context.ts";
import { loadDirectory } from "./load-directory.ts";
import type { LoadedDirectory, LoadedFile } from "./loaded-file.ts";

/** The directories that count for one path, from the outermost. */
export interface Chain {
  /** The config home first, then from the root to the closest that exists. */
  readonly directories: readonly LoadedDirectory[];
  readonly files: readonly LoadedFile[];
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** Loads each directory once; for one call, so that a value is one look at the tree. */
export interface DirectoryCache {
  readonly load: (directory: readonly string[] | undefined) => Promise<LoadedDirectory>;
}

export function createDirectoryCache(context: Context): DirectoryCache {
  const loaded = new Map<string, Promise<LoadedDirectory>>();
  return {
    load: (directory) => {
      // A name has no "/", so that joined names are one directory's.
      const key = directory === undefined ? "" : `/${directory.join("/")}`;
      const known = loaded.get(key);
      if (known !== undefined) return known;
      const fresh = loadDirectory(context, directory);
      loaded.set(key, fresh);
      return fresh;
    },
  };
}

/** Loads what lies on the way from the root to a directory, one look per level. */
export async function loadChain(
  cache: DirectoryCache,
  directory: readonly string[],
): Promise<Chain> {
  const directories = [await cache.load(undefined)];
  for (let depth = 0; depth <= directory.length; depth += 1) {
    const loaded = await cache.load(directory.slice(0, depth));
    // Below a directory that isn't there, nothing is.
    if (!loaded.exists) break;
    directories.push(loaded);
  }
  return {
    directories,
    files: directories.flatMap((loaded) => loaded.files),
    diagnostics: directories.flatMap((loaded) => loaded.diagnostics),
  };
}
