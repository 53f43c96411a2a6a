import type { ToolCall } from "@alisio/governor/message";
import { messageText, resultContent } from "../../internal/content.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  jsonText,
  nameAt,
  stringAt,
} from "../../internal/json.ts";
import type { Item } from "./items.ts";

const PARTS: ReadonlySet<unknown> = new Set(["tool-call", "tool-result"]);

/** Whether a message can only be a `ModelMessage` of the AI SDK. */
export function isAiSdkMessage(message: JsonObject): boolean {
  return (arrayAt(message, "content") ?? []).some(
    (part) => isObject(part) && PARTS.has(part["type"]) && typeof part["toolCallId"] === "string",
  );
}

/** What a `ModelMessage` says. */
export function aiSdkItems(message: JsonObject): Item[] {
  const content = message["content"];
  const parts = (Array.isArray(content) ? content : [content]).filter(
    (part) => !isObject(part) || part["type"] !== "reasoning",
  );
  const said = parts.filter((part) => !isToolPart(part));
  switch (message["role"]) {
    case "system":
      return [{ kind: "system", text: messageText(said).text }];
    case "user":
      return [{ kind: "user", ...messageText(said) }];
    case "assistant": {
      const calls = parts.flatMap((part) => call(part));
      return [
        { kind: "assistant", ...messageText(said), calls },
        ...parts.flatMap((part) => result(part)),
      ];
    }
    case "tool":
      return parts.flatMap((part) => result(part));
    default:
      return [];
  }
}

/** Calls, results, and the approvals that go with them. */
function isToolPart(part: unknown): boolean {
  return isObject(part) && (stringAt(part, "type") ?? "").startsWith("tool-");
}

function call(part: unknown): ToolCall[] {
  if (!isObject(part) || part["type"] !== "tool-call") return [];
  const id = nameAt(part, "toolCallId");
  const name = stringAt(part, "toolName");
  if (id === undefined || name === undefined) return [];
  // `args` in version 4, `input` from version 5 on.
  return [{ id, name, args: part["input"] ?? part["args"] ?? {} }];
}

function result(part: unknown): Item[] {
  if (!isObject(part) || part["type"] !== "tool-result") return [];
  const callId = nameAt(part, "toolCallId");
  return callId === undefined ? [] : [{ kind: "result", callId, ...outputOf(part) }];
}

function outputOf(
  part: JsonObject,
): Pick<Extract<Item, { kind: "result" }>, "content" | "isError"> {
  const output = part["output"];
  if (!isObject(output) || typeof output["type"] !== "string") {
    const value = output ?? part["experimental_content"] ?? part["result"];
    return { content: plain(value), isError: part["isError"] === true };
  }
  const { type, value } = output;
  switch (type) {
    case "text":
    case "error-text":
      return { content: plain(value), isError: type === "error-text" };
    case "json":
    case "error-json":
      return { content: jsonText(value), isError: type === "error-json" };
    case "content":
      return { content: resultContent(value), isError: false };
    case "execution-denied":
      return { content: stringAt(output, "reason") ?? "", isError: true };
    default:
      return { content: plain(value ?? output), isError: false };
  }
}

function plain(value: unknown): string | ReturnType<typeof resultContent> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? jsonText(value)
    : resultContent(value);
}
