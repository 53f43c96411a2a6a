import {
  appendFileSync,
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AgentError } from "../errors.ts";
import { takeSessionLock } from "./session-lock.ts";

const NEWLINE = 0x0a;
/** Not there on Windows. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
/** A FIFO of that name must not hang the opening. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** An append-only file of lines, held by this process alone. */
export interface SessionFile {
  /**
   * Writes a whole line, its newline included, in one call. A kill at any byte loses this line alone.
   *
   * @throws AgentError `session_unwritable`; then nothing of the line is left in the file, or it is
   * taken away before the next one
   */
  append(line: string): void;
  /** Waits until what was written is on the disk, so that a power failure later costs nothing. */
  close(): void;
}

/** A file that was there, mended. */
export interface OpenedSessionFile {
  readonly file: SessionFile;
  /** All whole lines. */
  readonly text: string;
  /** Bytes of a torn last line, which is in the file `<id>.torn` now. */
  readonly tornBytes: number;
}

/**
 * Creates a session's file.
 *
 * @throws AgentError `session_busy`, `session_unwritable`
 */
export function createSessionFile(directory: string, id: string): SessionFile {
  return guarded(() => {
    makeDirectory(directory);
    const release = takeSessionLock(join(directory, `${id}.lock`));
    try {
      const path = join(directory, `${id}.jsonl`);
      return fileOf(openSync(path, "ax", 0o600), 0, release);
    } catch (error) {
      release();
      throw error;
    }
  });
}

/**
 * As `mkdirSync` with `recursive`, which never comes back where a parent exists and the system still
 * says that there is none, as below `/proc`.
 */
function makeDirectory(directory: string): void {
  const make = (): boolean => {
    try {
      mkdirSync(directory, { mode: 0o700 });
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST" && statSync(directory).isDirectory()) return true;
      if (code !== "ENOENT") throw error;
      return false;
    }
  };
  if (make()) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  if (make()) return;
  throw new AgentError(
    "session_unwritable",
    "The sessions' directory can't be made where the state home is; name another one.",
  );
}

/**
 * Opens a session's file to go on with it: a torn last line is set aside in `<id>.torn`, a missing
 * final newline written.
 *
 * @throws AgentError `session_not_found`, `session_busy`, `session_unusable`, `session_unwritable`
 */
export function openSessionFile(directory: string, id: string): OpenedSessionFile {
  return guarded(() => {
    const path = join(directory, `${id}.jsonl`);
    // Before the lock, which would be left in a directory that has no such session.
    closeSync(openExisting(path));
    const release = takeSessionLock(join(directory, `${id}.lock`));
    try {
      return openHeld(openExisting(path), join(directory, `${id}.torn`), release);
    } catch (error) {
      release();
      throw error;
    }
  });
}

function openHeld(fd: number, tornPath: string, release: () => void): OpenedSessionFile {
  try {
    const { kept, torn, needsNewline } = mend(readFileSync(fd));
    if (torn.length > 0) {
      const line = Buffer.concat([torn, Buffer.from("\n")]);
      appendFileSync(tornPath, line, { mode: 0o600, flush: true });
      ftruncateSync(fd, kept.length);
    }
    const file = fileOf(fd, kept.length, release);
    if (needsNewline) file.append("\n");
    return { file, text: kept.toString("utf8"), tornBytes: torn.length };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function openExisting(path: string): number {
  const { O_RDWR, O_APPEND } = constants;
  const fd = openSync(path, O_RDWR | O_APPEND | NO_LINK | NO_WAIT);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new AgentError("session_unusable", "The session's file is not a regular file.");
}

/** A last line without its newline is torn, unless it is whole JSON: then only the newline is missing. */
function mend(bytes: Buffer): { kept: Buffer; torn: Buffer; needsNewline: boolean } {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const rest = bytes.subarray(end);
  if (rest.length === 0) return { kept: bytes, torn: rest, needsNewline: false };
  try {
    JSON.parse(rest.toString("utf8"));
    return { kept: bytes, torn: bytes.subarray(0, 0), needsNewline: true };
  } catch {
    return { kept: bytes.subarray(0, end), torn: rest, needsNewline: false };
  }
}

function fileOf(fd: number, size: number, release: () => void): SessionFile {
  let length = size;
  let isOpen = true;
  /** Whether the beginning of a line that was refused may still be there. */
  let isTorn = false;
  const takeBack = (): void => {
    ftruncateSync(fd, length);
    isTorn = false;
  };
  return {
    append: (line) =>
      guarded(() => {
        // Behind half a line a whole one would be lost with it.
        if (isTorn) takeBack();
        const bytes = Buffer.from(line);
        try {
          // The system may take less than all, where a disk fills up.
          for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
          length += bytes.length;
        } catch (error) {
          isTorn = true;
          takeBack();
          throw error;
        }
      }),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      // Some file systems can't wait for the disk; nothing more can be done for them.
      tried(() => fdatasyncSync(fd));
      tried(() => closeSync(fd));
      release();
    },
  };
}

/** What fails at the end is not to keep what comes after it from being done. */
function tried(work: () => void): void {
  try {
    work();
  } catch {
    // Whole lines are in the file all the same.
  }
}

const TOO_LARGE: readonly [AgentError["code"], string] = [
  "session_unusable",
  "The session's file is too large to be gone on with; start a new session.",
];
const PROBLEMS: { readonly [code: string]: readonly [AgentError["code"], string] } = {
  ENOENT: [
    "session_not_found",
    "There is no session of this id; `alisio sessions list` shows those there are.",
  ],
  ELOOP: ["session_unusable", "The session's file is a link; name the file itself."],
  EISDIR: ["session_unusable", "The session's file is a directory."],
  EEXIST: ["session_unusable", "A session of this id exists already."],
  // Over two GiB, or more than one text can hold.
  ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
  ERR_STRING_TOO_LONG: TOO_LARGE,
};

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (AgentError.isInstance(error)) throw error;
    const { code = "unknown", syscall } = error as NodeJS.ErrnoException;
    // Of the directory, the same codes say something else.
    const [known, message] = (syscall === "mkdir" ? undefined : PROBLEMS[code]) ?? [
      "session_unwritable" as const,
      `The sessions' directory can't be used (${code}): check its permissions and the disk.`,
    ];
    throw new AgentError(known, message, { cause: error });
  }
}
