import type { BigIntStats } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import path from "node:path";
import { descriptorName, descriptorPath, OPEN_DIRECTORY, pathTo } from "./descriptor.ts";
import { refuse, shown } from "./outcome.ts";
import type { Places } from "./places.ts";

/**
 * A directory that was found to be inside, held open: what is done by its name is done in that very
 * directory, whatever has been put at its path since. Where the system can't name an open
 * directory, `verify` compares its identity instead.
 */
export interface PinnedDirectory {
  /** The path by which an entry is reached. */
  at(name: string): string;
  /** Rejects when it no longer lies inside, or isn't the directory that it was. */
  verify(): Promise<void>;
  /** Makes changes of its entries last through a loss of power, where that can be asked for. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Pins a directory by its real path. The caller closes it. */
export async function pinDirectory(
  places: Places,
  real: string,
  written: string,
): Promise<PinnedDirectory> {
  const handle = process.platform === "win32" ? undefined : await openDirectory(real, written);
  try {
    const own = handle && (await descriptorPath(handle.fd));
    const stats = await (handle?.stat({ bigint: true }) ?? lstat(real, { bigint: true }));
    const pinned = pin(places, { handle, own, real, written, stats });
    await pinned.verify();
    return pinned;
  } catch (error) {
    await handle?.close();
    throw error;
  }
}

/** The directory below, made if it isn't there; never through a link. Closes the one given. */
export async function pinBelow(
  places: Places,
  parent: PinnedDirectory,
  next: { readonly name: string; readonly real: string; readonly written: string },
): Promise<PinnedDirectory> {
  try {
    await parent.verify();
    await mkdir(parent.at(next.name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    return await pinDirectory(places, next.real, next.written);
  } finally {
    await parent.close();
  }
}

async function openDirectory(real: string, written: string): Promise<FileHandle> {
  try {
    return await open(real, OPEN_DIRECTORY);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "ENOENT") return refuseReplaced(written);
    throw error;
  }
}

interface Pinned {
  readonly handle: FileHandle | undefined;
  /** Its path as the system tells it. */
  readonly own: string | undefined;
  readonly real: string;
  readonly written: string;
  readonly stats: BigIntStats;
}

function pin(places: Places, { handle, own, real, written, stats }: Pinned): PinnedDirectory {
  const prefix = handle && own !== undefined ? descriptorName(handle.fd) : real;
  return {
    at: (name) => path.join(prefix, name),
    verify: async () => {
      const now =
        handle && own !== undefined ? await descriptorPath(handle.fd) : pathTo(real, stats);
      if (now === undefined || places.containerOf(now) === undefined || now !== real) {
        refuseReplaced(written);
      }
    },
    flush: async () => {
      // Some network file systems can't.
      await handle?.sync().catch(() => undefined);
    },
    close: async () => {
      await handle?.close();
    },
  };
}

function refuseReplaced(written: string): never {
  refuse(`A directory of ${shown(written)} is being replaced; nothing was done. Try again.`);
}
