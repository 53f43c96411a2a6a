import type { BigIntStats, Stats } from "node:fs";
import { constants, type FileHandle } from "node:fs/promises";
import type { InstructionFileRead, ReadLimits } from "../reader-types.ts";
import type { FileCalls } from "./node-files.ts";
import { errorCode, isInside } from "./node-path.ts";

const CHUNK_BYTES = 65536;
/** What the system adds to the name of an open file that has none any more. */
const DELETED = " (deleted)";
/** A file that is replaced again and again is given up. */
const ATTEMPTS = 3;
/** Opening a FIFO that takes a file's place at the last moment must not wait for a writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Where the system names the files that this process has open, if it does. */
export const OPEN_FILES_DIRECTORY: string | null =
  process.platform === "linux" ? "/proc/self/fd" : null;

/**
 * Reads a regular file, or a symlink to one. What is no file is never opened; what counts is
 * checked on the file that was opened, so that a swap between a check and the read gains nothing.
 */
export async function readSafely(
  calls: FileCalls,
  path: string,
  limits: ReadLimits,
  openFiles: string | null,
): Promise<InstructionFileRead> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await inspect(calls, path, limits.within);
    if (before !== "file") return before;
    const handle = await calls.open(path, OPEN_FLAGS);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) return { type: "not-file", what: nameType(stats) };
      const realPath = await pathOfOpened(calls, handle, path, stats, openFiles);
      if (realPath === undefined) {
        if (attempt < ATTEMPTS) continue;
        throw Object.assign(new Error("ESTALE: the file was replaced while it was opened"), {
          code: "ESTALE",
        });
      }
      if (limits.within !== undefined && !isInside(limits.within, realPath)) {
        return { type: "outside" };
      }
      const bytes = await readBytes(handle, limits.maxBytes);
      return {
        type: "file",
        bytes,
        sizeBytes: Math.max(bytes.length, bytes.length < limits.maxBytes ? 0 : Number(stats.size)),
        realPath,
        ...(stats.ino > 0n && { fileId: `${stats.dev}:${stats.ino}` }),
      };
    } finally {
      await handle.close();
    }
  }
}

/** What the name leads to, without opening it. */
async function inspect(
  calls: FileCalls,
  path: string,
  within: string | undefined,
): Promise<InstructionFileRead | "file"> {
  let stats = await calls.lstat(path);
  if (stats.isSymbolicLink()) {
    const target = await calls.realpath(path);
    if (within !== undefined && !isInside(within, target)) return { type: "outside" };
    stats = await calls.stat(path);
  }
  return stats.isFile() ? "file" : { type: "not-file", what: nameType(stats) };
}

function nameType(stats: Stats | BigIntStats): "directory" | "fifo" | "socket" | "device" {
  if (stats.isDirectory()) return "directory";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}

/** Path of the file behind a handle, resolved; `undefined` when it changed in between. */
async function pathOfOpened(
  calls: FileCalls,
  handle: FileHandle,
  path: string,
  stats: BigIntStats,
  openFiles: string | null,
): Promise<string | undefined> {
  const named = await nameOfHandle(calls, handle, openFiles);
  if (named !== undefined) return named;
  // Elsewhere: the name must lead to the opened file, through the same directories, before and after.
  const resolved = await calls.realpath(path);
  const there = await calls.stat(resolved, { bigint: true });
  if (there.dev !== stats.dev || there.ino !== stats.ino) return undefined;
  const again = [await calls.realpath(path), await calls.realpath(resolved)];
  return again.every((one) => one === resolved) ? resolved : undefined;
}

/** The system's own name for an open file: it can't be swapped. */
async function nameOfHandle(
  calls: FileCalls,
  handle: FileHandle,
  openFiles: string | null,
): Promise<string | undefined> {
  if (openFiles === null) return undefined;
  let name: string;
  try {
    name = await calls.readlink(`${openFiles}/${handle.fd}`);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  // An editor that replaces a file leaves the opened one without a name.
  if (name.endsWith(DELETED) && (await handle.stat()).nlink === 0) {
    name = name.slice(0, -DELETED.length);
  }
  return name.startsWith("/") ? name : undefined;
}

async function readBytes(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < maxBytes) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, maxBytes - total));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(chunks, total);
}
