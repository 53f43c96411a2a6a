import type { AgentEventEnvelope, ApprovalDecision, ApprovalRequest } from "@alisio/agent";
import type { SkillListReport, SkillOverride } from "@alisio/skills-discovery";
import type { OpenedRunner } from "../agent/runner-flags.ts";

/** What the agent is doing. */
export type Phase = "idle" | "running" | "interrupting" | "compacting";

/** A session that can be gone on with. */
export interface SessionChoice {
  readonly id: string;
  readonly modifiedAtMs: number;
  /** Words of the user; not yet neutralised. */
  readonly title: string | undefined;
}

/** A plugin that the configuration names. */
interface PluginEntry {
  readonly id: string;
  /** Never absolute. */
  readonly place: string;
  readonly skills: number;
}

/** What the interface needs of the rest of the program; component tests give their own. */
export interface Ports {
  /** Opens a session: a new one without an id. */
  readonly open: (
    sessionId: string | undefined,
    approve: (
      request: ApprovalRequest,
      options: { readonly signal: AbortSignal },
    ) => Promise<ApprovalDecision>,
  ) => Promise<OpenedRunner>;
  /** Alisio's sessions of this directory, newest first. */
  readonly listSessions: () => Promise<readonly SessionChoice[]>;
  /** The effective catalog, without any body. */
  readonly skillsReport: (opened: OpenedRunner) => Promise<SkillListReport>;
  /**
   * Saves an override in the project's configuration and puts it in force.
   *
   * @returns one line about what now holds; it rejects with an error whose message says what to do
   */
  readonly setSkill: (opened: OpenedRunner, name: string, value: SkillOverride) => Promise<string>;
  readonly plugins: (opened: OpenedRunner) => Promise<{
    readonly plugins: readonly PluginEntry[];
    readonly problems: readonly string[];
  }>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Where the interface shows what happens: a terminal's screen, or plain lines. */
export interface Surface {
  /** Columns that a line may have. */
  readonly columns: () => number;
  /** Finished output; it never changes again. Safe to print. */
  readonly print: (lines: readonly string[]) => void;
  readonly onEvent: (envelope: AgentEventEnvelope) => void;
  readonly onPhase: (phase: Phase) => void;
  readonly approve: (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalDecision>;
  /** Shows the skills or the sessions to choose from. */
  readonly choose: (what: "skills" | "sessions") => Promise<void>;
  readonly exit: () => void;
}
