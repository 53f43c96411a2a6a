import type { OpencodeMessage } from "./records.ts";

const OF_ASSISTANT: ReadonlySet<unknown> = new Set([
  "tool",
  "reasoning",
  "step-start",
  "step-finish",
]);

/** A message's role; where its info is lost, as its parts say. */
export function roleOf(message: OpencodeMessage): "user" | "assistant" {
  const role = message.info?.["role"];
  if (role === "user" || role === "assistant") return role;
  const parts = [...message.parts.values()];
  return parts.some(({ value }) => OF_ASSISTANT.has(value["type"])) ? "assistant" : "user";
}
