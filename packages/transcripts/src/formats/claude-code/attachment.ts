import { isAgentText } from "../../internal/agent-text.ts";
import { isObject, type JsonObject, nameAt, objectAt } from "../../internal/json.ts";
import { parseTimeMs } from "../../internal/time.ts";
import type { ClaudeNode, NodePlace } from "./node.ts";

/** Attachments that the interface shows and no model gets. */
const SILENT: ReadonlySet<string> = new Set([
  "command_permissions",
  "hook_cancelled",
  "hook_error_during_execution",
  "hook_non_blocking_error",
  "hook_permission_decision",
  "hook_success",
  "hook_system_message",
  "structured_output",
]);

/** Fields that hold the text of an attachment, whatever its kind. */
const TEXT_FIELDS: readonly string[] = [
  "content",
  "text",
  "snippet",
  "prompt",
  "planContent",
  "addedLines",
  "addedBlocks",
  "skills",
  "blockingError",
  "file",
  "stdout",
];

/**
 * An attachment is text that was put before the model beside the conversation: a file that was
 * mentioned, instructions of a folder, a reminder. What was queued while the model was at work is
 * the user's own message. The exact wording around it is not in the log, so the text alone counts.
 */
export function attachmentNode(
  record: JsonObject,
  at: NodePlace & { readonly timeMs: number | undefined },
): ClaudeNode {
  const attachment = objectAt(record, "attachment");
  const type = attachment === undefined ? undefined : nameAt(attachment, "type");
  if (attachment === undefined || type === undefined || SILENT.has(type))
    return { kind: "link", ...at };
  const text = textOf(attachment, 0);
  if (text === "") return { kind: "link", ...at };
  const isTyped = type === "queued_command" && attachment["commandMode"] !== "task-notification";
  return {
    kind: "user",
    ...at,
    timeMs: at.timeMs ?? parseTimeMs(attachment["timestamp"]),
    results: [],
    text,
    nonTextParts: 0,
    isInjected: !isTyped || isAgentText(text),
    isSummary: false,
  };
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (depth > 4) return "";
  if (Array.isArray(value)) {
    const texts = value.map((entry) => textOf(entry, depth + 1));
    return texts.filter((text) => text !== "").join("\n");
  }
  if (!isObject(value)) return "";
  for (const field of TEXT_FIELDS) {
    const text = textOf(value[field], depth + 1);
    if (text !== "") return text;
  }
  return "";
}
