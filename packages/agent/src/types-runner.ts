import type { ContextReport } from "@alisio/context-report";
import type { ContextGovernedEvent, GovernorMode } from "@alisio/governor";
import type { Message } from "@alisio/governor/message";
import type { CriterionSource, GoalSource, InvariantCounts, PlanSource } from "@alisio/invariants";
import type { SkillSession } from "@alisio/skills-discovery";
import type { AgentEventEnvelope, EventProblem, RunEnd } from "./types-event.ts";
import type { ModelClient, ModelUsage } from "./types-model.ts";
import type { ToolEffect } from "./types-tool.ts";

/** What the governor is set to. */
export interface GovernanceSettings {
  readonly mode: GovernorMode;
  readonly minAgeTurns: number;
  readonly epochMessages: number;
  /** Unset follows the current policy. */
  readonly policyVersion?: number;
  /** Most UTF-16 units of the invariants block. */
  readonly maxInvariantCharacters: number;
}

/** What the governor does in a session; in `off` nothing is measured. */
export interface Governance {
  readonly settings: GovernanceSettings;
  /** Of the last request of the main run in this process. */
  readonly lastEvent: ContextGovernedEvent | undefined;
  /** What the invariants block holds, or in `shadow` would hold; `undefined` in `off` and before the first compaction. */
  readonly invariants:
    | { readonly counts: InvariantCounts; readonly total: number; readonly omitted: number }
    | undefined;
}

/** A question to whoever watches: may this call run? */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: string;
  readonly effect: ToolEffect;
  /** The whole paths or command, not yet neutralised. */
  readonly detail: string;
  /** A directory outside the workspace that the call needs. */
  readonly directory?: string;
}

/** The answer. `once` holds for this call alone, `session` until the process ends. */
export type ApprovalDecision = "once" | "session" | "deny";

/** What was allowed beforehand; it lives in the process alone. */
export interface Permissions {
  readonly write: boolean;
  readonly process: boolean;
  /** Offers neither writes nor processes, and asks for none. */
  readonly readOnly: boolean;
  /** Directories outside the workspace, absolute. */
  readonly directories: readonly string[];
}

/** When and how older messages are replaced by a checkpoint. */
export interface CompactionSettings {
  readonly auto: boolean;
  /** Share of the window, over 0 to 1. */
  readonly threshold: number;
  /** Turns of the user that stay as they are. */
  readonly keepTurns: number;
}

/** The estimate and the budget that the context bar shows. */
export interface ContextEstimate {
  /** Estimate by chars/4 of the whole history with its instructions, without the invariants block. */
  readonly tokens: number;
  /** Tokens; `null` when unknown. */
  readonly window: number | null;
  /** Where an automatic compaction begins; `null` without a window or with `auto` off. */
  readonly compactAt: number | null;
  readonly messages: number;
  readonly compactions: number;
}

/** How one prompt ended. */
export interface RunResult {
  readonly end: RunEnd;
  /** The last answer's text. */
  readonly text: string;
  readonly requests: number;
  readonly usage: ModelUsage;
  readonly problem?: EventProblem;
}

/** How a compaction ended. */
export type CompactionResult =
  | { readonly compacted: true; readonly tokensBefore: number; readonly tokensAfter: number }
  | { readonly compacted: false; readonly problem: EventProblem };

/** One agent at work on one session. Only one prompt runs at a time. */
export interface AgentRunner {
  readonly sessionId: string;
  readonly governance: Governance;
  /** What the next request would carry without the governor; never changed in place. */
  readonly history: readonly Message[];
  /** The skills of the session. */
  readonly skills: SkillSession;
  /**
   * Works on a prompt until the model calls no more tools. `/skill:name ...` and `/init` at its
   * beginning are expanded. Never rejects for what a model, a tool or a file does.
   *
   * @throws AgentError `busy` while another prompt runs, `closed`
   */
  run(prompt: string, options?: { readonly signal?: AbortSignal }): Promise<RunResult>;
  /** Goes on where an interrupted or killed run stopped: without a prompt of its own. */
  resume(options?: { readonly signal?: AbortSignal }): Promise<RunResult>;
  /** Replaces older messages by a checkpoint, now. */
  compact(options?: {
    readonly focus?: string;
    readonly signal?: AbortSignal;
  }): Promise<CompactionResult>;
  /** From the next request on; stored with the session. */
  setGovernor(mode: GovernorMode): Promise<void>;
  /** `undefined` forgets it. */
  setGoal(goal: GoalSource | undefined): Promise<void>;
  /** What the user approved; `undefined` forgets it. */
  setPlan(plan: (PlanSource & { readonly text?: string }) | undefined): Promise<void>;
  /** In place of those before; an empty list forgets them. */
  setCriteria(criteria: readonly CriterionSource[]): Promise<void>;
  readonly goal: GoalSource | undefined;
  readonly plan: (PlanSource & { readonly text?: string }) | undefined;
  readonly criteria: readonly CriterionSource[];
  /** Approves a directory outside the workspace for this process. */
  allowDirectory(directory: string): Promise<void>;
  /** How full the window is, for a context bar. */
  context(): ContextEstimate;
  /** The report on what the next request would carry; the same value that every surface shows. */
  report(options: { readonly madeAt: string; readonly mode?: GovernorMode }): ContextReport;
  /** Told of every event from now on, durable and transient; gives back what ends it. */
  subscribe(listener: (envelope: AgentEventEnvelope) => void): () => void;
  /** Ends background tasks and closes the session file. */
  close(): Promise<void>;
}

/** What a runner is made from. Everything outside comes in here. */
export interface AgentRunnerOptions {
  /** `<state home>/sessions`. */
  readonly sessionsDirectory: string;
  /** Goes on with this session; a new one when absent. */
  readonly sessionId?: string;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute, or what the search for it found. */
  readonly workspace: string | { readonly root: string; readonly marker: string | null };
  readonly configHome: string;
  readonly homeDirectory: string;
  readonly model: ModelClient;
  /** Tokens; `null` when unknown: then nothing is compacted by itself. */
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  readonly governance: GovernanceSettings;
  readonly compaction: CompactionSettings;
  readonly permissions: Permissions;
  readonly instructions: { readonly claudeMdFallback: boolean; readonly maxBytes: number };
  /** Discovered skills and how their catalog is cut; the caller discovers, the runner discloses. */
  readonly skills: SkillSession;
  readonly catalog: {
    readonly maxCharacters: number | null;
    readonly maxEntries: number | null;
    readonly pinned: readonly string[];
  };
  /** Asked before a write, a process or a directory that nothing allows yet; absent: denied. */
  readonly approve?: (
    request: ApprovalRequest,
    options: { readonly signal: AbortSignal },
  ) => Promise<ApprovalDecision>;
  /** What child processes see; secrets of the provider are to be left out by the caller. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new id for a session, run or task: letters, digits and hyphens. */
  readonly createId: () => string;
  /** Most requests of one run; 200 by default: a model that calls tools for ever ends. */
  readonly maxRequests?: number;
  /** Waits between the tries of a request, and rejects when the signal ends it; real time by default. */
  readonly sleep?: (ms: number, options: { readonly signal: AbortSignal }) => Promise<void>;
  readonly version?: string;
}
