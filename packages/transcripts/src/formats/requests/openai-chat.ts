import type { ToolCall } from "@alisio/governor/message";
import { messageText, resultContent } from "../../internal/content.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import { type ItemProblems, writtenArguments } from "./item-problems.ts";
import type { Item } from "./items.ts";

/** Whether a message can only be one of OpenAI Chat Completions. */
export function isChatMessage(message: JsonObject): boolean {
  if (message["role"] === "tool") return typeof message["tool_call_id"] === "string";
  if (message["role"] === "function") return typeof message["name"] === "string";
  return message["role"] === "assistant" && Array.isArray(message["tool_calls"]);
}

/** What a message of OpenAI Chat Completions says. */
export function chatItems(message: JsonObject, problems: ItemProblems): Item[] {
  switch (message["role"]) {
    case "system":
    case "developer":
      return [{ kind: "system", text: messageText(message["content"]).text }];
    case "user":
      return [{ kind: "user", ...messageText(message["content"]) }];
    case "assistant": {
      const calls = [
        ...(arrayAt(message, "tool_calls") ?? []).flatMap((call) => toolCall(call, problems)),
        ...functionCall(message, problems),
      ];
      const refusal = stringAt(message, "refusal") ?? "";
      const { text, nonTextParts } = messageText(message["content"]);
      return [{ kind: "assistant", text: text + refusal, calls, nonTextParts }];
    }
    case "tool":
    case "function": {
      const callId = nameAt(message, "tool_call_id") ?? nameAt(message, "name");
      if (callId === undefined) {
        problems.nameless();
        return [];
      }
      return [
        { kind: "result", callId, content: resultContent(message["content"]), isError: false },
      ];
    }
    default:
      return [];
  }
}

function toolCall(value: unknown, problems: ItemProblems): ToolCall[] {
  const inner = isObject(value)
    ? (objectAt(value, "function") ?? objectAt(value, "custom"))
    : undefined;
  const id = isObject(value) ? stringAt(value, "id") : undefined;
  const name = inner && stringAt(inner, "name");
  if (!isObject(value) || !inner || id === undefined || name === undefined) {
    problems.nameless();
    return [];
  }
  const isCustom = isObject(value["custom"]);
  return [
    {
      id,
      name,
      args: isCustom ? inner["input"] : writtenArguments(inner["arguments"], id, problems),
    },
  ];
}

/** Before there were tool calls a message held one call, and its result had the function's name. */
function functionCall(message: JsonObject, problems: ItemProblems): ToolCall[] {
  const call = objectAt(message, "function_call");
  const name = call && nameAt(call, "name");
  if (call === undefined || name === undefined) return [];
  return [{ id: name, name, args: writtenArguments(call["arguments"], name, problems) }];
}
