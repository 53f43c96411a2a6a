import type { Format, Match } from "../../internal/format.ts";
import { isObject, stringAt } from "../../internal/json.ts";
import { CopilotReader } from "./reader.ts";

const TYPE = /^(?:session|user|assistant|tool|system|subagent|hook|skill)\.[a-z_]{1,40}$/;

/** Sessions of the GitHub Copilot CLI: events, one a line. */
export const copilotCli: Format = {
  name: "copilot-cli",
  agent: "copilot-cli",
  label: "Copilot CLI session events (JSONL)",
  matches,
  open: (session) => new CopilotReader(session),
};

function matches(value: unknown): Match {
  if (!isObject(value) || !isObject(value["data"])) return 0;
  const type = stringAt(value, "type");
  if (type === undefined || stringAt(value, "timestamp") === undefined) return 0;
  if (!("parentId" in value) || typeof value["id"] !== "string") return 0;
  return TYPE.test(type) ? 2 : 1;
}
