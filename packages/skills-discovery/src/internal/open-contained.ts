import type { FileStat, OpenedFile, SkillFileSystem } from "../file-system.ts";
import { isInside } from "./paths.ts";

/** Why a path was not opened. */
export type OpenRefusal = "missing" | "outside" | "not-regular" | "loop" | "unreadable";

export type OpenResult =
  | { readonly opened: OpenedFile; readonly stat: FileStat; readonly realPath: string }
  | { readonly refusal: OpenRefusal };

/** A swap under way looks like an escape; a second look tells an editor's from an attacker's. */
const ATTEMPTS = 3;

/**
 * A swap that is timed to the call could fool one comparison by paths; to fool several in a row it
 * has to hit every gap between two calls.
 */
const ROUNDS_WITHOUT_OWN_PATH = 3;

/**
 * Opens a regular file whose real path lies inside `container` (null: anywhere). What counts is
 * the file that was opened: its device and inode have to be those that the path leads to once it
 * is open, by a resolution that still lies inside, and where the operating system tells the
 * opened file's own path, that has to lie inside too. So nothing that is swapped in between
 * makes an outside file readable.
 */
export function openContained(
  fileSystem: SkillFileSystem,
  path: string,
  container: string | null,
): OpenResult {
  let result: OpenResult = { refusal: "unreadable" };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      result = tryOpen(fileSystem, path, container);
    } catch (error) {
      result = { refusal: isLoop(error) ? "loop" : "unreadable" };
    }
    if ("opened" in result || result.refusal === "missing") return result;
  }
  return result;
}

/**
 * Opens a regular file by its real path where it may lie anywhere; one that a link has taken the
 * place of is not opened.
 */
export function openPlain(fileSystem: SkillFileSystem, realPath: string): OpenResult {
  try {
    return openRegular(fileSystem, realPath, () => true);
  } catch {
    return { refusal: "unreadable" };
  }
}

/** Whether the operating system gave up on a link that leads to itself. */
export function isLoop(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === "ELOOP";
}

function tryOpen(fileSystem: SkillFileSystem, path: string, container: string | null): OpenResult {
  const realPath = fileSystem.realPath(path);
  if (realPath === undefined) return { refusal: "missing" };
  if (container !== null && !isInside(realPath, container)) return { refusal: "outside" };
  // Opening a device can have effects of its own, so it is looked at first.
  const before = fileSystem.lstat(realPath);
  if (before === undefined) return { refusal: "missing" };
  if (before.kind === "link") return { refusal: "outside" };
  if (before.kind !== "file") return { refusal: "not-regular" };
  return openRegular(
    fileSystem,
    realPath,
    (opened, stat) =>
      container === null || liesInside(fileSystem, { opened, stat, path, container }),
  );
}

/** Opens a path; what isn't a regular file, or isn't where it may be, is closed again. */
function openRegular(
  fileSystem: SkillFileSystem,
  realPath: string,
  isAllowed: (opened: OpenedFile, stat: FileStat) => boolean,
): OpenResult {
  const opened = fileSystem.openFile(realPath);
  if (opened === undefined) return { refusal: "missing" };
  let result: OpenResult | undefined;
  try {
    const stat = opened.stat();
    if (stat.kind !== "file") return { refusal: "not-regular" };
    if (!isAllowed(opened, stat)) return { refusal: "outside" };
    result = { opened, stat, realPath };
    return result;
  } finally {
    if (result === undefined) opened.close();
  }
}

function liesInside(
  fileSystem: SkillFileSystem,
  seen: { opened: OpenedFile; stat: FileStat; path: string; container: string },
): boolean {
  const ownPath = seen.opened.realPath();
  if (ownPath !== undefined && !isInside(ownPath, seen.container)) return false;
  const rounds = ownPath === undefined ? ROUNDS_WITHOUT_OWN_PATH : 1;
  for (let round = 0; round < rounds; round += 1) {
    const fresh = fileSystem.realPath(seen.path);
    if (fresh === undefined || !isInside(fresh, seen.container)) return false;
    const stat = fileSystem.lstat(fresh);
    if (stat?.device !== seen.stat.device || stat.inode !== seen.stat.inode) return false;
  }
  return true;
}
