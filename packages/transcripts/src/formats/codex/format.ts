import type { Format } from "../../internal/format.ts";
import { isObject } from "../../internal/json.ts";
import { CodexReader } from "./reader.ts";

const RECORD_TYPES: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
]);

/** Codex CLI: a rollout, one record a line, in `~/.codex/sessions`. */
export const codex: Format = {
  name: "codex",
  agent: "codex",
  label: "Codex CLI rollout (JSONL)",
  matches: (value) => {
    if (!isObject(value)) return 0;
    if (RECORD_TYPES.has(String(value["type"])) && isObject(value["payload"])) return 2;
    if (value["record_type"] === "state") return 2;
    // The first line of rollouts before records had a type.
    return "instructions" in value && "git" in value && typeof value["id"] === "string" ? 2 : 0;
  },
  open: (session) => new CodexReader(session),
};
