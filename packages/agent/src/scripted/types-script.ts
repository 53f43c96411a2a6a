import type { CriterionSource, PlanSource } from "@alisio/invariants";
import type { ModelErrorCode } from "../model-error.ts";
import type { FinishReason, ModelUsage } from "../types-model.ts";

/** One call of a tool. Texts in its arguments may hold placeholders. */
export interface ScriptedCall {
  readonly tool: string;
  /** Any JSON; what is no object is sent as it is, to see what the tool says. */
  readonly args?: unknown;
  /** By default the purpose, the number of the answer and that of the call: `turn-3-1`. */
  readonly id?: string;
}

/** A failure before the answer, or in the middle of it. */
export interface ScriptedFailure {
  readonly code: ModelErrorCode;
  readonly message?: string;
  readonly retryAfterMs?: number;
  readonly retryable?: boolean;
  /** How many pieces of the text come before it; 0 by default. */
  readonly afterPieces?: number;
}

/** One answer of the model. */
export interface ScriptedTurn {
  /** Streamed in pieces; may hold placeholders. */
  readonly text?: string;
  /** In place of `text`: a value that is sent as JSON, as a summariser's answer is. */
  readonly json?: unknown;
  readonly calls?: readonly ScriptedCall[];
  /** By default `tool-calls` with calls, else `stop`. */
  readonly finishReason?: FinishReason;
  /** By default an estimate by chars/4 of what was sent and answered; `null` reports nothing. */
  readonly usage?: ModelUsage | null;
  /** UTF-16 units of a piece; 24 by default. */
  readonly pieceLength?: number;
  /** Milliseconds before each piece; 0 by default. */
  readonly pieceDelayMs?: number;
  /** One for each attempt, from the first: the attempt after the last one is answered. */
  readonly failures?: readonly ScriptedFailure[];
}

/** What a subagent answers to one kind of task. */
export interface ScriptedTask {
  /** A text that the task's prompt holds; absent: any. The first entry that fits is taken. */
  readonly match?: string;
  readonly turns: readonly ScriptedTurn[];
}

/**
 * A conversation's model side, written down. Which answer comes is decided by the purpose of a
 * request and by how many of that purpose the conversation has, so a session can be resumed anywhere.
 */
export interface TurnScript {
  readonly schemaVersion: 1;
  /** Letters, digits and hyphens; the model is called `scripted:<name>`. */
  readonly name: string;
  readonly description?: string;
  /** What to ask where nobody says anything else. */
  readonly prompt?: string;
  /** Tokens that the model is to be taken to have. */
  readonly contextWindow?: number;
  /** Settings that the story needs in place of the configured ones. */
  readonly governance?: {
    readonly mode?: "off" | "shadow" | "on";
    readonly minAgeTurns?: number;
    readonly epochMessages?: number;
  };
  readonly compaction?: {
    readonly auto?: boolean;
    readonly threshold?: number;
    readonly keepTurns?: number;
  };
  /** What the user has set before the first prompt. */
  readonly goal?: string;
  readonly plan?: PlanSource & { readonly text?: string };
  readonly criteria?: readonly CriterionSource[];
  /** Answers of the conversation, in order. */
  readonly turns: readonly ScriptedTurn[];
  /** Answers of subagents. */
  readonly tasks?: readonly ScriptedTask[];
  /** Answers to requests for a summary, in order. */
  readonly summaries?: readonly ScriptedTurn[];
}

/** What is wrong in a script, with the place. */
export interface ScriptProblem {
  readonly code: "script.syntax" | "script.invalid" | "script.placeholder";
  /** Of a fault of syntax; the place of any other is its key. */
  readonly line?: number;
  readonly column?: number;
  /** Such as `turns[3].calls[0].tool`; empty for the whole file. */
  readonly key: string;
  readonly message: string;
}
