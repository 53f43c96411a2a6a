import type { ToolCall } from "@alisio/governor/message";
import { callArguments } from "../../internal/call-arguments.ts";
import { arrayAt, isObject, type JsonObject, nameAt, stringAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { ResultPiece } from "../../internal/stream-builder.ts";

/** The calls of a response; those of a step are missing when it broke off. */
export function callsOf(response: JsonObject, session: SessionBuilder, line: number): ToolCall[] {
  return (arrayAt(response, "tool_calls") ?? []).flatMap((call) => {
    const id = isObject(call) ? nameAt(call, "call_id") : undefined;
    const name = isObject(call) ? stringAt(call, "name") : undefined;
    if (!isObject(call) || id === undefined || name === undefined) {
      session.diagnose(
        "record.malformed",
        "error",
        line,
        "a call has no id or name; it is skipped.",
      );
      return [];
    }
    return [{ id, name, args: callArguments(call["arguments"], session, line) }];
  });
}

/**
 * What a tool gave back. `success` is `true` for a command that printed errors and ended with 0:
 * its result and its error text both go to the model. With an error text alone, nothing was
 * achieved, whatever `success` says.
 */
export function resultOf(entry: JsonObject): Omit<ResultPiece, "at"> | undefined {
  const callId = nameAt(entry, "call_id");
  if (callId === undefined) return undefined;
  const result = stringAt(entry, "result") ?? "";
  const error = stringAt(entry, "error") ?? "";
  const content = error === "" ? result : `${result}\nError: ${error}`.trim();
  return {
    callId,
    content,
    isError: entry["success"] === false || (error !== "" && result === ""),
  };
}
