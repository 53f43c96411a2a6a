import type { ContextGovernedEvent } from "@alisio/governor";
import type { FinishReason, ModelUsage } from "./types-model.ts";
import type { ToolEffect } from "./types-tool.ts";

/** How a run ended. `limit`: it reached the most requests that a run may make. */
export type RunEnd = "completed" | "failed" | "interrupted" | "limit";

/** A problem told in an event; the message names what to do and holds no text of the session. */
export interface EventProblem {
  readonly code: string;
  readonly message: string;
}

/**
 * What happened, as listeners are told of it. Previews hold at most 200 UTF-16 units, of one line.
 * Durable events are stored in the session's file; `text.delta` and `tool.output` are not: what they
 * show arrives again, whole, with `assistant.message` and `tool.finished`. The last event of every run
 * is its `run.finished`.
 */
export type AgentEvent =
  | {
      readonly type: "run.started";
      /** What `alisio resume` takes, so that whoever reads the events alone can go on. */
      readonly sessionId: string;
      readonly input: "prompt" | "resume" | "task";
    }
  | {
      readonly type: "request.started";
      /** From 1 within the run. */
      readonly request: number;
      readonly model: string;
      readonly messages: number;
      /** Estimate of the whole history, by chars/4. */
      readonly tokens: number;
    }
  | ContextGovernedEvent
  | { readonly type: "text.delta"; readonly text: string }
  | {
      readonly type: "assistant.message";
      readonly text: string;
      readonly calls: readonly { readonly callId: string; readonly tool: string }[];
      readonly finishReason: FinishReason;
      readonly usage?: ModelUsage;
    }
  | {
      readonly type: "tool.started";
      readonly callId: string;
      readonly tool: string;
      readonly effect: ToolEffect;
      /** Preview of its paths or command. */
      readonly preview: string;
    }
  | { readonly type: "tool.output"; readonly callId: string; readonly text: string }
  | {
      readonly type: "tool.finished";
      readonly callId: string;
      readonly tool: string;
      readonly isError: boolean;
      /** UTF-16 units of the result. */
      readonly characters: number;
      readonly durationMs: number;
      /** Preview of the error's text; absent without an error. */
      readonly preview?: string;
    }
  | {
      readonly type: "approval.requested";
      readonly callId: string;
      readonly tool: string;
      readonly effect: ToolEffect;
      readonly preview: string;
      /** Directory outside the workspace that is asked for. */
      readonly directory?: string;
    }
  | {
      readonly type: "approval.resolved";
      readonly callId: string;
      readonly decision: "once" | "session" | "deny";
    }
  | {
      readonly type: "instructions.attached";
      readonly callId: string;
      /** Relative to the workspace root. */
      readonly paths: readonly string[];
      /** True when the call came back to the model without running. */
      readonly returned: boolean;
    }
  | {
      readonly type: "context_reduced";
      readonly reason: "budget";
      readonly results: number;
      readonly tokensSaved: number;
    }
  | {
      readonly type: "context.compacted";
      readonly trigger: "auto" | "manual";
      readonly messages: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly quotesAdded: number;
      readonly quotesRefused: Readonly<Record<string, number>>;
    }
  | {
      readonly type: "model.failed";
      readonly problem: EventProblem;
      /** From 1 for the request. */
      readonly attempt: number;
      /** How long until it is tried again; absent when it isn't. */
      readonly retryInMs?: number;
    }
  | { readonly type: "skill.loaded"; readonly name: string; readonly bytes: number }
  | { readonly type: "task.finished"; readonly callId: string; readonly end: RunEnd }
  | { readonly type: "background.exited"; readonly id: string; readonly exitCode: number | null }
  | { readonly type: "state.changed"; readonly key: string }
  | { readonly type: "notice"; readonly problem: EventProblem }
  | {
      readonly type: "run.finished";
      readonly end: RunEnd;
      readonly requests: number;
      /** Sums of what the provider reported in this run. */
      readonly usage: ModelUsage;
      readonly problem?: EventProblem;
    };

/** An event with its place in the session, as `alisio run --json` and the event stream give it. */
export interface AgentEventEnvelope {
  readonly schemaVersion: 1;
  /**
   * Of a stored event: from 1, growing within the session. Absent for a transient one, and for the
   * `run.finished` of a run that ended because its session's file takes no more.
   */
  readonly id?: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The subagent's run; absent for the main one. */
  readonly run?: string;
  readonly event: AgentEvent;
}
