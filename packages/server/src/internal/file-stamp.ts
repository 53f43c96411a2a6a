import { stat } from "node:fs/promises";

/**
 * What changes when a file is written or replaced: its identity, size and time, in nanoseconds.
 * `undefined` when there is none.
 */
export async function fileStamp(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}`;
  } catch {
    return undefined;
  }
}
