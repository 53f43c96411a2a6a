import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { LocateRequest } from "./node-locate.ts";
import { OpenFile, type SessionFile } from "./node-open-file.ts";

export type { SessionFile } from "./node-open-file.ts";

/**
 * Opens a file and looks at it; `undefined` when it is gone, not a regular file, or can't be read
 * (which is reported). Never waits: a named pipe is not read.
 */
export function lookAt<Result>(
  path: string,
  request: LocateRequest,
  look: (file: SessionFile) => Result,
): Result | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") report(request, path, error);
    return undefined;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    return look(new OpenFile(descriptor, path, Math.floor(stat.mtimeMs), stat.size));
  } catch (error) {
    report(request, path, error);
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Entries of a directory in order of their names; none when it is absent or can't be read. */
export function entriesOf(directory: string, request: LocateRequest): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") report(request, directory, error);
    return [];
  }
}

/** Paths of regular files under a directory, down to a depth; links are not followed. */
export function filesUnder(
  directory: string,
  depth: number,
  request: LocateRequest,
  isWanted: (name: string) => boolean,
): readonly string[] {
  return entriesOf(directory, request).flatMap((entry) => {
    if (entry.isDirectory() && depth > 0) {
      return filesUnder(join(directory, entry.name), depth - 1, request, isWanted);
    }
    return entry.isFile() && isWanted(entry.name) ? [join(directory, entry.name)] : [];
  });
}

function report(request: LocateRequest, path: string, error: unknown): void {
  request.report(
    "file.unreadable",
    path,
    `it could not be read (${codeOf(error)}); check its permissions.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/** Order by code units, the same everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
