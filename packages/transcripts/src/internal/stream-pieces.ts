import type { Message, ToolCall } from "@alisio/governor/message";
import type { MessageOrigin, TranscriptDiagnostic, TranscriptDiagnosticCode } from "../types.ts";

/** A message that was added, to be named again in a compaction or a rewind. */
export type Handle = number;

/** One piece of a model's response; pieces with equal `key` are one assistant message. */
export interface AssistantPiece {
  /** The agent's id of the response; without one every piece is a response of its own. */
  readonly key?: string;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  readonly at: MessageOrigin;
}

/** The result of one call. */
export interface ResultPiece {
  readonly callId: string;
  readonly content: Extract<Message, { role: "tool" }>["content"];
  readonly isError?: boolean;
  readonly at: MessageOrigin;
}

/** A message that a compaction put in place of older ones. */
export interface NewMessage {
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
  readonly kind?: "message" | "checkpoint";
  readonly at: MessageOrigin;
}

/** What the request after a compaction carried, in order: new messages, and older ones that stayed. */
export interface CompactionPiece {
  readonly context: readonly (Handle | NewMessage)[];
  readonly trigger?: "auto" | "manual";
  readonly tokensBefore?: number;
  readonly at: MessageOrigin;
}

/** What a stream tells to the session that it belongs to. */
export interface StreamHost {
  /** Messages that compactions of all streams name so far. */
  contextEntries: number;
  seenTime(timeMs: number | undefined, line: number): void;
  diagnose(
    code: TranscriptDiagnosticCode,
    severity: TranscriptDiagnostic["severity"],
    line: number | undefined,
    message: string,
  ): void;
}
