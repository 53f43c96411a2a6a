/** Gives the lower-case hexadecimal SHA-256 of bytes. */
export type HashBytes = (bytes: Uint8Array) => string | Promise<string>;

/** One name in a directory. */
export interface DirectoryEntry {
  /** As it is stored. */
  readonly name: string;
  /** Of the entry itself: a symlink is not followed. */
  readonly type: "file" | "directory" | "symlink" | "other";
}

/** How a file may be read. */
export interface ReadLimits {
  /** Bytes to read at most. */
  readonly maxBytes: number;
  /** When given, a file whose resolved path is not inside this directory must not be read. */
  readonly within?: string | undefined;
}

/** A file that was read. */
export interface ReadInstructionFile {
  /** Tells the kinds of {@link InstructionFileRead} apart. */
  readonly type: "file";
  /** The file's first bytes, all of them unless the limit was met. */
  readonly bytes: Uint8Array;
  /** Size of the whole file in bytes. */
  readonly sizeBytes: number;
  /** Absolute path of the file that was read, with every symlink resolved. */
  readonly realPath: string;
  /** Equal for two paths to one file (such as device and inode); absent when not known. */
  readonly fileId?: string | undefined;
}

/** Not a regular file, nor a symlink to one: it was not opened. */
export interface NotRegularFile {
  /** Tells the kinds of {@link InstructionFileRead} apart. */
  readonly type: "not-file";
  /** What it is. */
  readonly what: "directory" | "fifo" | "socket" | "device";
}

/** Its resolved path lies outside {@link ReadLimits.within}: it was not read. */
export interface FileOutside {
  /** Tells the kinds of {@link InstructionFileRead} apart. */
  readonly type: "outside";
}

/** What reading a candidate gave. */
export type InstructionFileRead = ReadInstructionFile | NotRegularFile | FileOutside;

/** Where a path leads. */
export interface LocatedPath {
  /** What is there, symlinks followed. */
  readonly kind: "directory" | "file" | "other" | "missing";
  /** Absolute, with the symlinks of its directories resolved; a last name that is not a directory stays as it is. */
  readonly path: string;
  /** Absolute, with every symlink resolved as far as the path exists. */
  readonly realPath: string;
}

/**
 * Access to a tree of files. Paths given to it are absolute and have `/` between names.
 * A rejection counts as the system's error for that one path: its `code` is reported.
 */
export interface InstructionReader {
  /** Entries in any order; `undefined` when there is no such directory. */
  readonly listDirectory: (path: string) => Promise<readonly DirectoryEntry[] | undefined>;
  /** Reads one file, within limits. Rejects when the system would not give it. */
  readonly readFile: (path: string, limits: ReadLimits) => Promise<InstructionFileRead>;
  /** Says where a path leads; it need not exist. */
  readonly locate: (path: string) => Promise<LocatedPath>;
}
