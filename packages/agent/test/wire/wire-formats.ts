import type { ToolCall } from "@alisio/governor/message";

/** An answer, to be written in a provider's format. */
export interface WireAnswer {
  readonly text?: readonly string[];
  readonly reasoning?: string;
  readonly signature?: string;
  /** Arguments are streamed in pieces of this many characters. */
  readonly calls?: readonly (Omit<ToolCall, "args"> & { readonly json: string })[];
  readonly finish?: "stop" | "calls" | "length";
}

export type WireFormat = "openai-compatible" | "anthropic";

/** The answer as the whole body of an event stream. */
export function written(format: WireFormat, answer: WireAnswer): string {
  return format === "anthropic" ? anthropic(answer) : openai(answer);
}

const PIECE = 7;

function split(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, "g")) ?? [];
}

function openai({ text = [], reasoning, calls = [], finish }: WireAnswer): string {
  const events: unknown[] = [];
  const base = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: "m" };
  const delta = (value: unknown, finish_reason: string | null = null): void => {
    events.push({ ...base, choices: [{ index: 0, delta: value, finish_reason }] });
  };
  delta({ role: "assistant", content: "" });
  if (reasoning !== undefined)
    for (const piece of split(reasoning)) delta({ reasoning_content: piece });
  for (const piece of text) delta({ content: piece });
  for (const [index, { id, name }] of calls.entries()) {
    delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] });
  }
  // The arguments of parallel calls come interleaved.
  const pieces = calls.map(({ json }) => split(json));
  for (let at = 0; at < Math.max(0, ...pieces.map((each) => each.length)); at++) {
    for (const [index, each] of pieces.entries()) {
      if (each[at] === undefined) continue;
      delta({ tool_calls: [{ index, function: { arguments: each[at] } }] });
    }
  }
  const reasons = { stop: "stop", calls: "tool_calls", length: "length" };
  delta({}, reasons[finish ?? (calls.length > 0 ? "calls" : "stop")]);
  events.push({
    ...base,
    choices: [],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60 },
    },
  });
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}

function anthropic({ text = [], reasoning, signature, calls = [], finish }: WireAnswer): string {
  const events: { readonly type: string; readonly [field: string]: unknown }[] = [];
  let index = 0;
  const block = (content_block: unknown, deltas: readonly unknown[]): void => {
    events.push({ type: "content_block_start", index, content_block });
    for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
    index += 1;
  };
  const usage = {
    input_tokens: 30,
    cache_read_input_tokens: 60,
    cache_creation_input_tokens: 10,
    output_tokens: 1,
  };
  events.push({
    type: "message_start",
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      usage,
    },
  });
  events.push({ type: "ping" });
  if (reasoning !== undefined) {
    block({ type: "thinking", thinking: "" }, [
      ...split(reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: signature ?? "sig" },
    ]);
  }
  if (text.length > 0) {
    block(
      { type: "text", text: "" },
      text.map((piece) => ({ type: "text_delta", text: piece })),
    );
  }
  for (const { id, name, json } of calls) {
    const deltas = split(json).map((partial_json) => ({ type: "input_json_delta", partial_json }));
    block({ type: "tool_use", id, name, input: {} }, deltas);
  }
  const reasons = { stop: "end_turn", calls: "tool_use", length: "max_tokens" };
  const stop_reason = reasons[finish ?? (calls.length > 0 ? "calls" : "stop")];
  events.push({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 7 } });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
