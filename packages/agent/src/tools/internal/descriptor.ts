import fs, { type BigIntStats } from "node:fs";
import { readlink } from "node:fs/promises";

// None of these exists on Windows, which has no FIFOs in directories.
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_NOCTTY = 0, O_DIRECTORY = 0 } = fs.constants;

/** Opens a file for reading without following a link at its end and without waiting for a FIFO. */
export const OPEN_FILE: number = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY;

/** Opens a directory and nothing else. */
export const OPEN_DIRECTORY: number = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_DIRECTORY;

/** The name by which Linux reaches what is open, wherever it has been moved to. */
export function descriptorName(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/**
 * The path of what was opened, told by the operating system itself, so that nothing that is swapped
 * in between can fool it; `undefined` where the system doesn't tell.
 */
export async function descriptorPath(descriptor: number): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    return await readlink(descriptorName(descriptor));
  } catch {
    return undefined;
  }
}

/**
 * Where a path leads while that is the file that was opened, else `undefined`: for systems that
 * don't tell the path of what is open. Without a pause in between, so that a swap has little room.
 */
export function pathTo(file: string, { dev, ino }: BigIntStats): string | undefined {
  try {
    const fresh = fs.realpathSync.native(file);
    const now = fs.lstatSync(fresh, { bigint: true });
    return now.dev === dev && now.ino === ino ? fresh : undefined;
  } catch {
    return undefined;
  }
}
