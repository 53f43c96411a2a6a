import type { AgentRunner, AgentRunnerOptions } from "@alisio/agent";
import type { Config } from "../config/defaults.ts";
import type { CommandContext } from "../globals.ts";

/** The flags that say what an agent is made from, as commander gives them. */
export interface RunnerFlags {
  readonly allowWrite?: boolean;
  readonly allowProcess?: boolean;
  readonly readOnly?: boolean;
  /** Directories outside the workspace. */
  readonly addDir?: readonly string[];
  /** `off`, `shadow` or `on`; not yet checked. */
  readonly governor?: string;
  /** `openai-compatible`, `anthropic` or `scripted`; not yet checked. */
  readonly provider?: string;
  readonly model?: string;
  /** A turn script; implies the scripted provider. */
  readonly script?: string;
  /** The goal of a new session. */
  readonly goal?: string;
}

/** What only some callers have. */
export interface OpenRunnerOptions {
  /** Whole id of the session to go on with. */
  readonly sessionId?: string;
  /** Asked before what nothing allows yet; absent: denied. */
  readonly approve?: NonNullable<AgentRunnerOptions["approve"]>;
}

/** An agent, and what the surface around it needs to know. */
export interface OpenedRunner {
  readonly runner: AgentRunner;
  /** Where it works: another directory than the command's own for the bundled story. */
  readonly context: CommandContext;
  readonly config: Config;
  readonly provider: Config["provider"]["type"];
  /** What requests and reports call the model. */
  readonly model: string;
  /** Lines for whoever watches, such as that a demo is played; safe to print, no line end. */
  readonly notes: readonly string[];
  /** Whether the directory is gone afterwards: the session can't go on. */
  readonly isThrowAway: boolean;
  /** What a script wants to be asked where nobody says anything else. */
  readonly scriptPrompt: string | undefined;
  /** Closes the runner and removes what was made for it. */
  close(): Promise<void>;
}
