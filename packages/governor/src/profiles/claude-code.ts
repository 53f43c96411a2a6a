/**
 * The tool profile of Claude Code.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { fieldsOf, linesOf, stringOf } from "./internal/args.ts";
import { cumulativePoll } from "./internal/cumulative-poll.ts";
import { defineProfile, type Observer } from "./internal/define-profile.ts";
import { numberedLines } from "./internal/numbered-lines.ts";
import { readOf } from "./internal/read-of.ts";
import { searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";
import {
  between,
  lastLine,
  withoutLeadingReminders,
  withoutTrailingReminders,
} from "./internal/text.ts";

/** Lines that `Read` returns when no limit is given; what comes after them it leaves out silently. */
const DEFAULT_READ_LINES = 2000;
/** Characters that `Read` returns of one line; older versions shorten longer ones. */
const MAX_LINE_CHARACTERS = 2000;

/**
 * Claude Code: `Read`, `Write`, `Edit`, `MultiEdit`, `NotebookEdit`, `Grep`, `Glob`, `TaskOutput` and
 * `Bash`.
 *
 * Ranges are a first line and a count. `TaskOutput` shows all output from the start, so a later poll
 * covers an earlier one. `BashOutput` shows only what is new, and is left alone like every other
 * tool. The working directory of `Bash` outlives a call, so that only absolute paths are certain.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "Write", args: { file_path: "/repo/a.ts", content: "" } },
 *   { text: "File created successfully at: /repo/a.ts", isError: false },
 * );
 * // [{ kind: "change", path: "/repo/a.ts" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  Read: observeRead,
  Write: changeOf("file_path"),
  Edit: changeOf("file_path"),
  MultiEdit: changeOf("file_path"),
  NotebookEdit: changeOf("notebook_path"),
  Grep: observeSearch("Grep"),
  Glob: observeSearch("Glob"),
  TaskOutput: observePoll,
  Bash: observeBash,
});

function changeOf(argument: string): Observer {
  return (args, text) => {
    const path = stringOf(fieldsOf(args), argument);
    return path === undefined || isToolError(text) ? [] : [{ kind: "change", path }];
  };
}

/** Errors have a flag; one that lost it still has its tag. */
function isToolError(text: string | null): boolean {
  return text?.trimStart().startsWith("<tool_use_error>") === true;
}

function observeRead(args: unknown, text: string | null): readonly Observation[] {
  const fields = fieldsOf(args);
  const path = stringOf(fields, "file_path");
  const offset = linesOf(fields["offset"]);
  const limit = linesOf(fields["limit"]);
  if (path === undefined || text === null || Number.isNaN(offset) || Number.isNaN(limit)) return [];
  const source = withoutLeadingReminders(text).split("\n");
  // Without numbers it is no file: a note that the file is unchanged or empty, a notebook, a page.
  const shown = numberedLines(source, 0, { separators: ["→", "\t"] });
  if (!shown) return [];
  const first = Math.max(1, offset ?? 1);
  const note = source.slice(shown.end).join("\n");
  const isComplete =
    shown.first === first &&
    (limit === undefined ? shown.count < DEFAULT_READ_LINES : shown.count <= limit) &&
    withoutTrailingReminders(note).trim() === "";
  const range = isComplete ? { first, count: limit } : { first: shown.first, count: shown.count };
  const hasCutLines = shown.lines.some((line) => line.length >= MAX_LINE_CHARACTERS);
  return [readOf({ path, range, text: shown.lines.join("\n"), hasCutLines })];
}

function observeSearch(tool: string): Observer {
  return (args, text) =>
    searchOf(tool, fieldsOf(args), text === null ? null : withoutTrailingReminders(text));
}

/**
 * A poll of a command's output. That of a subagent is no such thing: while it runs its transcript is
 * shown, and afterwards only its answer.
 */
function observePoll(args: unknown, text: string | null): readonly Observation[] {
  const taskId = stringOf(fieldsOf(args), "task_id");
  if (taskId === undefined || text === null || isToolError(text)) return [];
  if (text.startsWith(PERSISTED)) return [];
  const type = between(text, "<task_type>", "</task_type>");
  if (type !== undefined && type !== "local_bash") return [];
  const isTagged = text.includes("<retrieval_status>");
  const output = isTagged
    ? (between(text, "<output>", "</output>") ?? "")
    : withoutTrailingReminders(text);
  // Only the end of it: what an earlier poll showed may be missing.
  if (output.trimStart().startsWith("[Truncated")) return [];
  return [cumulativePoll(taskId, output.trim() === "")];
}

/** How a preview begins of output that was moved to a file. */
const PERSISTED = "<persisted-output>";
const CUT_OUTPUT = /<persisted-output>|\.\.\. \[\d{1,9} (?:lines|characters) truncated\] \.\.\./;

function observeBash(args: unknown, text: string | null): readonly Observation[] {
  const fields = fieldsOf(args);
  const command = stringOf(fields, "command");
  if (command === undefined || text === null || isToolError(text)) return [];
  if (fields["run_in_background"] === true || text.startsWith("Command ")) return [];
  const body = withoutTrailingReminders(text);
  const { before, line } = lastLine(body);
  const output = line.startsWith("Shell cwd was reset to ") ? before : body;
  const directory = { path: undefined, isKnown: false };
  return observeShell(command, directory, { text: output, isCut: CUT_OUTPUT.test(output) });
}
