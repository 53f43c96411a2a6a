import type { BigIntStats, Dirent } from "node:fs";
import fs from "node:fs";
import type {
  DirectoryEntry,
  FileKind,
  FileStat,
  OpenedFile,
  SkillFileSystem,
} from "../file-system.ts";

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;

// Neither constant exists on Windows, which has no FIFOs in directories.
const OPEN_FLAGS =
  fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOFOLLOW ?? 0);

function kindOf(entry: BigIntStats | Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

function toFileStat(stats: BigIntStats): FileStat {
  return {
    kind: kindOf(stats),
    size: stats.size,
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    device: stats.dev,
    inode: stats.ino,
  };
}

/** A path of the operating system with `/` between segments. */
export function fromNative(path: string): string {
  return process.platform === "win32"
    ? path
        .replace(/^\\\\\?\\(?:UNC\\)?/, (prefix) => (prefix.length > 4 ? "//" : ""))
        .replaceAll("\\", "/")
    : path;
}

/** Undefined for what isn't there (any more); everything else is thrown. */
function orAbsent<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function openFile(path: string): OpenedFile | undefined {
  const descriptor = orAbsent(() => fs.openSync(path, OPEN_FLAGS));
  if (descriptor === undefined) return undefined;
  return {
    stat: () => toFileStat(fs.fstatSync(descriptor, { bigint: true })),
    read: (target, position) => fs.readSync(descriptor, target, 0, target.length, position),
    realPath: () => descriptorPath(descriptor),
    close: () => fs.closeSync(descriptor),
  };
}

/** Linux tells the path of an open file itself, so nothing that is swapped can fool it. */
function descriptorPath(descriptor: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

function hash(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

/**
 * The real file system. Windows paths are taken with `/` between segments.
 *
 * @example
 * ```ts
 * import { createNodeFileSystem } from "@alisio/skills-discovery/node";
 *
 * const fileSystem = createNodeFileSystem();
 * fileSystem.stat("/etc")?.kind; // "directory"
 * ```
 */
export function createNodeFileSystem(): SkillFileSystem {
  return {
    stat: (path) => {
      const stats = orAbsent(() => fs.statSync(path, STAT_OPTIONS));
      return stats && toFileStat(stats);
    },
    lstat: (path) => {
      const stats = orAbsent(() => fs.lstatSync(path, STAT_OPTIONS));
      return stats && toFileStat(stats);
    },
    readDirectory: (path) =>
      orAbsent(() =>
        fs
          .readdirSync(path, { withFileTypes: true })
          .map((entry): DirectoryEntry => ({ name: entry.name, kind: kindOf(entry) })),
      ),
    realPath: (path) => orAbsent(() => fromNative(fs.realpathSync.native(path))),
    openFile,
    hash,
    now: () => BigInt(Date.now()) * 1_000_000n,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
