/**
 * The tool profile of pi.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { type Fields, fieldsOf, linesOf, stringOf } from "./internal/args.ts";
import { defineProfile, withText } from "./internal/define-profile.ts";
import { mayBeFailure } from "./internal/failure.ts";
import { joinPath } from "./internal/join-path.ts";
import { type LineRange, readOf } from "./internal/read-of.ts";
import { searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";
import { lastLine, numberAfter } from "./internal/text.ts";

/**
 * pi: `read`, `write`, `edit`, `grep`, `find`, `ls` and `bash`.
 *
 * Ranges are a first line and a count. Content comes bare, and on the OpenAI formats failures have
 * no flag: a change counts only where the result says that it was made, and a read only where it
 * doesn't begin like a failure.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "read", args: { path: "a.ts", offset: 10, limit: 1 } },
 *   { text: "let a;\n\n[54 more lines in file. Use offset=11 to continue.]", isError: false },
 * );
 * // [{ kind: "read", path: "a.ts", startLine: 10, limit: 1, compareText: "let a;", rangeKey: "10+1" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  read: withText(observeRead),
  write: withText(changeOf("Successfully wrote ")),
  edit: withText(changeOf("Successfully replaced ")),
  grep: (args, text) => searchOf("grep", fieldsOf(args), text),
  find: (args, text) => searchOf("find", fieldsOf(args), text),
  ls: withText(observeListing),
  bash: withText(observeBash),
});

function changeOf(confirmation: string): (args: Fields, text: string) => readonly Observation[] {
  return (args, text) => {
    const path = stringOf(args, "path", "file_path");
    return path === undefined || !text.startsWith(confirmation) ? [] : [{ kind: "change", path }];
  };
}

/** How a read ends that doesn't reach the end of the file: now, and in older versions. */
const NOTE = /^(?:\[.*Use offset=\d{1,10} to continue\.\]|\.\.\. \(.*\))$/;
const CUT_LINES_NOTE = "ome lines were truncated to ";

function observeRead(args: Fields, text: string): readonly Observation[] {
  const path = stringOf(args, "path", "file_path");
  const offset = linesOf(args["offset"]);
  const limit = linesOf(args["limit"]);
  if (path === undefined || Number.isNaN(offset) || Number.isNaN(limit) || mayBeFailure(text))
    return [];
  if (text.startsWith("Read image file [") || isTooLong(text)) return [];
  const first = Math.max(1, offset ?? 1);
  const { before, line } = lastLine(text);
  if (!NOTE.test(line)) return [readOf({ path, range: { first, count: limit }, text })];
  const next = numberAfter(line, "Use offset=");
  const range =
    next === undefined ? { first, count: limit } : shownRange(first, next - first, limit);
  if (!range) return [];
  return [readOf({ path, range, text: before, hasCutLines: line.includes(CUT_LINES_NOTE) })];
}

/** Not a line of the file, but how to get at it. */
function isTooLong(text: string): boolean {
  return /^\[Line \d{1,10} is [^\n]{0,200}exceeds /.test(text);
}

function shownRange(
  first: number,
  count: number,
  limit: number | undefined,
): LineRange | undefined {
  if (count < 1 || (limit !== undefined && count > limit)) return undefined;
  return { first, count };
}

function observeListing(args: Fields, text: string): readonly Observation[] {
  if (mayBeFailure(text) || text.startsWith("(")) return [];
  const directory = stringOf(args, "path");
  const names = text.split("\n").filter((line) => line !== "" && !line.startsWith("["));
  return [
    { kind: "paths", paths: names.map((name) => joinPath(directory, name)), isListing: true },
  ];
}

const FAILED = /^Command (?:exited with code \d{1,5}|timed out after .{1,40}|aborted)$/;
const CUT = /^\[Showing (?:lines|last) .{1,2000}\]$/;

function observeBash(args: Fields, text: string): readonly Observation[] {
  const command = stringOf(args, "command");
  const { before, line } = lastLine(text);
  if (command === undefined || FAILED.test(line)) return [];
  const isCut = CUT.test(line);
  const output = { text: isCut ? before : text, isCut };
  return observeShell(command, { path: undefined, isKnown: true }, output);
}
