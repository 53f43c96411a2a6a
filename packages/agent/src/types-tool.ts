import type { ToolDefinition } from "./types-model.ts";

/** What a tool does to the machine; `none` touches neither files nor processes. */
export type ToolEffect = "none" | "read" | "write" | "process";

/** What a call is about, before it runs: for instructions, permissions and previews. */
export interface CallSubject {
  /** Paths that it names, as the model wrote them. */
  readonly paths?: readonly string[];
  /** Of a process: a shell's command line, or a program and its arguments. */
  readonly command?: string | readonly string[];
  /** Directory that a process runs in, as the model wrote it. */
  readonly cwd?: string;
  /** True for a read of a part of a file. */
  readonly partial?: boolean;
}

/** What a call gives back to the model. */
export interface ToolOutcome {
  /** The result's text; of most tools one JSON object. Bounded, and says so when it was cut. */
  readonly text: string;
  readonly isError: boolean;
}

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Directories outside the workspace that were approved for this call alone. */
  readonly directories?: readonly string[];
  /** Output of a process as it comes, for whoever watches; never stored. */
  readonly onOutput?: (text: string) => void;
}

/** A tool of the agent. */
export interface AgentTool extends ToolDefinition {
  readonly effect: ToolEffect;
  /** What a call with these arguments is about. Never throws: arguments can be any JSON. */
  subject(args: unknown): CallSubject;
  /**
   * Runs it. What the model asked for wrongly, and what the system refuses, is an outcome with
   * `isError`; it rejects for faults of the host alone.
   */
  execute(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}
