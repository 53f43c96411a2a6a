import type { Format } from "../../internal/format.ts";
import { isObject } from "../../internal/json.ts";
import { GeminiCliReader } from "./reader.ts";

const MESSAGE_TYPES: ReadonlySet<string> = new Set(["user", "gemini", "info", "error", "warning"]);

/** Gemini CLI: a chat recording, one document or one record a line, in `~/.gemini/tmp`. */
export const geminiCli: Format = {
  name: "gemini-cli",
  agent: "gemini-cli",
  label: "Gemini CLI chat recording (JSON or JSONL)",
  matches: (value) => {
    if (!isObject(value)) return 0;
    if (typeof value["sessionId"] === "string" && typeof value["projectHash"] === "string")
      return 2;
    if (typeof value["$rewindTo"] === "string") return 2;
    if (isObject(value["$set"]))
      return "lastUpdated" in value["$set"] || "messages" in value["$set"] ? 2 : 1;
    if (typeof value["id"] !== "string" || !MESSAGE_TYPES.has(String(value["type"]))) return 0;
    if (!("content" in value) || !("timestamp" in value)) return 0;
    return value["type"] === "gemini" ? 2 : 1;
  },
  open: (session) => new GeminiCliReader(session),
};
