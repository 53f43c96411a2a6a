import type { HashBytes, InstructionReader } from "./reader-types.ts";

/**
 * How far a file reaches: `global` lies in the config home, `project` between the workspace root and
 * the working directory, `nested` anywhere else inside the workspace root.
 */
export type InstructionScope = "global" | "project" | "nested";

/** Which candidate name a file has; a directory's first one in this order wins. */
export type InstructionKind = "override" | "agents" | "legacy" | "claude";

/**
 * What became of a file.
 *
 * - `loaded`: the text holds it whole
 * - `truncated`: the text holds its beginning, and a notice
 * - `dropped`: closer files fill the budget
 * - `shadowed`: a sibling of higher order wins the directory
 * - `unreadable`: it wins its directory, and the system would not give it
 * - `empty`: it wins its directory and has nothing but white space
 * - `refused`: it wins its directory, and is binary or a symlink out of the workspace
 * - `duplicate`: the same real file counts at a closer place
 */
export type InstructionStatus =
  | "loaded"
  | "truncated"
  | "dropped"
  | "shadowed"
  | "unreadable"
  | "empty"
  | "refused"
  | "duplicate";

/** `eager` files stand in the text a session starts with; `attached` ones come with a tool call. */
export type InstructionDelivery = "eager" | "attached";

/** One file that could apply to a path. Keys are in the order in which they are serialised. */
export interface InstructionFile {
  /** Relative to the workspace root, a global file's to the config home; `/` everywhere. */
  readonly path: string;
  /** How far the file reaches. */
  readonly scope: InstructionScope;
  /** Which candidate name it has. */
  readonly kind: InstructionKind;
  /** What became of it. */
  readonly status: InstructionStatus;
  /** How its text reaches the model, or would. */
  readonly delivery: InstructionDelivery;
  /** Size of the whole decoded text in bytes of UTF-8; `null` when the text is not known. */
  readonly bytes: number | null;
  /** Bytes of it that the model gets; 0 unless `loaded` or `truncated`. */
  readonly loadedBytes: number;
  /** Estimate for the whole file: length of the decoded text / 4, rounded up. */
  readonly tokens: number | null;
  /** Of the whole decoded text as UTF-8, in lower-case hexadecimal; `null` when it is not known. */
  readonly sha256: string | null;
  /** Why the status is what it is, in one sentence that is safe to print. */
  readonly reason: string;
}

/** What a {@link InstructionDiagnostic} is about; the message says what to do. */
export type InstructionDiagnosticCode =
  | "budget.dropped"
  | "budget.truncated"
  | "directory.unreadable"
  | "file.binary"
  | "file.empty-override"
  | "file.invalid-encoding"
  | "file.not-regular"
  | "file.outside-workspace"
  | "file.read-limit"
  | "file.symlink-outside"
  | "file.unmaterialized-symlink"
  | "file.unreadable"
  | "name.case-mismatch"
  | "other-agents.claude-code-hides"
  | "other-agents.codex-cuts-closest"
  | "root.marker"
  | "root.no-marker"
  | "target.symlink"
  | "walk.limit";

/** A problem in the user's files, or a fact that makes a load surprising. */
export interface InstructionDiagnostic {
  /** Stable; branch on this and not on the message. */
  readonly code: InstructionDiagnosticCode;
  /** `error` where instructions are lost, `warning` where they may be, `information` where they surprise. */
  readonly severity: "error" | "warning" | "information";
  /** Relative to the workspace root (a global file's to the config home), as stored: escape it before printing. */
  readonly path: string;
  /** From 1; `null` where no place in the file is meant. */
  readonly line: number | null;
  /** From 1, in UTF-16 code units; `null` where no place in the file is meant. */
  readonly column: number | null;
  /** What is wrong and how to mend it, safe to print. */
  readonly message: string;
}

/** Bytes of content, headers and notices not counted. */
export interface InstructionBudget {
  /** What all files together may have. */
  readonly maxBytes: number;
  /** Sum of the `loadedBytes` of all files; never more than `maxBytes`. */
  readonly usedBytes: number;
}

/** Where the workspace begins; what `findWorkspaceRoot` of `./node` gives. */
export interface WorkspaceRoot {
  /** Absolute path. */
  readonly root: string;
  /** The entry of `root` that makes it the root; `null` when none was found. */
  readonly marker: string | null;
}

/** Every file that could apply to one path, and why: the value behind `alisio context explain`. */
export interface PathExplanation {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  /** Relative to the workspace root; `.` is the root itself. */
  readonly target: string;
  /** Relative to the working directory; `.` when they are equal. */
  readonly workspaceRoot: string;
  /** The entry of the root that makes it the root; `null` when there is none, or the root was named. */
  readonly rootMarker: string | null;
  /** The path's set against its limit. */
  readonly budget: InstructionBudget;
  /** Global first, then from the root to the closest. */
  readonly files: readonly InstructionFile[];
  /** Problems in the files, and what makes loads surprising. */
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** A file that does not stand whole in its chain. */
export interface LostInstructionFile {
  /** Relative to the workspace root, a global file's to the config home. */
  readonly path: string;
  /** How far the file reaches. */
  readonly scope: InstructionScope;
  /** Whether some of it is left. */
  readonly status: "truncated" | "dropped";
  /** Size of its whole text in bytes of UTF-8. */
  readonly bytes: number;
  /** Bytes of it that fit. */
  readonly loadedBytes: number;
}

/** One directory with an instruction file, and what a path in it gets. */
export interface DirectoryExplanation {
  /** Relative to the workspace root; `.` is the root itself. */
  readonly path: string;
  /** Files of the chain that have content, the global one included. */
  readonly files: number;
  /** Bytes of the whole chain. */
  readonly bytes: number;
  /** Bytes of it that fit the budget. */
  readonly usedBytes: number;
  /** What is cut or dropped here, global first. */
  readonly lost: readonly LostInstructionFile[];
}

/** Every instruction directory of a workspace: the value behind `alisio context explain --all`. */
export interface WorkspaceExplanation {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  /** Relative to the working directory; `.` when they are equal. */
  readonly workspaceRoot: string;
  /** The entry of the root that makes it the root; `null` when there is none, or the root was named. */
  readonly rootMarker: string | null;
  /** Bytes of content that the files of one path may have. */
  readonly maxBytes: number;
  /** False when the walk stopped at its limit of directories. */
  readonly complete: boolean;
  /** Directories that were looked into. */
  readonly directoriesWalked: number;
  /** Most bytes lost first, then the longest chain, then by path. */
  readonly directories: readonly DirectoryExplanation[];
  /** Problems in the files that were found. */
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** A file of a resolution, with what the text holds of it. */
export interface ResolvedFile extends InstructionFile {
  /** Names the real file: its resolved path relative to the root, or `/global/` and its name. */
  readonly identity: string;
  /** What the text holds of the file, byte for byte; empty unless `loaded` or `truncated`. */
  readonly content: string;
}

/** The instructions a session starts with. */
export interface ResolvedInstructions {
  /** What goes into the prompt; empty when no file has content. */
  readonly text: string;
  /** Relative to the working directory; `.` when they are equal. */
  readonly workspaceRoot: string;
  /** The entry of the root that makes it the root; `null` when there is none, or the root was named. */
  readonly rootMarker: string | null;
  /** The working directory's set against its limit. */
  readonly budget: InstructionBudget;
  /** Global first, then from the root to the working directory. */
  readonly files: readonly ResolvedFile[];
  /** Problems in the files. */
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** What the size limit and the names allow; the same for every function here. */
export interface InstructionSettings {
  /**
   * Bytes of content that all files together may have, 1024 to 1048576.
   * Default 32768 (`DEFAULT_MAX_BYTES`).
   */
  readonly maxBytes?: number | undefined;
  /** Use `CLAUDE.md` in directories without another candidate. Default false. */
  readonly claudeMdFallback?: boolean | undefined;
  /** Absolute path of the directory of the global file; without one there is no global file. */
  readonly configHome?: string | undefined;
}

/** Input of the functions of the root entry: explicit paths, and behaviour as functions. */
export interface ResolveInstructionsOptions extends InstructionSettings {
  /** What `findWorkspaceRoot` gave, or an absolute path, which is taken as it is, with no marker. */
  readonly workspaceRoot: string | WorkspaceRoot;
  /** Absolute path of the working directory, inside the workspace root. */
  readonly cwd: string;
  /** Access to the tree. */
  readonly reader: InstructionReader;
  /** Hash of contents. */
  readonly sha256: HashBytes;
}

/** Input of `explainPath`. */
export interface ExplainPathOptions extends ResolveInstructionsOptions {
  /** Path to explain, absolute or relative to `cwd`; it need not exist. */
  readonly target: string;
}

/** Settings of `explainAll`. */
export interface ExplainAllSettings {
  /** Directories to look into at most. Default 200000 (`DEFAULT_MAX_DIRECTORIES`). */
  readonly maxDirectories?: number | undefined;
  /** Called from time to time with the number of directories looked into so far. */
  readonly onProgress?: ((directoriesWalked: number) => void) | undefined;
}

/** Input of `explainAll`. */
export interface ExplainAllOptions extends ResolveInstructionsOptions, ExplainAllSettings {}
