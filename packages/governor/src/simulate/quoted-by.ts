import type { ToolCall } from "../message.ts";
import { fieldsOf, stringOf } from "../profiles/internal/args.ts";
import { patchOf } from "../profiles/internal/patch-of.ts";
import { oldLines } from "./internal/old-lines.ts";
import type { QuotedBy } from "./types.ts";

/** What one tool's arguments quote. */
type Quotes = (args: unknown) => readonly string[];

const patchArgument: Quotes = (args) =>
  oldLines(
    typeof args === "string"
      ? args
      : (stringOf(fieldsOf(args), "input", "patch", "patchText") ?? ""),
  );

const AGENTS: ReadonlyMap<string, Readonly<Record<string, Quotes>>> = new Map<
  string,
  Readonly<Record<string, Quotes>>
>([
  ["alisio", { edit_file: argument("oldText") }],
  ["claude-code", { Edit: argument("old_string"), MultiEdit: eachEdit("old_string") }],
  [
    "codex",
    {
      apply_patch: patchArgument,
      exec_command: shellPatch,
      shell: shellPatch,
      shell_command: shellPatch,
      local_shell: shellPatch,
      local_shell_call: shellPatch,
      "container.exec": shellPatch,
    },
  ],
  [
    "copilot-cli",
    {
      edit: argument("old_str"),
      str_replace_editor: argument("old_str"),
      apply_patch: patchArgument,
    },
  ],
  ["gemini-cli", { replace: argument("old_string") }],
  [
    "opencode",
    {
      edit: argument("oldString"),
      multiedit: eachEdit("oldString"),
      apply_patch: patchArgument,
      patch: patchArgument,
    },
  ],
  ["pi", { edit: both(argument("oldText"), eachEdit("oldText")) }],
]);

/**
 * What the edits of an agent quote of a file: the old text of its edit tools, the context and the
 * removed lines of a patch.
 *
 * @param agent - The name of a profile, such as `claude-code`.
 * @returns `undefined` for an agent that there is no profile for
 *
 * @example
 * ```ts
 * const quotedBy = quotedByOf("claude-code");
 * quotedBy?.({ id: "1", name: "Edit", args: { old_string: "let a;", new_string: "" } }); // ["let a;"]
 * ```
 */
export function quotedByOf(agent: string): QuotedBy | undefined {
  const tools = AGENTS.get(agent);
  if (!tools) return undefined;
  const byName = new Map(Object.entries(tools));
  return ({ name, args }: ToolCall) => byName.get(name)?.(args) ?? [];
}

function argument(name: string): Quotes {
  return (args) => {
    const text = stringOf(fieldsOf(args), name);
    return text === undefined ? [] : [text];
  };
}

/** A list of edits in one call. */
function eachEdit(name: string): Quotes {
  return (args) => {
    const { edits } = fieldsOf(args);
    return Array.isArray(edits) ? edits.flatMap(argument(name)) : [];
  };
}

function both(first: Quotes, second: Quotes): Quotes {
  return (args) => [...first(args), ...second(args)];
}

/** A patch that a command hands to `apply_patch`. */
function shellPatch(args: unknown): readonly string[] {
  const call = fieldsOf(args);
  const fields = call["action"] === undefined ? call : fieldsOf(call["action"]);
  const command = fields["cmd"] ?? fields["command"];
  const words: readonly unknown[] = Array.isArray(command) ? command : [command];
  if (!words.every((word) => typeof word === "string")) return [];
  const patch = patchOf(typeof command === "string" ? command : (words as readonly string[]));
  return patch ? oldLines(patch.text) : [];
}
