import type { AssistantMessage, Message, Part, ToolCall, ToolMessage } from "../../src/message.ts";
import { projectHistory } from "../../src/project-history.ts";
import type { GovernorSettings } from "../../src/types.ts";

/** Long enough that every stub is shorter. */
export const LONG: string = "x".repeat(200);

export const A = "1a2b3c4d5e6f70819293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9";
export const B = "ffffffffeeeeeeeeddddddddccccccccbbbbbbbbaaaaaaaa9999999988888888";

/** A call with the text of its result. */
export interface Step {
  readonly call: ToolCall;
  readonly text: string;
}

export function step(id: string, name: string, args: unknown, result: unknown): Step {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return { call: { id, name, args }, text };
}

export function read(id: string, path: string, sha256?: unknown, args: object = {}): Step {
  const result = { path, sha256, startLine: 1, content: LONG, truncated: false };
  return step(id, "read_file", { path, ...args }, result);
}

export function write(id: string, path: string, name: string = "write_file"): Step {
  return step(id, name, { path }, { path, sha256: B });
}

export function poll(id: string, args: object, text: string, next_offset?: number): Step {
  const result = { id: "t", status: "running", text, next_offset, eof: false, note: LONG };
  return step(id, "bg_output", { id: "t", ...args }, result);
}

export function search(id: string, args: object, found: object): Step {
  const result = { exitCode: 0, elapsedMs: 5, lines: [], truncated: false, note: LONG, ...found };
  return step(id, "search_text", { pattern: "foo", ...args }, result);
}

export function assistant(...calls: readonly ToolCall[]): AssistantMessage {
  return { role: "assistant", text: "", ...(calls.length > 0 ? { calls } : {}) };
}

export function answer(
  { call, text }: Step,
  change: { readonly content?: string | readonly Part[]; readonly isError?: unknown } = {},
): ToolMessage {
  return { role: "tool", callId: call.id, content: text, ...change } as ToolMessage;
}

/** One response of the model with these calls, and their results in order. */
export function turn(...steps: readonly Step[]): Message[] {
  return [assistant(...steps.map(({ call }) => call)), ...steps.map((each) => answer(each))];
}

/** A turn for each step. */
export function turns(...steps: readonly Step[]): Message[] {
  return steps.flatMap((each) => turn(each));
}

/** Applies as early as possible: what the rules alone say. */
export const EAGER = { mode: "on", minAgeTurns: 1, epochMessages: 0 } as const;

/** What was elided: the text in place of each result that changed, by call id. */
export function stubs(
  history: readonly Message[],
  settings: GovernorSettings = EAGER,
): Record<string, string> {
  const { messages } = projectHistory(history, settings);
  const changed = messages.filter((message, at) => message !== history[at]) as ToolMessage[];
  return Object.fromEntries(
    changed.map(({ callId, content }) => [
      callId,
      typeof content === "string" ? content : content.map((part) => part["text" as never]).join(""),
    ]),
  );
}
