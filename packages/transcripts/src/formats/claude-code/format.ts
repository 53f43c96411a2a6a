import type { Format } from "../../internal/format.ts";
import { isObject } from "../../internal/json.ts";
import { ClaudeCodeReader } from "./reader.ts";

/** Claude Code: one record a line, in `~/.claude/projects`. */
export const claudeCode: Format = {
  name: "claude-code",
  agent: "claude-code",
  label: "Claude Code session (JSONL)",
  matches: (value) => {
    if (!isObject(value)) return 0;
    const type = value["type"];
    if (typeof type !== "string") return 0;
    const hasTree = "parentUuid" in value && typeof value["uuid"] === "string";
    if (hasTree && typeof value["sessionId"] === "string") return 2;
    if (type === "file-history-snapshot" && "snapshot" in value) return 2;
    if (type === "summary" && "leafUuid" in value) return 2;
    if (type === "queue-operation" && "operation" in value) return 2;
    if ((type === "user" || type === "assistant") && isObject(value["message"])) {
      return "isSidechain" in value || "userType" in value || "requestId" in value ? 2 : 1;
    }
    return typeof value["sessionId"] === "string" && type.includes("-") ? 1 : 0;
  },
  open: (session) => new ClaudeCodeReader(session),
};
