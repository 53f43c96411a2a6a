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

/** Whether a message is a `UIMessage` of the AI SDK: what an application stores of a chat. */
export function isUiMessage(message: JsonObject): boolean {
  const parts = arrayAt(message, "parts");
  const isRole = ["user", "assistant", "system"].includes(String(message["role"]));
  return (
    isRole && parts?.every((part) => isObject(part) && typeof part["type"] === "string") === true
  );
}

/** What a `UIMessage` says: a response of the model ends where the next step starts. */
export function uiItems(message: JsonObject): Item[] {
  const parts = (arrayAt(message, "parts") ?? []).filter(isObject);
  const said = parts.filter(({ type }) => type === "text" || type === "file");
  if (message["role"] === "system") return [{ kind: "system", text: messageText(said).text }];
  if (message["role"] === "user") return [{ kind: "user", ...messageText(said) }];
  return stepsOf(parts).flatMap((step) => response(step));
}

function stepsOf(parts: readonly JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [[]];
  for (const part of parts) {
    if (part["type"] === "step-start") steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function response(step: readonly JsonObject[]): Item[] {
  const tools = step.flatMap((part) => toolOf(part));
  const { text, nonTextParts } = messageText(
    step.filter(({ type }) => type === "text" || type === "file"),
  );
  if (text === "" && nonTextParts === 0 && tools.length === 0) return [];
  return [
    { kind: "assistant", text, nonTextParts, calls: tools.map(({ call }) => call) },
    ...tools.flatMap(({ result }) => (result ? [result] : [])),
  ];
}

function toolOf(
  part: JsonObject,
): { readonly call: ToolCall; readonly result: Item | undefined }[] {
  const type = stringAt(part, "type") ?? "";
  const id = nameAt(part, "toolCallId");
  const name = type === "dynamic-tool" ? nameAt(part, "toolName") : type.slice("tool-".length);
  if (!(type === "dynamic-tool" || type.startsWith("tool-")) || id === undefined || !name)
    return [];
  const call = { id, name, args: part["input"] ?? part["rawInput"] ?? {} };
  if (part["state"] === "output-available") {
    const output = part["output"];
    const content = isObject(output) ? jsonText(output) : resultContent(output);
    return [{ call, result: { kind: "result", callId: id, content, isError: false } }];
  }
  if (part["state"] !== "output-error") return [{ call, result: undefined }];
  const content = stringAt(part, "errorText") ?? "";
  return [{ call, result: { kind: "result", callId: id, content, isError: true } }];
}
