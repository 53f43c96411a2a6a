import type { ToolCall } from "@alisio/governor/message";
import { messageText, resultContent } from "../../internal/content.ts";
import { arrayAt, isObject, type JsonObject, nameAt, stringAt } from "../../internal/json.ts";
import type { Item } from "./items.ts";

const BLOCKS: ReadonlySet<unknown> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  "mcp_tool_use",
]);

/** Blocks that carry nothing for the reader: reasoning, and markers. */
const SILENT: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

/** Whether a message can only be one of Anthropic Messages. */
export function isAnthropicMessage(message: JsonObject): boolean {
  return (arrayAt(message, "content") ?? []).some(
    (block) => isObject(block) && BLOCKS.has(block["type"]),
  );
}

/** What a message of Anthropic Messages says: results first, then the text of the same turn. */
export function anthropicItems(message: JsonObject): Item[] {
  const content = message["content"];
  const blocks = (Array.isArray(content) ? content : [content]).filter(
    (block) => !isObject(block) || !SILENT.has(block["type"]),
  );
  if (message["role"] === "system") return [{ kind: "system", text: messageText(blocks).text }];
  if (message["role"] === "assistant") return assistant(blocks);
  if (message["role"] !== "user") return [];
  const results = blocks.flatMap((block) => result(block));
  const rest = blocks.filter((block) => result(block).length === 0);
  const { text, nonTextParts } = messageText(rest);
  const isSaid = text !== "" || nonTextParts > 0 || results.length === 0;
  return [...results, ...(isSaid ? [{ kind: "user", text, nonTextParts } as const] : [])];
}

function assistant(blocks: readonly unknown[]): Item[] {
  const calls = blocks.flatMap((block) => call(block));
  const others = blocks.filter((block) => call(block).length === 0 && result(block).length === 0);
  const { text, nonTextParts } = messageText(others);
  // A tool of the provider's runs inside the response: call and result stand together there.
  const results = blocks.flatMap((block) => result(block));
  return [{ kind: "assistant", text, calls, nonTextParts }, ...results];
}

function call(block: unknown): ToolCall[] {
  if (!isObject(block)) return [];
  const type = stringAt(block, "type") ?? "";
  if (type !== "tool_use" && type !== "server_tool_use" && type !== "mcp_tool_use") return [];
  const id = stringAt(block, "id");
  const name = stringAt(block, "name");
  return id === undefined || name === undefined ? [] : [{ id, name, args: block["input"] ?? {} }];
}

function result(block: unknown): Item[] {
  if (!isObject(block) || !(stringAt(block, "type") ?? "").endsWith("tool_result")) return [];
  const callId = nameAt(block, "tool_use_id");
  if (callId === undefined) return [];
  const content = resultContent(block["content"]);
  return [{ kind: "result", callId, content, isError: block["is_error"] === true }];
}
