import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
} from "node:fs";
import { join } from "node:path";
import type { LocateRequest } from "./node-locate.ts";

/** Bytes that are read first at either end of a session's file. */
export const LOOK_BYTES: number = 64 * 1024;

/** Bytes of the head that are read at most: instructions may stand before the user's first words. */
const MAX_HEAD_BYTES = 512 * 1024;

/** One session's file, looked at without reading it whole. */
export interface SessionFile {
  readonly path: string;
  readonly modifiedAtMs: number;
  readonly sizeBytes: number;
  /** Whole lines at the beginning of the file; `more` reads on, `undefined` when there is no more. */
  head(): readonly string[];
  more(): readonly string[] | undefined;
  /** Text of the end of the file, beginning anywhere; empty when the head is the whole file. */
  tail(): string;
  /** The beginning of the file as it is, with the last line cut. */
  headText(): string;
}

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
  const found: string[] = [];
  for (const entry of entriesOf(directory, request)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && depth > 0)
      found.push(...filesUnder(path, depth - 1, request, isWanted));
    else if (entry.isFile() && isWanted(entry.name)) found.push(path);
  }
  return found;
}

function report(request: LocateRequest, path: string, error: unknown): void {
  request.report(
    "unreadable-file",
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

class OpenFile implements SessionFile {
  readonly path: string;
  readonly modifiedAtMs: number;
  readonly sizeBytes: number;
  readonly #descriptor: number;
  #read = 0;
  #text = "";
  #rest = "";
  #decoder = new TextDecoder();

  constructor(descriptor: number, path: string, modifiedAtMs: number, sizeBytes: number) {
    this.#descriptor = descriptor;
    this.path = path;
    this.modifiedAtMs = modifiedAtMs;
    this.sizeBytes = sizeBytes;
  }

  head(): readonly string[] {
    if (this.#read === 0) return this.#next(LOOK_BYTES);
    return [];
  }

  more(): readonly string[] | undefined {
    if (this.#read >= Math.min(this.sizeBytes, MAX_HEAD_BYTES)) return undefined;
    return this.#next(2 * LOOK_BYTES);
  }

  headText(): string {
    if (this.#read === 0) this.#next(LOOK_BYTES);
    return this.#text;
  }

  tail(): string {
    const from = Math.max(this.#read, this.sizeBytes - LOOK_BYTES);
    if (from >= this.sizeBytes) return "";
    return new TextDecoder().decode(this.#bytes(from, this.sizeBytes - from));
  }

  #next(length: number): readonly string[] {
    const bytes = this.#bytes(this.#read, length);
    this.#read += bytes.length;
    const isEnd = bytes.length < length || this.#read >= this.sizeBytes;
    const text = this.#decoder.decode(bytes, { stream: !isEnd });
    this.#text += text;
    const lines = (this.#rest + text).split("\n");
    this.#rest = isEnd ? "" : (lines.pop() ?? "");
    return lines;
  }

  #bytes(from: number, length: number): Uint8Array {
    const buffer = SCRATCH.subarray(0, Math.min(length, SCRATCH.length));
    let filled = 0;
    while (filled < buffer.length) {
      const count = readSync(
        this.#descriptor,
        buffer,
        filled,
        buffer.length - filled,
        from + filled,
      );
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }
}

/** One buffer for all looks: they are synchronous, and decode before the next read. */
const SCRATCH: Uint8Array = new Uint8Array(2 * LOOK_BYTES);
