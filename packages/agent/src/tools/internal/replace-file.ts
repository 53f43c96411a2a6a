import { randomBytes } from "node:crypto";
import { access, constants, type FileHandle, link, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type CurrentFile, currentFile, isStill } from "./current-file.ts";
import { sha256Of } from "./file-bytes.ts";
import { refuse, shown } from "./outcome.ts";
import { isGitName } from "./paths.ts";
import { type PinnedDirectory, pinBelow, pinDirectory } from "./pinned-directory.ts";
import type { Places } from "./places.ts";

/** Makes the new content of the current one; refuses by throwing. */
export type MakeContent = (current: CurrentFile | undefined) => Uint8Array;

/**
 * Replaces a file as a whole, or creates it with the directories on its way: written beside it,
 * flushed, then renamed over it, so that at every moment the old or the new one is there. Mode and,
 * as far as allowed, owner are kept; through a link inside the workspace its target is replaced.
 *
 * @returns The hash of the new content.
 */
export async function replaceFile(
  places: Places,
  written: string,
  makeContent: MakeContent,
): Promise<string> {
  const { real, missing } = await places.locateInside(written);
  refuseGit([...places.segments(real), ...missing], written);
  const directories = missing.slice(0, -1);
  const name = missing.at(-1) ?? path.basename(real);
  const isNew = missing.length > 0;
  // A directory that is to be written lies in none that may be touched.
  if (!isNew && places.segments(real).length === 0) refuse(`${shown(written)} is a directory.`);
  let directory = await pinDirectory(places, isNew ? real : path.dirname(real), written);
  try {
    // Whatever refuses a file that isn't there does so before directories are made for it.
    if (directories.length > 0) makeContent(undefined);
    let below = real;
    for (const segment of directories) {
      below = path.join(below, segment);
      directory = await pinBelow(places, directory, { name: segment, real: below, written });
    }
    const current = await currentFile(directory, name, written);
    const content = makeContent(current);
    await put({ directory, name, written }, current, content);
    return sha256Of(content);
  } finally {
    await directory.close();
  }
}

interface Target {
  readonly directory: PinnedDirectory;
  readonly name: string;
  readonly written: string;
}

/** What runs by itself later, such as a hook, is not for a model to write. */
function refuseGit(segments: readonly string[], written: string): void {
  if (segments.some(isGitName)) {
    refuse(`${shown(written)} lies in .git, where files are not written; use git in a process.`);
  }
}

async function put(
  { directory, name, written }: Target,
  current: CurrentFile | undefined,
  content: Uint8Array,
): Promise<void> {
  if (current) await refuseReadOnly(directory.at(name), current, written);
  const temporary = `.alisio-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeBeside(directory.at(temporary), content, current);
    await directory.verify();
    const isDone =
      (await isStill(directory, name, current)) &&
      (current
        ? await renameOver(directory, temporary, name)
        : await renameTo(directory, temporary, name));
    if (!isDone) refuse(`${shown(written)} changed while it was written; read it again.`);
  } finally {
    await rm(directory.at(temporary), { force: true }).catch(() => undefined);
  }
  await directory.flush();
}

/** Renaming over a file asks for no leave of its own, and root is never refused any. */
async function refuseReadOnly(file: string, current: CurrentFile, written: string): Promise<void> {
  const isReadOnly =
    (current.stats.mode & 0o222n) === 0n ||
    (await access(file, constants.W_OK).then(
      () => false,
      () => true,
    ));
  if (isReadOnly) refuse(`${shown(written)} is read-only; its mode has to be changed first.`);
}

async function writeBeside(
  temporary: string,
  content: Uint8Array,
  current: CurrentFile | undefined,
): Promise<void> {
  // Nobody else can read it until it has the mode of the file that it is to replace.
  const handle = await open(temporary, "wx", current ? 0o600 : 0o666);
  try {
    await handle.writeFile(content);
    if (current) {
      await keepOwner(handle, current);
      await handle.chmod(Number(current.stats.mode & 0o7777n));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Only a privileged user can give a file away; for the others it is theirs in any case. */
async function keepOwner(handle: FileHandle, { stats }: CurrentFile): Promise<void> {
  const own = await handle.stat({ bigint: true });
  if (own.uid === stats.uid && own.gid === stats.gid) return;
  // The content matters more than the owner.
  await handle.chown(Number(stats.uid), Number(stats.gid)).catch(() => undefined);
}

async function renameOver(
  directory: PinnedDirectory,
  temporary: string,
  name: string,
): Promise<boolean> {
  await rename(directory.at(temporary), directory.at(name));
  return true;
}

/** Gives the file its name unless something has taken it: a rename would replace that. */
async function renameTo(
  directory: PinnedDirectory,
  temporary: string,
  name: string,
): Promise<boolean> {
  try {
    await link(directory.at(temporary), directory.at(name));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A file system without hard links; nothing stood there a moment ago.
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS") {
      return await renameOver(directory, temporary, name);
    }
    throw error;
  }
}
