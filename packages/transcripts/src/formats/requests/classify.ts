import { arrayAt, isObject, type JsonObject, stringAt } from "../../internal/json.ts";
import type { FormatName } from "../../types.ts";
import { isAiSdkMessage } from "./ai-sdk.ts";
import { isUiMessage } from "./ai-sdk-ui.ts";
import { isAnthropicMessage } from "./anthropic-messages.ts";
import { isChatMessage } from "./openai-chat.ts";
import { isResponsesItem } from "./openai-responses.ts";

/** The formats of request logs. */
export type RequestFormat = Extract<
  FormatName,
  "openai-chat" | "openai-responses" | "anthropic-messages" | "ai-sdk"
>;

/** Which format a request is in, and whether it could be no other. */
export interface Classified {
  readonly format: RequestFormat;
  readonly isCertain: boolean;
}

const ROLES: ReadonlySet<unknown> = new Set([
  "system",
  "developer",
  "user",
  "assistant",
  "tool",
  "function",
]);

/** Whether a value is a message or input item by itself. */
export function isMessageLike(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  if (isResponsesItem(value)) return true;
  if (!ROLES.has(value["role"])) return false;
  return (
    "content" in value || "tool_calls" in value || "function_call" in value || isUiMessage(value)
  );
}

/** Classifies one request body; `undefined` when it is none. */
export function classifyBody(body: JsonObject): Classified | undefined {
  const messages = arrayAt(body, "messages");
  if (messages !== undefined) {
    const known = messages.filter(isMessageLike);
    return known.length === 0 ? undefined : (classifyMessages(known) ?? byFields(body, known));
  }
  const prompt = arrayAt(body, "prompt");
  const asked = prompt?.filter(isMessageLike) ?? [];
  if (asked.length > 0) {
    return classifyMessages(asked) ?? { format: "ai-sdk", isCertain: false };
  }
  return classifyInput(body);
}

/** Classifies a list of messages by what only one format has. */
export function classifyMessages(messages: readonly JsonObject[]): Classified | undefined {
  for (const message of messages) {
    const format = formatOf(message);
    if (format !== undefined) return { format, isCertain: true };
  }
  return undefined;
}

function formatOf(message: JsonObject): RequestFormat | undefined {
  if (isAiSdkMessage(message)) return "ai-sdk";
  if (isAnthropicMessage(message)) return "anthropic-messages";
  if (isChatMessage(message)) return "openai-chat";
  if (isResponsesItem(message)) return "openai-responses";
  return isUiMessage(message) ? "ai-sdk" : undefined;
}

function classifyInput(body: JsonObject): Classified | undefined {
  const input = body["input"];
  const isCall = typeof body["model"] === "string";
  if (typeof input === "string") {
    return isCall && "instructions" in body
      ? { format: "openai-responses", isCertain: true }
      : undefined;
  }
  const known = Array.isArray(input) ? input.filter(isMessageLike) : [];
  if (known.length === 0) return undefined;
  const isCertain = isCall || known.some(isResponsesItem);
  return { format: "openai-responses", isCertain };
}

/** A short conversation says nothing of its format; the fields around it may. */
function byFields(body: JsonObject, messages: readonly JsonObject[]): Classified {
  const model = stringAt(body, "model") ?? "";
  const hasSystem = "system" in body || "anthropic_version" in body || "thinking" in body;
  if (
    hasSystem ||
    (model.startsWith("claude") && !messages.some(({ role }) => role === "system"))
  ) {
    return { format: "anthropic-messages", isCertain: hasSystem };
  }
  return { format: "openai-chat", isCertain: model !== "" && "stream_options" in body };
}
