/**
 * The tool profile of opencode.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { type Fields, fieldsOf, linesOf, stringOf } from "./internal/args.ts";
import { changedPaths, changesOf } from "./internal/changed-paths.ts";
import { defineProfile, type Observer, withText } from "./internal/define-profile.ts";
import { joinPath } from "./internal/join-path.ts";
import { numberedLines } from "./internal/numbered-lines.ts";
import { type LineRange, readOf } from "./internal/read-of.ts";
import { searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";

/**
 * opencode: `read`, `write`, `edit`, `multiedit`, `apply_patch`, `patch`, `grep`, `glob` and `bash`.
 *
 * Ranges are a first line and a count; as its first line counts from 0 in older versions and from 1
 * in newer ones, it is taken from the numbers that the result shows. On the OpenAI formats failures
 * have no flag, so a change counts only where the result says that it was made.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "edit", args: { filePath: "/repo/a.ts", oldString: "a", newString: "b" } },
 *   { text: "Edit applied successfully.", isError: false },
 * );
 * // [{ kind: "change", path: "/repo/a.ts" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  read: withText(observeRead),
  write: withText(observeChange),
  edit: withText(observeChange),
  multiedit: withText(observeChange),
  apply_patch: withText(observePatch),
  patch: withText(observePatch),
  grep: observeSearch("grep"),
  glob: observeSearch("glob"),
  bash: withText(observeBash),
});

/** How a change is confirmed. Older versions say nothing at all, or only what is wrong in files. */
const CONFIRMATIONS: readonly string[] = [
  "Edit applied successfully",
  "Wrote file successfully",
  "This file has errors, please fix",
  "<file_diagnostics>",
  "<project_diagnostics>",
];

function observeChange(args: Fields, text: string): readonly Observation[] {
  const path = stringOf(args, "filePath");
  const answer = text.trimStart();
  const isMade = answer === "" || CONFIRMATIONS.some((start) => answer.startsWith(start));
  return path !== undefined && isMade ? [{ kind: "change", path }] : [];
}

function observePatch(args: Fields, text: string): readonly Observation[] {
  const patch = stringOf(args, "patchText");
  if (patch === undefined) return [];
  const isMade = text.startsWith("Success.") || text.startsWith("Patch applied successfully");
  return isMade ? changesOf(changedPaths(patch)) : [];
}

const FILE = "<type>file</type>\n<content>\n";
const DIRECTORY = "<type>directory</type>\n<entries>\n";
const OLD_FILE = "<file>\n";
/** How lines are marked that were shortened: in newer versions, and in older ones. */
const CUT_LINE = /\.\.\. \(line truncated to \d{1,9} chars\)$/;
const OLD_CUT_LINE_CHARACTERS = 2003;

function observeRead(args: Fields, text: string): readonly Observation[] {
  const path = stringOf(args, "filePath");
  const limit = linesOf(args["limit"]);
  if (path === undefined || Number.isNaN(limit)) return [];
  if (text.startsWith("<path>")) {
    const directory = text.indexOf(DIRECTORY);
    if (directory !== -1 && isHeader(text, directory)) {
      return observeListing(path, text.slice(directory + DIRECTORY.length));
    }
    const file = text.indexOf(FILE);
    if (file === -1 || !isHeader(text, file)) return [];
    return observeLines(path, limit, text.slice(file + FILE.length), ": ");
  }
  return text.startsWith(OLD_FILE)
    ? observeLines(path, limit, text.slice(OLD_FILE.length), "| ")
    : [];
}

/** True if nothing but the line of the path comes before. */
function isHeader(text: string, end: number): boolean {
  return text.indexOf("\n") === end - 1;
}

function observeLines(
  path: string,
  limit: number | undefined,
  content: string,
  separator: string,
): readonly Observation[] {
  const source = content.split("\n");
  const shown = numberedLines(source, 0, { separators: [separator] });
  if (!shown) return [];
  const { first, count } = shown;
  const note = source.slice(shown.end).find((line) => line.startsWith("(")) ?? "";
  const isToEnd = note.startsWith("(End of file");
  let range: LineRange = { first, count };
  if (isToEnd && limit === undefined) range = { first, count: undefined };
  else if (limit !== undefined && (isToEnd || count === limit)) range = { first, count: limit };
  const hasCutLines = shown.lines.some(
    (line) => line.length >= OLD_CUT_LINE_CHARACTERS || CUT_LINE.test(line.slice(-60)),
  );
  return [readOf({ path, range, text: shown.lines.join("\n"), hasCutLines })];
}

function observeListing(path: string, content: string): readonly Observation[] {
  const paths: string[] = [];
  for (const line of content.split("\n")) {
    if (line === "" || line.startsWith("(") || line === "</entries>") break;
    paths.push(joinPath(path, line));
  }
  return [{ kind: "paths", paths, isListing: true }];
}

function observeSearch(tool: string): Observer {
  return (args, text) => searchOf(tool, fieldsOf(args), text);
}

/** Exit codes are not told; what went wrong is seen from the output alone. */
const NOT_ENDED = /<(?:shell|bash)_metadata>/;
const CUT_OUTPUT =
  /output truncated|Output was truncated|output was truncated|\.\.\.\d{1,12} (?:bytes|lines) truncated\.\.\./;

function observeBash(args: Fields, text: string): readonly Observation[] {
  const command = stringOf(args, "command");
  if (command === undefined || NOT_ENDED.test(text)) return [];
  const directory = { path: stringOf(args, "workdir"), isKnown: true };
  return observeShell(command, directory, { text, isCut: CUT_OUTPUT.test(text) });
}
