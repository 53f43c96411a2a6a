import type { BigIntStats } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { descriptorPath, OPEN_FILE, pathTo } from "./descriptor.ts";
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
  if (missing.length > 0) await places.refuseMissing(written, "list_files shows what there is");
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

/**
 * A swap that is timed to the call could fool one comparison by paths; to fool several in a row it
 * has to hit every gap between two calls.
 */
const ROUNDS_WITHOUT_OWN_PATH = 3;

/** Whether what was opened lies in an allowed directory. */
async function isInside(
  places: Places,
  handle: FileHandle,
  stats: BigIntStats,
  real: string,
): Promise<boolean> {
  const own = await descriptorPath(handle.fd);
  if (own !== undefined) return places.containerOf(own) !== undefined;
  for (let round = 0; round < ROUNDS_WITHOUT_OWN_PATH; round += 1) {
    const fresh = pathTo(real, stats);
    if (fresh === undefined || places.containerOf(fresh) === undefined) return false;
  }
  return true;
}

export function refuseSpecial(written: string): never {
  refuse(`${shown(written)} is not a regular file but a device, a socket or a FIFO.`);
}
