import type { AgentTool } from "../types-tool.ts";

/** How much the tools read, keep and give back. Each has a default: `DEFAULT_TOOL_LIMITS`. */
export interface WorkspaceToolLimits {
  /** UTF-16 units of file content in one result of `read_file`. */
  readonly maxReadCharacters: number;
  /** Bytes of a file that `read_file` goes through to find its lines. */
  readonly maxScanBytes: number;
  /** UTF-16 units of each of `stdout` and `stderr`; what is over comes off the middle. */
  readonly maxOutputCharacters: number;
  /** Entries of directories that a listing or a search looks at. */
  readonly maxWalkEntries: number;
  /** Files in one result of `list_files`. */
  readonly maxListedFiles: number;
  /** Lines in one result of `search_text`, context included. */
  readonly maxSearchLines: number;
  /** Bytes that one search reads. */
  readonly maxSearchBytes: number;
  /** How long one search or listing may take, in milliseconds; what it has by then is its result. */
  readonly maxSearchMs: number;
  /** Time-out of a process for which the call names none, in milliseconds. */
  readonly processTimeoutMs: number;
  /** The longest time-out that a call may name, in milliseconds. */
  readonly maxProcessTimeoutMs: number;
  /** From SIGTERM to SIGKILL, in milliseconds. */
  readonly killGraceMs: number;
  /** UTF-16 units of output kept of each background task; the oldest go first. */
  readonly maxBackgroundCharacters: number;
  /** Background tasks that run at the same time. */
  readonly maxBackgroundTasks: number;
}

/** What the tools work on. */
export interface WorkspaceToolsOptions {
  /** Absolute; an existing directory. Relative paths of the model are relative to it. */
  readonly workspaceRoot: string;
  /** Absolute, inside the workspace; processes start here unless the call says otherwise. */
  readonly cwd: string;
  /** Approved directories outside the workspace, absolute. None by default. */
  readonly directories?: readonly string[];
  /** All that child processes see; nothing is added from the agent's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new id for a background task: letters, digits and hyphens. */
  readonly createId: () => string;
  readonly limits?: Partial<WorkspaceToolLimits>;
}

/** A background task ended. */
export interface BackgroundExit {
  readonly id: string;
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
}

/** The tools that touch files and processes, and what a runner asks about them. */
export interface WorkspaceTools {
  /**
   * `read_file`, `list_files`, `search_text`, `write_file`, `edit_file`, `run_process`, `shell`,
   * `bg_output`, `bg_stop`, in this order.
   */
  readonly tools: readonly AgentTool[];
  /** A path as the model wrote it, made absolute; links are not followed. Never throws. */
  resolvePath(path: string): string;
  /** Whether what the path leads to, links followed, lies in the workspace or an approved directory. */
  isInside(path: string): Promise<boolean>;
  /**
   * The directory that would have to be approved before a call may touch the path: absolute, links
   * followed. `undefined` when nothing has to be, or when no approval helps.
   *
   * @param approved - Directories that are approved for the call alone.
   */
  outsideDirectoryOf(path: string, approved?: readonly string[]): Promise<string | undefined>;
  /**
   * Approves a directory outside the workspace, absolute, from now on.
   *
   * @throws AgentError `invalid_option`
   */
  allowDirectory(directory: string): Promise<void>;
  /** Told once of each background task that ends; gives back what ends it. */
  onBackgroundExit(listener: (exit: BackgroundExit) => void): () => void;
  /** Ends every process; calls from now on are refused. May be called again. */
  close(): Promise<void>;
}
