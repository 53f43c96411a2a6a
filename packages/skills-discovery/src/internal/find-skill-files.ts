import type { FileKind, SkillFileSystem } from "../file-system.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { isInside, joinPath } from "./paths.ts";
import { compareCodeUnits } from "./text.ts";

/** Something of the name `SKILL.md`, or one that differs from it in case alone. */
export interface FoundSkillFile {
  /** As reached from where the search began, absolute. */
  readonly directory: string;
  readonly realDirectory: string;
  readonly name: string;
  readonly kind: FileKind;
}

/** What a search for skill files came upon. */
export interface SkillFileSearch {
  readonly files: FoundSkillFile[];
  /** Directories that couldn't be listed. */
  readonly unreadable: string[];
}

/**
 * Every `SKILL.md` of a tree, nested ones and dot-directories included, without bounds. Each real
 * directory is searched once. A link out of the tree counts where it leads to a skill, and isn't
 * searched below, or one link would draw in a whole disk.
 */
export function findSkillFiles(fileSystem: SkillFileSystem, start: string): SkillFileSearch {
  const search: SkillFileSearch = { files: [], unreadable: [] };
  const root = fileSystem.realPath(start);
  if (root === undefined) return search;
  const queue = [{ path: start, realPath: root }];
  const linked = new Set<string>();
  for (const { path, realPath } of queue) {
    const entries = list(fileSystem, realPath);
    if (entries === undefined) {
      search.unreadable.push(path);
      continue;
    }
    for (const { name, kind } of entries) {
      const below = { path: joinPath(path, name), realPath: joinPath(realPath, name) };
      const found = { directory: path, realDirectory: realPath, name, kind };
      if (isSkillFile(name, kind)) search.files.push(found);
      else if (kind === "link") followOut(fileSystem, { ...below, root, linked }, search);
      if (kind === "directory" && name !== ".git" && name !== "node_modules") queue.push(below);
    }
  }
  return search;
}

/** A directory is only remarkable under the exact name. */
function isSkillFile(name: string, kind: FileKind): boolean {
  if (name === SKILL_FILE_NAME) return true;
  return name.toLowerCase() === SKILL_FILE_NAME.toLowerCase() && kind !== "directory";
}

/** Looks into a skill that a link leads to; what lies inside the tree is found without links. */
function followOut(
  fileSystem: SkillFileSystem,
  link: {
    readonly path: string;
    readonly realPath: string;
    readonly root: string;
    readonly linked: Set<string>;
  },
  search: SkillFileSearch,
): void {
  try {
    const target = fileSystem.realPath(link.realPath);
    if (target === undefined || isInside(target, link.root) || isInside(link.root, target)) return;
    if (link.linked.has(target) || fileSystem.stat(target)?.kind !== "directory") return;
    link.linked.add(target);
    const kind = fileSystem.lstat(joinPath(target, SKILL_FILE_NAME))?.kind;
    const found = { directory: link.path, realDirectory: target, name: SKILL_FILE_NAME };
    if (kind !== undefined) search.files.push({ ...found, kind });
  } catch {
    // A link that can't be followed leads to no skill.
  }
}

function list(fileSystem: SkillFileSystem, directory: string) {
  try {
    const entries = fileSystem.readDirectory(directory) ?? [];
    return [...entries].sort((left, right) => compareCodeUnits(left.name, right.name));
  } catch {
    return undefined;
  }
}
