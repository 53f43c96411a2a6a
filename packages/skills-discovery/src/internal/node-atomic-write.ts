import fs from "node:fs";
import path from "node:path";

/** What stood at a path when it was read; null where nothing did. */
export type SeenFile = fs.BigIntStats | null;

/** A file to replace as a whole. */
export interface AtomicWrite {
  /** The file itself and not a link to it. */
  readonly file: string;
  readonly content: string | Uint8Array;
  /** What was there when the new content was made from it. */
  readonly seen: SeenFile;
}

/**
 * Replaces a file so that at every moment, whatever gets killed, either the old or the new one is
 * there: written beside it, flushed, then renamed over it. Mode and, as far as allowed, owner are
 * kept. Clears away what writers that were killed left of it.
 *
 * @returns False, with nothing written, where the file is no longer the one that was seen.
 * @throws Error `EACCES` for a file that may not be written, although its directory may.
 */
export function writeAtomically({ file, content, seen }: AtomicWrite): boolean {
  if (seen !== null) checkWritable(file, seen);
  removeLeftovers(file);
  const temporary = temporaryName(file);
  try {
    writeBeside(temporary, content, seen);
    if (!isStill(file, seen) || !rename(temporary, file)) {
      fs.rmSync(temporary, { force: true });
      return false;
    }
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  flushDirectory(path.dirname(file));
  return true;
}

/** False where the temporary file was taken for a leftover by a writer that can't see this one. */
function rename(temporary: string, file: string): boolean {
  try {
    fs.renameSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Renaming over a file asks for no leave of its own, and root is never refused any. */
function checkWritable(file: string, seen: fs.BigIntStats): void {
  if ((seen.mode & 0o222n) === 0n) {
    throw Object.assign(new Error("The file is read-only."), { code: "EACCES" });
  }
  if (isStill(file, seen)) fs.accessSync(file, fs.constants.W_OK);
}

/** What stands at a path now. */
export function seeFile(file: string): SeenFile {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false }) ?? null;
}

function temporaryName(file: string): string {
  const random = process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex");
  return path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}-${random}.tmp`);
}

function writeBeside(temporary: string, content: string | Uint8Array, seen: SeenFile): void {
  const descriptor = fs.openSync(temporary, "wx", 0o666);
  try {
    fs.writeFileSync(descriptor, content);
    if (seen !== null) {
      keepOwner(descriptor, seen);
      fs.fchmodSync(descriptor, Number(seen.mode & 0o7777n));
    }
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Only a privileged user can give a file away; for the others it is theirs in any case. */
function keepOwner(descriptor: number, seen: fs.BigIntStats): void {
  const own = fs.fstatSync(descriptor, { bigint: true });
  if (own.uid === seen.uid && own.gid === seen.gid) return;
  try {
    fs.fchownSync(descriptor, Number(seen.uid), Number(seen.gid));
  } catch {
    // The content matters more than the owner.
  }
}

function isStill(file: string, seen: SeenFile): boolean {
  const now = seeFile(file);
  if (now === null || seen === null) return now === seen;
  return now.ino === seen.ino && now.mtimeNs === seen.mtimeNs && now.size === seen.size;
}

/** Makes the renaming itself last through a loss of power, where directories can be flushed. */
function flushDirectory(directory: string): void {
  try {
    const descriptor = fs.openSync(directory, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    // Windows and some network file systems can't.
  }
}

/** The process and the random part that `temporaryName` puts behind a file's own name. */
const LEFTOVER = /^([1-9][0-9]{0,9})-[0-9a-f]{12}\.tmp$/;

/**
 * Removes what writers of a file left beside it when they were killed: regular files of exactly
 * the name of a temporary one, whose process is no more. A writer whose process can't be seen from
 * here, as in another container, finds its own gone and starts again.
 */
function removeLeftovers(file: string): void {
  const directory = path.dirname(file);
  const prefix = `.${path.basename(file)}.`;
  try {
    for (const name of fs.readdirSync(directory)) {
      if (!name.startsWith(prefix)) continue;
      const writer = LEFTOVER.exec(name.slice(prefix.length))?.[1];
      if (writer === undefined || isAlive(Number(writer))) continue;
      const leftover = path.join(directory, name);
      if (fs.lstatSync(leftover, { throwIfNoEntry: false })?.isFile() === true) {
        fs.rmSync(leftover, { force: true });
      }
    }
  } catch {
    // A directory that can't be listed or cleared keeps nobody from writing the file.
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
