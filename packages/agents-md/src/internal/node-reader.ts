import type { Dirent } from "node:fs";
import type { DirectoryEntry, InstructionReader } from "../reader-types.ts";
import { type FileCalls, nodeFileCalls } from "./node-files.ts";
import { locatePath } from "./node-locate.ts";
import { isMissing } from "./node-path.ts";
import { OPEN_FILES_DIRECTORY, readSafely } from "./node-safe-read.ts";

/** A reader over given calls of the file system. */
export function readerOver(
  calls: FileCalls = nodeFileCalls,
  openFiles: string | null = OPEN_FILES_DIRECTORY,
): InstructionReader {
  return {
    listDirectory: (path) => listDirectory(calls, path),
    readFile: (path, limits) => readSafely(calls, path, limits, openFiles),
    locate: (path) => locatePath(calls, path),
  };
}

async function listDirectory(
  calls: FileCalls,
  path: string,
): Promise<readonly DirectoryEntry[] | undefined> {
  try {
    const entries = await calls.readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function typeOf(entry: Dirent): DirectoryEntry["type"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}
