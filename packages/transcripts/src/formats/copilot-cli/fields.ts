import type { JsonObject } from "../../internal/json.ts";

/**
 * The kinds of event that say what a model saw, each with the fields of its data that do, and those
 * that say when it ended. A hundred further kinds say nothing of it.
 */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "session.start": ["sessionId", "context", "copilotVersion"],
  "session.resume": ["sessionId", "context"],
  "session.title_changed": ["title"],
  "session.compaction_start": [],
  "session.compaction_complete": ["success", "summaryContent", "preCompactionTokens", "trigger"],
  "session.shutdown": [],
  "session.truncation": ["messagesRemovedDuringTruncation", "preTruncationTokensInMessages"],
  "subagent.started": ["toolCallId"],
  "system.message": ["role", "content"],
  "system.notification": ["content"],
  "user.message": ["content", "transformedContent", "source", "attachments"],
  "assistant.message": ["messageId", "model", "content", "toolRequests", "outputTokens"],
  "assistant.turn_end": [],
  "assistant.usage": [
    "model",
    "inputTokens",
    "cacheReadTokens",
    "cacheWriteTokens",
    "outputTokens",
  ],
  abort: [],
  "tool.execution_start": ["toolCallId", "toolName", "arguments", "turnId"],
  "tool.execution_complete": ["toolCallId", "success", "result", "error", "toolTelemetry"],
};

/** Those that are messages. */
export const MESSAGES: ReadonlySet<string> = new Set([
  "user.message",
  "assistant.message",
  "system.notification",
  "tool.execution_complete",
]);

/** An object with only these fields of another; what a result has for the screen is left out. */
export function pick(value: JsonObject, fields: readonly string[]): JsonObject {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const inner = value[field];
    if (inner !== undefined) picked[field] = field === "result" ? withoutDetails(inner) : inner;
  }
  return picked;
}

function withoutDetails(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const { detailedContent: _, ...kept } = result as Record<string, unknown>;
  return kept;
}
