/**
 * The canonical history: what a conversation with a model is, whatever format it came in. One
 * response of the model is one assistant message with all its calls; each result is one tool
 * message, before user text of the same turn; top-level instructions are one system message at the
 * front. Fields that are not named here are carried through unchanged.
 *
 * @packageDocumentation
 */

/** Instructions that stand above the conversation. Ages, turns and epochs do not count them. */
export interface SystemMessage {
  readonly role: "system";
  readonly text: string;
}

/** What the user said, or the `checkpoint` that a compaction left in place of older messages. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  readonly kind?: "message" | "checkpoint" | undefined;
}

/** One response of the model, with all its tool calls in order. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly calls?: readonly ToolCall[] | undefined;
  /** Opaque continuation data of the provider (reasoning, signatures), passed through untouched. */
  readonly providerData?: unknown;
}

/** The result of one tool call. */
export interface ToolMessage {
  readonly role: "tool";
  /** The {@link ToolCall.id} that this result answers. */
  readonly callId: string;
  readonly content: string | readonly Part[];
  /** Absent, `null` and `false` mean success; anything else is an error. */
  readonly isError?: boolean | null | undefined;
}

/** One call of a tool, as the model asked for it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments, parsed from JSON. */
  readonly args: unknown;
}

/** A piece of text in a result. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** A piece of a result that is not text, such as an image. */
export interface OtherPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A piece of a result. A result with a part that isn't text is never touched. */
export type Part = TextPart | OtherPart;

/** One message of the canonical history. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
