/**
 * The tool profile of Gemini CLI.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { type Fields, linesOf, stringOf } from "./internal/args.ts";
import { cumulativePoll } from "./internal/cumulative-poll.ts";
import { defineProfile, type Observer, withText } from "./internal/define-profile.ts";
import { mayBeFailure } from "./internal/failure.ts";
import { geminiShellOutput, geminiText } from "./internal/gemini-output.ts";
import { joinPath } from "./internal/join-path.ts";
import {
  type LineRange,
  rangeBetween,
  readOf,
  unclearRead,
  WHOLE_FILE,
} from "./internal/read-of.ts";
import { pathsOfMatches, searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";
import { numberAfter } from "./internal/text.ts";

/**
 * Gemini CLI: `read_file`, `read_many_files`, `write_file`, `replace`, `grep_search` (earlier
 * `search_file_content`), `glob`, `list_directory`, `run_shell_command` and
 * `read_background_output`.
 *
 * Ranges are a first and a last line (`start_line`, `end_line`, from 1), and in older versions a
 * first line from 0 and a count (`offset`, `limit`). Errors that are only in the text are recognised
 * by it, non-zero exit codes too. `read_background_output` shows all output from the start as long
 * as it says so.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "replace", args: { file_path: "/repo/a.ts", old_string: "a", new_string: "b" } },
 *   { text: "Successfully modified file: /repo/a.ts (1 replacements).", isError: false },
 * );
 * // [{ kind: "change", path: "/repo/a.ts" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  read_file: withOutput(observeRead),
  read_many_files: withOutput(observeManyReads),
  write_file: withOutput(observeChange),
  replace: withOutput(observeChange),
  grep_search: observeSearch("grep_search"),
  search_file_content: observeSearch("search_file_content"),
  glob: observeSearch("glob"),
  list_directory: withOutput(observeListing),
  run_shell_command: withOutput(observeCommand),
  read_background_output: withOutput(observePoll),
});

/** An observer of what a function response says, if it isn't an error. */
function withOutput(observe: (args: Fields, output: string) => readonly Observation[]): Observer {
  return withText((args, text) => {
    const output = geminiText(text);
    return output === undefined ? [] : observe(args, output);
  });
}

function pathOf(args: Fields): string | undefined {
  return stringOf(args, "file_path", "absolute_path");
}

/** The notes before content that isn't all of the file: newer, older, and for shortened lines. */
const NOTES: readonly { readonly start: string; readonly end: string }[] = [
  {
    start: "IMPORTANT: The file content has been truncated.",
    end: "--- FILE CONTENT (truncated) ---\n",
  },
  { start: "[File content truncated: ", end: "]\n" },
  { start: "[File content partially truncated: ", end: "]\n" },
];
const CUT_LINE = "... [truncated]";
/** How any output begins that was moved to a file. */
const CUT_STARTS: readonly string[] = ["Output too large.", "Tool output was too large"];

function observeRead(args: Fields, text: string): readonly Observation[] {
  const path = pathOf(args);
  const asked = askedRange(args);
  if (path === undefined || !asked || mayBeFailure(text)) return [];
  if (text.startsWith("Binary content provided") || text.startsWith("Cannot display content"))
    return [];
  if (CUT_STARTS.some((start) => text.startsWith(start))) return [unclearRead(path)];
  const start = text.trimStart();
  const note = NOTES.find((candidate) => start.startsWith(candidate.start));
  if (!note) return [readOf({ path, range: asked, text })];
  const end = start.indexOf(note.end);
  if (end === -1) return [];
  const range = shownRange(start.slice(0, end), asked);
  if (!range) return [];
  const content = start.slice(end + note.end.length);
  const hasCutLines = content.split("\n").some((line) => line.endsWith(CUT_LINE));
  return [readOf({ path, range, text: content, hasCutLines })];
}

/** `undefined` if the arguments are no range. */
function askedRange(args: Fields): LineRange | undefined {
  const [first, last, offset, limit] = ["start_line", "end_line", "offset", "limit"].map((name) =>
    linesOf(args[name]),
  );
  if ([first, last, offset, limit].some(Number.isNaN)) return undefined;
  if (first !== undefined || last !== undefined) {
    const from = first ?? 1;
    return from < 1 || (last !== undefined && last < from) ? undefined : rangeBetween(from, last);
  }
  return offset === undefined && limit === undefined
    ? WHOLE_FILE
    : { first: (offset ?? 0) + 1, count: limit };
}

/** What was returned, by the note; what was asked for, where that is all the file has of it. */
function shownRange(note: string, asked: LineRange): LineRange | undefined {
  const at = note.toLowerCase().indexOf("showing lines ");
  // Only lines were shortened: all that was asked for is there.
  if (at === -1) return asked;
  const status = note.slice(at).toLowerCase();
  const first = numberAfter(status, "showing lines ");
  const last = numberAfter(status, "-");
  const total = numberAfter(status, " of ");
  if (first === undefined || last === undefined || total === undefined || last < first)
    return undefined;
  const count = last - first + 1;
  const isComplete = first === asked.first && (last === total || count === asked.count);
  const isWithin = asked.count === undefined || count <= asked.count;
  return isComplete && isWithin ? asked : { first, count };
}

/** Before the content of each file stands its path; where one ends can't be told for certain. */
function observeManyReads(_args: Fields, text: string): readonly Observation[] {
  const paths = new Set<string>();
  for (const line of text.split("\n")) {
    const isMark = line.startsWith("--- ") && line.endsWith(" ---") && line.length > 8;
    if (isMark && line !== "--- End of content ---") paths.add(line.slice(4, -4));
  }
  return [...paths].map(unclearRead);
}

function observeChange(args: Fields, text: string): readonly Observation[] {
  const path = pathOf(args);
  const isMade = text.startsWith("Successfully ") || text.startsWith("Created new file");
  return path === undefined || !isMade ? [] : [{ kind: "change", path }];
}

function observeSearch(tool: string): Observer {
  return withOutput((args, text) => {
    const directory = stringOf(args, "dir_path", "path");
    return searchOf(tool, args, text, (matches) => foundPaths(matches, directory));
  });
}

const FILE_MARK = "File: ";

/** Matches stand under the name of their file, as seen from the directory that was searched. */
function foundPaths(text: string, directory: string | undefined): readonly string[] {
  const marked = text.split("\n").filter((line) => line.startsWith(FILE_MARK));
  if (marked.length === 0) return pathsOfMatches(text);
  return [
    ...new Set(marked.map((line) => joinPath(directory, line.slice(FILE_MARK.length).trim()))),
  ];
}

const DIRECTORY_MARK = "[DIR] ";
const SIZE = / \(\d{1,15} bytes\)$/;

function observeListing(args: Fields, text: string): readonly Observation[] {
  if (!text.startsWith("Directory listing for ")) return [];
  const directory = stringOf(args, "dir_path", "path");
  const names = text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "" && !line.startsWith("("));
  const paths = names.map((line) => {
    const name = line.startsWith(DIRECTORY_MARK) ? line.slice(DIRECTORY_MARK.length) : line;
    return joinPath(directory, name.replace(SIZE, ""));
  });
  return [{ kind: "paths", paths, isListing: true }];
}

function observeCommand(args: Fields, text: string): readonly Observation[] {
  const command = stringOf(args, "command");
  const output = geminiShellOutput(text);
  if (command === undefined || !output || args["is_background"] === true) return [];
  const directory = { path: stringOf(args, "dir_path", "directory"), isKnown: true };
  return observeShell(command, directory, output);
}

const ALL_OUTPUT = "Full Log Output:\n";
const NO_OUTPUT = "Log is empty.";
/** It reads so many bytes from the end of the log; a result near that may lack its beginning. */
const MAX_LOG_BYTES = 60_000;

function observePoll(args: Fields, text: string): readonly Observation[] {
  const pid = args["pid"];
  if (typeof pid !== "number" && typeof pid !== "string") return [];
  const isEmpty = text.trim() === NO_OUTPUT;
  // Four bytes at most for each character, so that the log is surely shorter.
  const isWhole = text.startsWith(ALL_OUTPUT) && text.length * 4 < MAX_LOG_BYTES;
  if (!isEmpty && !isWhole) return [];
  return [cumulativePoll(String(pid), isEmpty)];
}
