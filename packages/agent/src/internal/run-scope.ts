import type { InstructionTracker } from "@alisio/agents-md";
import type { ContextGovernedEvent } from "@alisio/governor";
import type { ToolCall } from "@alisio/governor/message";
import type { SkillSession } from "@alisio/skills-discovery";
import type { WorkspaceTools } from "../tools/types-workspace-tools.ts";
import type { AgentEvent } from "../types-event.ts";
import type { AgentRunnerOptions, GovernanceSettings } from "../types-runner.ts";
import type { AgentTool, CallSubject } from "../types-tool.ts";
import type { Conversation } from "./conversation.ts";
import type { Governor } from "./governor.ts";
import type { Grants } from "./grants.ts";
import type { Session } from "./session.ts";

/** What the main run and the runs of subagents share. */
export interface Host {
  readonly options: AgentRunnerOptions;
  readonly session: Session;
  readonly workspace: WorkspaceTools;
  readonly grants: Grants;
  readonly skills: SkillSession;
  /** As set now. */
  readonly governance: () => GovernanceSettings;
}

/** One run: a conversation and what works on it. */
export interface RunScope extends Host {
  /** The subagent's run; `undefined` for the main one. */
  readonly run: string | undefined;
  readonly conversation: Conversation;
  /** Asked for before each request: settings may change in between. */
  readonly governor: () => Governor;
  readonly tracker: InstructionTracker;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly signal: AbortSignal;
  readonly memory: ContextMemory;
  readonly onGoverned?: (event: ContextGovernedEvent) => void;
}

/** What a conversation's fitting into the window remembers between requests. */
interface ContextMemory {
  /** No compaction is tried below so many tokens. */
  compactFrom: number;
  toldTooLarge: boolean;
}

/** A call that could run. */
export interface RunnableCall {
  readonly call: ToolCall;
  readonly tool: AgentTool;
  readonly subject: CallSubject;
}

/** The fields that put a record into the scope's run. */
export function runOf({ run }: RunScope): { readonly run?: string } {
  return run === undefined ? {} : { run };
}

export function emitIn(scope: RunScope, event: AgentEvent): void {
  scope.session.emit(event, scope.run);
}

export function noticeIn(scope: RunScope, code: string, message: string): void {
  scope.session.notice(code, message, scope.run);
}

/** Writes what the tracker of the main run knows, if that is new. Subagents' runs are not gone on with. */
export function saveTracker({ run, tracker, session }: RunScope): void {
  if (run !== undefined) return;
  const value = tracker.saveState();
  if (JSON.stringify(value) === JSON.stringify(session.view.state("instructionTracker"))) return;
  session.append({ type: "state", key: "instructionTracker", value });
}
