import type { Format, Match } from "../../internal/format.ts";
import { arrayAt, isObject, type JsonObject, objectAt, stringAt } from "../../internal/json.ts";
import { MiniReader } from "./reader.ts";

/** Trajectories of mini-swe-agent: one JSON document. */
export const miniSweAgent: Format = {
  name: "mini-swe-agent",
  agent: "mini-swe-agent",
  label: "mini-swe-agent trajectory (JSON)",
  matches,
  open: (session) => new MiniReader(session),
};

function matches(value: unknown): Match {
  if (Array.isArray(value)) return ofMessages(value);
  const messages = isObject(value) ? arrayAt(value, "messages") : undefined;
  if (!isObject(value) || messages === undefined) return 0;
  const name = stringAt(value, "trajectory_format") ?? "";
  const info = objectAt(value, "info");
  if (name.startsWith("mini-swe-agent") || (info && "mini_version" in info)) return 2;
  return ofMessages(messages);
}

/** The earliest files are bare lists of messages: a command in a fence, then what it returned. */
function ofMessages(messages: readonly unknown[]): Match {
  return messages.some(
    (message, index) => isReturn(messages[index + 1]) && isObject(message) && hasFence(message),
  )
    ? 2
    : 0;
}

function isReturn(value: unknown): boolean {
  return isObject(value) && (stringAt(value, "content") ?? "").startsWith("<returncode>");
}

function hasFence(message: JsonObject): boolean {
  return message["role"] === "assistant" && (stringAt(message, "content") ?? "").includes("```");
}
