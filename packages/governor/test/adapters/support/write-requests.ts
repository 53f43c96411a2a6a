import type { AssistantMessage, Message, Part, ToolMessage } from "../../../src/message.ts";
import type { FormatName } from "./formats.ts";

/** How a history is written. */
export interface WriteOptions {
  /** Gemini: calls and responses are matched by position alone. */
  readonly withoutIds?: boolean;
  /** Put into objects of the format, which know nothing of it. */
  readonly more?: () => object;
}

/** Writes a history as the request that a client of a format would send. It must be carriable. */
export function writeRequest(
  format: FormatName,
  history: readonly Message[],
  { withoutIds = false, more = () => ({}) }: WriteOptions = {},
): object {
  switch (format) {
    case "anthropic":
      return { model: "m", ...writeAnthropic(history, more), max_tokens: 1 };
    case "openai-chat":
      return { model: "m", messages: history.map((message) => chat(message, more)) };
    case "openai-responses":
      return { model: "m", input: history.flatMap((message) => responses(message, more)) };
    case "ai-sdk":
      return { messages: aiSdk(history, more), maxOutputTokens: 1 };
    case "gemini":
      return { ...writeGemini(history, withoutIds, more), generationConfig: {} };
  }
}

type More = () => object;

function turnsOf(history: readonly Message[]): readonly (readonly Message[])[] {
  const turns: Message[][] = [];
  for (const message of history) {
    const last = turns.at(-1);
    const isSameSide = last?.[0]?.role !== "assistant" && message.role !== "assistant";
    // What the user says is a message of its own, but for the first after results.
    const isFurther = message.role === "user" && last?.at(-1)?.role === "user";
    if (last && isSameSide && !isFurther) last.push(message);
    else turns.push([message]);
  }
  return turns;
}

function writeAnthropic(history: readonly Message[], more: More): object {
  const [first, ...rest] = history;
  const isSystem = first?.role === "system";
  const messages = turnsOf(isSystem ? rest : history).flatMap((turn): object[] => {
    const [head] = turn;
    if (head?.role === "assistant") return [anthropicAssistant(head, more)];
    const blocks = turn.flatMap((message) => anthropicBlock(message, more));
    const systems = turn.filter(({ role }) => role === "system");
    return [
      ...(blocks.length > 0 ? [{ role: "user", content: blocks, ...more() }] : []),
      ...systems.map((message) => ({ role: "system", content: (message as never)["text"] })),
    ];
  });
  return isSystem
    ? { system: [{ type: "text", text: first.text, ...more() }], messages }
    : { messages };
}

function anthropicAssistant({ text, calls = [] }: AssistantMessage, more: More): object {
  const said = text === "" ? [] : [{ type: "text", text, ...more() }];
  const used = calls.map(({ id, name, args }) => ({
    type: "tool_use",
    id,
    name,
    input: args,
    ...more(),
  }));
  const thought = { type: "thinking", thinking: "hm", signature: "c2ln", ...more() };
  return { role: "assistant", content: [thought, ...said, ...used] };
}

function anthropicBlock(message: Message, more: More): readonly object[] {
  if (message.role === "user") return [{ type: "text", text: message.text, ...more() }];
  if (message.role !== "tool") return [];
  const { callId, content, isError } = message;
  return [
    {
      tool_use_id: callId,
      type: "tool_result",
      content:
        typeof content === "string" ? content : content.map((part) => ({ ...part, ...more() })),
      ...(isError ? { is_error: true } : {}),
      ...more(),
    },
  ];
}

/** Where a format has no flag for an error, the text says so. */
function told({ content, isError }: ToolMessage): string | readonly Part[] {
  return isError ? `Error: ${textIn(content)}` : content;
}

export function textIn(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? String(part["text" as never]) : ""))
    .join("");
}

function chat(message: Message, more: More): object {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: told(message), ...more() };
    case "assistant": {
      const calls = (message.calls ?? []).map(({ id, name, args }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args), ...more() },
      }));
      const content = message.text === "" ? null : message.text;
      const called = calls.length > 0 ? { tool_calls: calls } : {};
      return { role: "assistant", content, reasoning_content: "hm", ...called, ...more() };
    }
    default:
      return { role: message.role, content: message.text, ...more() };
  }
}

function responses(message: Message, more: More): readonly object[] {
  switch (message.role) {
    case "tool": {
      const content = told(message);
      const output = typeof content === "string" ? content : content.map(inputPart);
      return [{ type: "function_call_output", call_id: message.callId, output, ...more() }];
    }
    case "assistant": {
      const { text, calls = [] } = message;
      const parts = [{ type: "output_text", text, annotations: [] }];
      const said = text === "" ? [] : [{ type: "message", role: "assistant", content: parts }];
      const called = calls.map(({ id, name, args }) => ({
        type: "function_call",
        call_id: id,
        name,
        arguments: JSON.stringify(args),
        ...more(),
      }));
      return [
        { type: "reasoning", id: "rs", summary: [], encrypted_content: "ZW5j" },
        ...said,
        ...called,
      ];
    }
    case "user":
      return [{ role: "user", content: [{ type: "input_text", text: message.text }], ...more() }];
    case "system":
      return [{ role: "developer", content: message.text, ...more() }];
  }
}

function inputPart(part: Part): object {
  return part.type === "text" ? { ...part, type: "input_text" } : { ...part, type: "input_image" };
}

function aiSdk(history: readonly Message[], more: More): readonly object[] {
  return history.map((message) => {
    switch (message.role) {
      case "tool": {
        const { callId: toolCallId } = message;
        const result = {
          type: "tool-result",
          toolCallId,
          toolName: "t",
          output: output(message),
          ...more(),
        };
        return { role: "tool", content: [result] };
      }
      case "assistant": {
        const said = message.text === "" ? [] : [{ type: "text", text: message.text, ...more() }];
        const calls = (message.calls ?? []).map(({ id, name, args }) => ({
          type: "tool-call",
          toolCallId: id,
          toolName: name,
          input: args,
          ...more(),
        }));
        return {
          role: "assistant",
          content: [{ type: "reasoning", text: "hm" }, ...said, ...calls],
        };
      }
      default:
        return { role: message.role, content: message.text, ...more() };
    }
  });
}

function output({ content, isError }: ToolMessage): object {
  if (isError) return { type: "error-text", value: textIn(content) };
  if (typeof content === "string") return { type: "text", value: content };
  const value = content.map((part) =>
    part.type === "text" ? part : { type: "media", data: "AAAA", mediaType: "image/png" },
  );
  return { type: "content", value };
}

function writeGemini(history: readonly Message[], withoutIds: boolean, more: More): object {
  const names = new Map<string, string>();
  const contents = turnsOf(history.filter(({ role }) => role !== "system")).map((turn) => {
    const [head] = turn;
    if (head?.role !== "assistant") {
      const parts = turn.flatMap((message) => geminiPart(message, names, withoutIds, more));
      return { role: "user", parts };
    }
    const said = head.text === "" ? [] : [{ text: head.text, ...more() }];
    const calls = (head.calls ?? []).map(({ id, name, args }) => {
      names.set(id, name);
      const given = withoutIds ? {} : { id };
      return { functionCall: { ...given, name, args }, thoughtSignature: "c2ln", ...more() };
    });
    return { parts: [{ text: "hm", thought: true }, ...said, ...calls], role: "model" };
  });
  const [first] = history;
  const isSystem = first?.role === "system";
  return isSystem
    ? { systemInstruction: { parts: [{ text: first.text }] }, contents }
    : { contents };
}

function geminiPart(
  message: Message,
  names: ReadonlyMap<string, string>,
  withoutIds: boolean,
  more: More,
): readonly object[] {
  if (message.role === "user") return [{ text: message.text, ...more() }];
  if (message.role !== "tool") return [];
  const { callId, content, isError } = message;
  const text = textIn(content);
  const response = isError ? { error: text } : { output: text };
  const given = withoutIds ? {} : { id: callId };
  const media = typeof content === "string" ? [] : content.filter(({ type }) => type !== "text");
  return [
    { functionResponse: { name: names.get(callId), response, ...given }, ...more() },
    ...media.map(() => ({ inlineData: { data: "AAAA", mimeType: "image/png" } })),
  ];
}
