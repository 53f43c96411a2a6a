import type { BigIntStats, Dirent } from "node:fs";
import type {
  DirectoryEntry,
  FileKind,
  FileStat,
  OpenedFile,
  SkillFileSystem,
} from "../file-system.ts";
import { fs } from "./node-fs.ts";

const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;

// Neither constant exists on Windows, which has no FIFOs in directories.
const OPEN_FLAGS =
  fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOFOLLOW ?? 0);

function kindOfEntry(entry: Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** The same from a mode; cheaper than asking its methods, which compute with large integers. */
function kindOfMode(mode: bigint): FileKind {
  switch (Number(mode) & fs.constants.S_IFMT) {
    case fs.constants.S_IFREG:
      return "file";
    case fs.constants.S_IFDIR:
      return "directory";
    case fs.constants.S_IFLNK:
      return "link";
    default:
      return "other";
  }
}

function toFileStat(stats: BigIntStats): FileStat {
  return {
    kind: kindOfMode(stats.mode),
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
    return absentOrThrow(error);
  }
}

function absentOrThrow(error: unknown): undefined {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
}

/** Without a closure, since a refresh makes thousands of these calls and little else. */
function statWith(
  read: (path: string, options: typeof STAT_OPTIONS) => BigIntStats | undefined,
  path: string,
): FileStat | undefined {
  try {
    const stats = read(path, STAT_OPTIONS);
    return stats && toFileStat(stats);
  } catch (error) {
    return absentOrThrow(error);
  }
}

function openFile(path: string): OpenedFile | undefined {
  const descriptor = orAbsent(() => fs.openSync(path, OPEN_FLAGS));
  if (descriptor === undefined) return undefined;
  return new NodeOpenedFile(descriptor);
}

class NodeOpenedFile implements OpenedFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  stat(): FileStat {
    return toFileStat(fs.fstatSync(this.#descriptor, { bigint: true }));
  }

  read(target: Uint8Array, position: number): number {
    return fs.readSync(this.#descriptor, target, 0, target.length, position);
  }

  realPath(): string | undefined {
    return descriptorPath(this.#descriptor);
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
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

/** Loaded with the first file, since an empty directory needs no hash. */
let crypto: typeof import("node:crypto") | undefined;

function hash(bytes: Uint8Array): string {
  crypto ??= process.getBuiltinModule("node:crypto");
  return crypto.hash("sha256", bytes);
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
    stat: (path) => statWith(fs.statSync, path),
    lstat: (path) => statWith(fs.lstatSync, path),
    readDirectory: (path) =>
      orAbsent(() =>
        fs
          .readdirSync(path, { withFileTypes: true })
          .map((entry): DirectoryEntry => ({ name: entry.name, kind: kindOfEntry(entry) })),
      ),
    realPath: (path) => orAbsent(() => fromNative(fs.realpathSync.native(path))),
    openFile,
    hash,
    now: () => BigInt(Date.now()) * 1_000_000n,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
