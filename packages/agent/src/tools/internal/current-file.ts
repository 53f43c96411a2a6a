import type { BigIntStats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { MAX_HASHED_BYTES } from "../limits.ts";
import { OPEN_FILE } from "./descriptor.ts";
import { bytesOf, sha256Of } from "./file-bytes.ts";
import { refuseSpecial } from "./open-contained.ts";
import { refuse, shown } from "./outcome.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/** What stands at a name, as it was read. */
export interface CurrentFile {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly stats: BigIntStats;
}

/** The file of a pinned directory; `undefined` where there is none. */
export async function currentFile(
  directory: PinnedDirectory,
  name: string,
  written: string,
): Promise<CurrentFile | undefined> {
  const before = await lstat(directory.at(name)).catch(orAbsent);
  if (!before) return undefined;
  if (before.isDirectory()) refuse(`${shown(written)} is a directory; name a file.`);
  if (!before.isFile()) refuseSpecial(written);
  const handle = await open(directory.at(name), OPEN_FILE);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) refuseSpecial(written);
    const bytes = await bytesOf(handle, MAX_HASHED_BYTES);
    if (!bytes) {
      refuse(`${shown(written)} is over 1 MiB and has no hash; change it with a process.`);
    }
    return { bytes, sha256: sha256Of(bytes), stats };
  } finally {
    await handle.close();
  }
}

/** Whether at a name still stands what was read, or still nothing. */
export async function isStill(
  directory: PinnedDirectory,
  name: string,
  seen: CurrentFile | undefined,
): Promise<boolean> {
  const now = await lstat(directory.at(name), { bigint: true }).catch(orAbsent);
  if (!now || !seen) return !now === !seen;
  const { dev, ino, size, mtimeNs } = seen.stats;
  return now.dev === dev && now.ino === ino && now.size === size && now.mtimeNs === mtimeNs;
}

function orAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
