import type { ToolCall } from "@alisio/governor/message";
import { isAgentText } from "../../internal/agent-text.ts";
import { messageText, resultContent } from "../../internal/content.ts";
import { plusCount, reportedUsage, toCount } from "../../internal/counts.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import { parseTimeMs } from "../../internal/time.ts";
import type { RequestUsage } from "../../types.ts";
import { attachmentNode } from "./attachment.ts";
import type { ClaudeNode, NodePlace, ResultBlock } from "./node.ts";

/** The part of a record that counts; `undefined` for a message that is malformed. */
export function toNode(record: JsonObject, place: NodePlace): ClaudeNode | undefined {
  const at = { ...place, timeMs: parseTimeMs(record["timestamp"]) };
  switch (record["type"]) {
    case "user":
      return userNode(record, at);
    case "assistant":
      return assistantNode(record, at);
    case "system":
      return systemNode(record, at);
    case "attachment":
      return attachmentNode(record, at);
    default:
      return { kind: "link", ...at };
  }
}

type At = NodePlace & { readonly timeMs: number | undefined };

function userNode(record: JsonObject, at: At): ClaudeNode | undefined {
  const message = objectAt(record, "message");
  const content = message?.["content"];
  if (typeof content !== "string" && !Array.isArray(content)) return undefined;
  const results: ResultBlock[] = [];
  const rest: unknown[] = [];
  for (const block of typeof content === "string" ? [content] : content) {
    const result = toResult(block);
    if (result === undefined) rest.push(block);
    else results.push(result);
  }
  const { text, nonTextParts } = messageText(rest);
  const isSummary = record["isCompactSummary"] === true;
  return {
    kind: "user",
    ...at,
    results,
    text: rest.length > 0 || results.length === 0 ? text : undefined,
    nonTextParts,
    isInjected: record["isMeta"] === true || isAgentText(text),
    isSummary,
  };
}

function toResult(block: unknown): ResultBlock | undefined {
  if (!isObject(block) || block["type"] !== "tool_result") return undefined;
  const callId = stringAt(block, "tool_use_id");
  if (callId === undefined) return undefined;
  const isError = block["is_error"] === true;
  return { callId, content: resultContent(block["content"]), isError };
}

function assistantNode(record: JsonObject, at: At): ClaudeNode | undefined {
  // A notice of the service's failure, shown like a response; no model said it or sees it.
  if (record["isApiErrorMessage"] === true) return { kind: "link", ...at };
  const message = objectAt(record, "message");
  const content = message?.["content"];
  if (message === undefined || (typeof content !== "string" && !Array.isArray(content))) {
    return undefined;
  }
  const rest: unknown[] = [];
  const calls: ToolCall[] = [];
  for (const block of typeof content === "string" ? [content] : content) {
    const call = toCall(block);
    if (call !== undefined) calls.push(call);
    else if (!isReasoning(block)) rest.push(block);
  }
  const { text, nonTextParts } = messageText(rest);
  return {
    kind: "assistant",
    ...at,
    responseId: nameAt(message, "id"),
    text,
    nonTextParts,
    calls,
    usage: usageOf(message, at.timeMs),
  };
}

function toCall(block: unknown): ToolCall | undefined {
  if (!isObject(block) || block["type"] !== "tool_use") return undefined;
  const id = stringAt(block, "id");
  const name = stringAt(block, "name");
  return id === undefined || name === undefined ? undefined : { id, name, args: block["input"] };
}

function isReasoning(block: unknown): boolean {
  return isObject(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}

function usageOf(
  message: JsonObject,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  const usage = objectAt(message, "usage");
  const model = nameAt(message, "model");
  if (usage === undefined || model === "<synthetic>") return undefined;
  const read = usage["cache_read_input_tokens"];
  const written = usage["cache_creation_input_tokens"];
  return reportedUsage(model, timeMs, {
    inputTokens: plusCount(plusCount(toCount(usage["input_tokens"]), read), written),
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens: usage["output_tokens"],
  });
}

function systemNode(record: JsonObject, at: At): ClaudeNode {
  if (record["subtype"] === "compact_boundary") return boundaryNode(record, at);
  if (record["subtype"] !== "microcompact_boundary") return { kind: "link", ...at };
  const metadata = objectAt(record, "microcompactMetadata");
  const listed = metadata === undefined ? undefined : arrayAt(metadata, "compactedToolIds");
  const callIds = (listed ?? arrayAt(record, "compactedToolIds") ?? []).filter(
    (id) => typeof id === "string",
  );
  return { kind: "elision", ...at, callIds };
}

function boundaryNode(record: JsonObject, at: At): ClaudeNode {
  const metadata = objectAt(record, "compactMetadata") ?? {};
  const trigger = metadata["trigger"];
  const segment = objectAt(metadata, "preservedSegment") ?? {};
  const messages = objectAt(metadata, "preservedMessages") ?? {};
  return {
    kind: "boundary",
    ...at,
    logicalParent: nameAt(record, "logicalParentUuid"),
    trigger: trigger === "auto" || trigger === "manual" ? trigger : undefined,
    tokensBefore: toCount(metadata["preTokens"]),
    kept: (arrayAt(messages, "uuids") ?? []).filter((id) => typeof id === "string"),
    keptHead: nameAt(segment, "headUuid"),
    keptTail: nameAt(segment, "tailUuid"),
  };
}
