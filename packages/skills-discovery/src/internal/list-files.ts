import type { DirectoryEntry, FileStat, SkillFileSystem } from "../file-system.ts";
import { isInside, joinPath } from "./paths.ts";
import { compareCodeUnits } from "./text.ts";

/** A file below a directory. */
export interface ListedFile {
  /** From the directory, `/` between segments. */
  readonly path: string;
  readonly bytes: number;
}

/** Real skills nest three deep; the bound is for trees that somebody built to be walked. */
const MAX_DEPTH = 12;

/** Times as many entries are looked at as files are listed, so that no tree takes long. */
const ENTRIES_PER_FILE = 8;

/**
 * The regular files below a directory, in code-unit order of paths; links count where they lead
 * to one inside it. `.git` and `node_modules` are left out.
 *
 * @param maxFiles - Files listed at most; more are told by `partial`.
 */
export function listFiles(
  fileSystem: SkillFileSystem,
  directory: string,
  maxFiles: number,
): { readonly files: readonly ListedFile[]; readonly partial: boolean } {
  const files: ListedFile[] = [];
  let partial = false;
  let entriesLeft = maxFiles * ENTRIES_PER_FILE;
  const walk = (below: string, depth: number): void => {
    for (const { name, kind } of sortedEntries(
      fileSystem,
      below === "" ? directory : joinPath(directory, below),
    )) {
      if (name === ".git" || name === "node_modules") continue;
      if (entriesLeft === 0) {
        partial = true;
        return;
      }
      entriesLeft -= 1;
      const path = below === "" ? name : `${below}/${name}`;
      if (kind === "directory") {
        if (depth === MAX_DEPTH) partial = true;
        else walk(path, depth + 1);
        continue;
      }
      const stat = regularFile(fileSystem, directory, joinPath(directory, path), kind === "link");
      if (stat !== undefined) files.push({ path, bytes: Number(stat.size) });
    }
  };
  walk("", 0);
  files.sort((left, right) => compareCodeUnits(left.path, right.path));
  return { files: files.slice(0, maxFiles), partial: partial || files.length > maxFiles };
}

/** The names in a directory that is real before and after; a link swapped in lists nothing. */
function sortedEntries(fileSystem: SkillFileSystem, directory: string): readonly DirectoryEntry[] {
  try {
    if (fileSystem.realPath(directory) !== directory) return [];
    const entries = fileSystem.readDirectory(directory) ?? [];
    if (fileSystem.realPath(directory) !== directory) return [];
    return [...entries].sort((left, right) => compareCodeUnits(left.name, right.name));
  } catch {
    return [];
  }
}

function regularFile(
  fileSystem: SkillFileSystem,
  directory: string,
  path: string,
  isLink: boolean,
): FileStat | undefined {
  try {
    const realPath = isLink ? fileSystem.realPath(path) : path;
    if (realPath === undefined || !isInside(realPath, directory)) return undefined;
    const stat = fileSystem.lstat(realPath);
    return stat?.kind === "file" ? stat : undefined;
  } catch {
    return undefined;
  }
}
