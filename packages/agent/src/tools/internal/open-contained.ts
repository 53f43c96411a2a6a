import type { BigIntStats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { descriptorPath, OPEN_FILE } from "./descriptor.ts";
import { refuse, shown } from "./outcome.ts";
import type { Places } from "./places.ts";

/** A regular file inside, open for reading. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/** A swap under way looks like an escape; a second look tells an editor's from an attacker's. */
const ATTEMPTS = 3;

/**
 * Opens a regular file of an allowed directory. What counts is the file that was opened: where the
 * system tells its path, that has to lie inside; elsewhere what the path leads to once it is open
 * has to be the same file and lie inside. The caller closes it.
 */
export async function openContained(places: Places, written: string): Promise<OpenedFile> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const opened = await tryOpen(places, written);
    if (opened) return opened;
  }
  return refuse(`${shown(written)} is being replaced while it is opened; try again.`);
}

async function tryOpen(places: Places, written: string): Promise<OpenedFile | undefined> {
  const { real, missing } = await places.locateInside(written);
  if (missing.length > 0) refuseMissing(written);
  // Opening a device can have effects of its own, so it is looked at first.
  const before = await lstat(real).catch(() => undefined);
  if (!before || before.isSymbolicLink()) return undefined;
  if (before.isDirectory()) refuse(`${shown(written)} is a directory; list_files shows its files.`);
  if (!before.isFile()) refuseSpecial(written);
  const handle = await open(real, OPEN_FILE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ELOOP") return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) refuseSpecial(written);
    if (await isInside(places, handle, stats, real)) return { handle, stats };
    await handle.close();
    return undefined;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether what was opened lies in an allowed directory. */
async function isInside(
  places: Places,
  handle: FileHandle,
  stats: BigIntStats,
  real: string,
): Promise<boolean> {
  const own = await descriptorPath(handle.fd);
  if (own !== undefined) return places.containerOf(own) !== undefined;
  try {
    const fresh = await realpath(real);
    const now = await lstat(fresh, { bigint: true });
    const isSame = now.dev === stats.dev && now.ino === stats.ino;
    return isSame && places.containerOf(fresh) !== undefined;
  } catch {
    return false;
  }
}

export function refuseSpecial(written: string): never {
  refuse(`${shown(written)} is not a regular file but a device, a socket or a FIFO.`);
}

function refuseMissing(written: string): never {
  refuse(`There is no file ${shown(written)}; list_files shows what there is.`);
}
