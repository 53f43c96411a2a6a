import type { AssistantMessage, ToolCall } from "@alisio/governor/message";
import type { ProviderType, SdkAssistantPart, SdkProviderOptions } from "./sdk-types.ts";

/**
 * A piece of an answer in the order in which it came. Texts and calls are those of the message: only
 * what a message has no place for is kept here, so that nothing is stored twice.
 */
export type AnswerPart =
  | { readonly type: "reasoning"; readonly text: string; readonly metadata?: SdkProviderOptions }
  | { readonly type: "text"; readonly length: number; readonly metadata?: SdkProviderOptions }
  | { readonly type: "call"; readonly metadata?: SdkProviderOptions };

/** What `providerData` of a message holds that one of these clients wrote. */
interface ProviderData {
  readonly version: 1;
  /** Reasoning is signed by one provider; another one is never sent it. */
  readonly provider: ProviderType;
  readonly parts: readonly AnswerPart[];
}

/** What must go back with the message; `undefined` where text and calls say it all. */
export function packProviderData(
  provider: ProviderType,
  parts: readonly AnswerPart[],
): ProviderData | undefined {
  let calls = false;
  for (const part of parts) {
    const isOutOfOrder = calls && part.type !== "call";
    if (part.type === "reasoning" || part.metadata !== undefined || isOutOfOrder) {
      return { version: 1, provider, parts };
    }
    calls ||= part.type === "call";
  }
  return undefined;
}

/**
 * The message's content as it came. Where the data is another provider's, of another version, or no
 * longer fits the message's text and calls, it is text and then calls.
 */
export function unpackContent(
  provider: ProviderType,
  message: AssistantMessage,
  inputOf: (call: ToolCall) => unknown,
): SdkAssistantPart[] {
  const calls = message.calls ?? [];
  const callPart = (call: ToolCall): SdkAssistantPart => ({
    type: "tool-call",
    toolCallId: call.id,
    toolName: call.name,
    input: inputOf(call),
  });
  const plain: SdkAssistantPart[] = [
    ...(message.text === "" ? [] : [{ type: "text", text: message.text } as const]),
    ...calls.map(callPart),
  ];
  const data = asProviderData(message.providerData);
  if (data === undefined || data.provider !== provider) return plain;
  const content: SdkAssistantPart[] = [];
  let offset = 0;
  let next = 0;
  for (const part of data.parts) {
    const options = part.metadata === undefined ? {} : { providerOptions: part.metadata };
    if (part.type === "reasoning") content.push({ type: "reasoning", text: part.text, ...options });
    else if (part.type === "text") {
      const text = message.text.slice(offset, offset + part.length);
      offset += part.length;
      if (text !== "") content.push({ type: "text", text, ...options });
    } else {
      // By their order: the id that came may be another call's already, and is changed then.
      const call = calls[next];
      if (call === undefined) return plain;
      next += 1;
      content.push({ ...callPart(call), ...options });
    }
  }
  return offset === message.text.length && next === calls.length ? content : plain;
}

/** It comes from a file: nothing of it is believed. */
function asProviderData(value: unknown): ProviderData | undefined {
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["parts"]))
    return undefined;
  const { provider, parts } = value as { provider: unknown; parts: readonly unknown[] };
  if (provider !== "openai-compatible" && provider !== "anthropic") return undefined;
  return parts.every(isPart) ? { version: 1, provider, parts } : undefined;
}

function isPart(part: unknown): part is AnswerPart {
  if (!isRecord(part)) return false;
  if (part["metadata"] !== undefined && !isRecord(part["metadata"])) return false;
  if (part["type"] === "call") return true;
  if (part["type"] === "reasoning") return typeof part["text"] === "string";
  const length = part["length"];
  return part["type"] === "text" && Number.isSafeInteger(length) && (length as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
