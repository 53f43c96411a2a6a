import type { Message, ToolCall } from "@alisio/governor/message";

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One request to a model. */
export interface ModelRequest {
  /** A turn of the conversation, one of a subagent's, or the summary for a compaction. */
  readonly purpose: "turn" | "task" | "summary";
  /** How many answers of this purpose the conversation has stored so far: for a scripted model. */
  readonly answered: number;
  /** What is sent, in order: already projected, with the invariants block where there is one. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Tokens; `null` leaves it to the provider. */
  readonly maxOutputTokens: number | null;
}

/** Tokens of one request, as the provider reported them. */
export interface ModelUsage {
  /** All tokens sent, cached ones included. */
  readonly inputTokens?: number;
  /** Of these, read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Of these, written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
}

/** Why an answer ended. `length`: it was cut at the output limit. */
export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "other";

/**
 * A piece of an answer, in the order in which it arrives; `finish` is the last. The id of a call is
 * what the provider gave: it may be empty or another call's, and the runner makes it the call's own.
 */
export type ModelChunk =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | {
      readonly type: "finish";
      readonly reason: FinishReason;
      readonly usage?: ModelUsage;
      /** Opaque continuation data (reasoning, signatures), to be sent back with the message. */
      readonly providerData?: unknown;
    };

/** A model that answers one request at a time. */
export interface ModelClient {
  /** What the session file calls it, such as `gpt-5.2`. */
  readonly model: string;
  /**
   * Sends the request and streams its answer.
   *
   * @throws ModelError in all that goes wrong; `aborted` when the signal ended it.
   */
  stream(
    request: ModelRequest,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<ModelChunk>;
}
