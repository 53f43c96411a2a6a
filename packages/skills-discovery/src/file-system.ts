/** What stands at a path. */
export type FileKind = "file" | "directory" | "link" | "other";

/** One name of a directory's listing. A link is not followed. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/**
 * Facts about one file or directory. Times are nanoseconds since 1970; device and inode
 * together say whether two paths are one file.
 */
export interface FileStat {
  readonly kind: FileKind;
  /** Size in bytes. */
  readonly size: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

/** A file opened for reading; the caller closes it. */
export interface OpenedFile {
  /** Facts about what was really opened, not about what the path names by now. */
  stat(): FileStat;
  /**
   * Reads into `target` from `position` of the file, as much as `target` takes.
   * Gives the number of bytes read, 0 at the end.
   */
  read(target: Uint8Array, position: number): number;
  /**
   * The real path of what was opened as the operating system itself tells it,
   * `undefined` where it can't be asked.
   */
  realPath(): string | undefined;
  /** Frees the descriptor. */
  close(): void;
}

/**
 * The file system that discovery reads from: synchronous, because for thousands of small files
 * synchronous calls cost a fraction of asynchronous ones. Paths are absolute with `/` between
 * segments. A missing file is `undefined`; every other failure is thrown, with the operating
 * system's `code` where there is one.
 */
export interface SkillFileSystem {
  /** Follows links. */
  stat(path: string): FileStat | undefined;
  /** Doesn't follow a link at the end of the path. */
  lstat(path: string): FileStat | undefined;
  /** In any order; discovery sorts. `undefined` where there is no directory. */
  readDirectory(path: string): readonly DirectoryEntry[] | undefined;
  /** The path with every link resolved; throws with code `ELOOP` for a link to itself. */
  realPath(path: string): string | undefined;
  /**
   * Opens for reading without blocking on FIFOs or devices and without following a link at the
   * end of the path (code `ELOOP` for one).
   */
  openFile(path: string): OpenedFile | undefined;
  /** SHA-256 as lower-case hexadecimal; a portable one serves where this is left out. */
  readonly hash?: (bytes: Uint8Array) => string;
  /**
   * Nanoseconds since 1970, to tell a stamp so fresh that a later change could hide behind it.
   * Left out: such stamps are trusted.
   */
  readonly now?: () => bigint;
  /** Lets other work run; discovery awaits it now and then. */
  readonly pause?: () => Promise<void>;
}
