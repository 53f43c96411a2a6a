import type { ToolCall } from "@alisio/governor/message";
import { callArguments } from "../../internal/call-arguments.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";

/** Commands of the agent's own interface; anything else is a command of the shell. */
const COMMANDS: ReadonlySet<string> = new Set([
  "create",
  "edit",
  "find_file",
  "goto",
  "insert",
  "open",
  "scroll_down",
  "scroll_up",
  "search_dir",
  "search_file",
  "str_replace_editor",
  "submit",
]);

/**
 * The calls of a step: as the model wrote them, or, where it wrote its action as text, one call
 * whose argument is that text, with the file that was open and the directory.
 */
export function stepCalls(
  step: JsonObject,
  response: JsonObject | undefined,
  state: JsonObject,
  index: number,
  session: SessionBuilder,
  line: number,
): ToolCall[] {
  const written = ((response && arrayAt(response, "tool_calls")) ?? []).flatMap((call) =>
    writtenCall(call, session, line),
  );
  if (written.length > 0) return written;
  const command = stringAt(step, "action") ?? "";
  if (command.trim() === "") return [];
  const word = /^[a-z_]{1,40}(?=\s|$)/.exec(command)?.[0] ?? "";
  const openFile = nameAt(state, "open_file");
  const workingDirectory = nameAt(state, "working_dir");
  return [
    {
      id: `step-${index + 1}`,
      name: COMMANDS.has(word) ? word : "bash",
      args: {
        command,
        ...(openFile === undefined || openFile === "n/a" ? {} : { openFile }),
        ...(workingDirectory === undefined ? {} : { workingDirectory }),
      },
    },
  ];
}

function writtenCall(call: unknown, session: SessionBuilder, line: number): ToolCall[] {
  const inner = isObject(call) ? objectAt(call, "function") : undefined;
  const id = isObject(call) ? nameAt(call, "id") : undefined;
  const name = inner && nameAt(inner, "name");
  if (inner === undefined || id === undefined || name === undefined) return [];
  return [{ id, name, args: callArguments(inner["arguments"], session, line) }];
}

/** The state that a step names; older versions write it as JSON text. */
export function stepState(step: JsonObject): JsonObject {
  const state = step["state"];
  if (isObject(state)) return state;
  if (typeof state !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(state);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
