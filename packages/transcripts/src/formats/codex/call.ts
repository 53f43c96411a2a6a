import type { ToolCall } from "@alisio/governor/message";
import { callArguments } from "../../internal/call-arguments.ts";
import { type JsonObject, nameAt, objectAt, stringAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";

/** The call that an item makes; `undefined` when it makes none, or only one that the server runs. */
export function callOf(
  item: JsonObject,
  session: SessionBuilder,
  line: number,
): ToolCall | undefined {
  const id = nameAt(item, "call_id") ?? nameAt(item, "id");
  if (id === undefined) return undefined;
  switch (item["type"]) {
    case "function_call": {
      const name = nameAt(item, "name");
      if (name === undefined) return undefined;
      const namespace = nameAt(item, "namespace");
      return {
        id,
        name: namespace === undefined ? name : qualified(namespace, name),
        args: callArguments(item["arguments"], session, line),
      };
    }
    case "custom_tool_call": {
      const name = nameAt(item, "name");
      // Its input is free text (a patch), not JSON: that text is what the model gave as arguments.
      return name === undefined ? undefined : { id, name, args: stringAt(item, "input") ?? "" };
    }
    case "local_shell_call":
      return { id, name: "local_shell", args: objectAt(item, "action") ?? {} };
    case "tool_search_call":
      return { id, name: "tool_search", args: callArguments(item["arguments"], session, line) };
    default:
      return undefined;
  }
}

/** The name under which the model calls a tool of a namespace, as `mcp__server__tool`. */
function qualified(namespace: string, name: string): string {
  return namespace.endsWith("_") || name.startsWith("_")
    ? `${namespace}${name}`
    : `${namespace}__${name}`;
}
