import { type JsonObject, numberAt, objectAt, stringAt } from "../../internal/json.ts";

/** Whether an observation tells of a failure. Only commands say so apart from their text. */
export function isFailed(kind: string, event: JsonObject): boolean {
  if (kind === "error" || event["success"] === false) return true;
  const extras = objectAt(event, "extras") ?? {};
  const metadata = objectAt(extras, "metadata") ?? {};
  const exitCode = numberAt(metadata, "exit_code") ?? numberAt(extras, "exit_code") ?? 0;
  // -1: the command is still running.
  if (exitCode !== 0 && exitCode !== -1) return true;
  const isEditor = kind === "edit" || kind === "read" || kind === "write";
  return isEditor && (stringAt(event, "content") ?? "").startsWith("ERROR:");
}
