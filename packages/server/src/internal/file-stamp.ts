import { stat } from "node:fs/promises";

/** A file at one moment. */
export interface FileStamp {
  /** Changes when the file is written or replaced: its identity, size and time, in nanoseconds. */
  readonly text: string;
  readonly bytes: number;
}

/** `undefined` when there is no such file. */
export async function fileStamp(path: string): Promise<FileStamp | undefined> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return { text: `${dev}:${ino}:${size}:${mtimeNs}`, bytes: Number(size) };
  } catch {
    return undefined;
  }
}
