import type { Format, Match } from "../../internal/format.ts";
import { isObject, objectAt, stringAt } from "../../internal/json.ts";
import { PiReader } from "./reader.ts";

/** Entries that no other agent writes in this shape. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "branch_summary",
  "custom_message",
  "model_change",
  "thinking_level_change",
]);

/** Sessions of pi: a tree of entries, one a line. */
export const pi: Format = {
  name: "pi",
  agent: "pi",
  label: "pi session (JSONL)",
  matches,
  open: (session) => new PiReader(session),
};

function matches(value: unknown): Match {
  if (!isObject(value) || stringAt(value, "timestamp") === undefined) return 0;
  const type = stringAt(value, "type");
  if (type === undefined) return 0;
  if (type === "session") {
    return typeof value["id"] === "string" && value["format"] === undefined ? 2 : 0;
  }
  if (type === "message") return ofMessage(objectAt(value, "message")?.["role"]);
  if (OWN_TYPES.has(type)) return "parentId" in value || type.endsWith("_change") ? 2 : 1;
  if (type === "compaction") return typeof value["summary"] === "string" ? 2 : 0;
  return type === "custom" || type === "label" || type === "session_info" ? 1 : 0;
}

function ofMessage(role: unknown): Match {
  if (role === "toolResult" || role === "bashExecution") return 2;
  return role === "user" || role === "assistant" || role === "custom" ? 1 : 0;
}
