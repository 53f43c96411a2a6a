/**
 * The tool profile of GitHub Copilot CLI.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { type Fields, fieldsOf, linesOf, stringOf } from "./internal/args.ts";
import { changedPaths, changesOf } from "./internal/changed-paths.ts";
import { defineProfile, withText } from "./internal/define-profile.ts";
import { numberedLines } from "./internal/numbered-lines.ts";
import { type LineRange, rangeBetween, readOf, WHOLE_FILE } from "./internal/read-of.ts";
import { searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";
import { lastLine } from "./internal/text.ts";

/**
 * GitHub Copilot CLI: `view`, `create`, `edit`, `str_replace_editor`, `apply_patch`, `grep`, `glob`
 * and `bash`.
 *
 * Ranges are a first and a last line, with -1 for the end. A command counts as successful only if
 * its output ends with exit code 0, whatever the format says. Its shell may live on from call to
 * call, so that only absolute paths are certain. Whether `read_bash` repeats earlier output differs
 * from case to case: it is left alone.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "view", args: { path: "/repo/a.ts", view_range: [10, 10] } },
 *   { text: "10. let a;", isError: false },
 * );
 * // [{ kind: "read", path: "/repo/a.ts", startLine: 10, limit: 1, compareText: "let a;", rangeKey: "10+1" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  view: withText(observeView),
  create: withText(observeChange),
  edit: withText(observeChange),
  str_replace_editor: withText(observeEditor),
  apply_patch: observePatch,
  grep: (args, text) => searchOf("grep", fieldsOf(args), text),
  rg: (args, text) => searchOf("rg", fieldsOf(args), text),
  glob: (args, text) => searchOf("glob", fieldsOf(args), text),
  bash: withText(observeBash),
});

/** One tool for all, in older versions. */
function observeEditor(args: Fields, text: string): readonly Observation[] {
  return args["command"] === "view" ? observeView(args, text) : observeChange(args, text);
}

function observeView(args: Fields, text: string): readonly Observation[] {
  const path = stringOf(args, "path");
  const asked = askedRange(args["view_range"]);
  if (path === undefined || !asked) return [];
  const source = text.trimEnd().split("\n");
  // Without numbers it is a directory, an image or a message.
  const shown = numberedLines(source, 0, { separators: [". "] });
  if (!shown) return [];
  const { first, count } = shown;
  const isComplete =
    first === asked.first &&
    (asked.count === undefined || count <= asked.count) &&
    shown.end === source.length;
  return [
    readOf({ path, range: isComplete ? asked : { first, count }, text: shown.lines.join("\n") }),
  ];
}

/** First and last line, both included. `undefined` if it isn't a range. */
function askedRange(range: unknown): LineRange | undefined {
  if (range === undefined || range === null) return WHOLE_FILE;
  if (!Array.isArray(range) || range.length !== 2) return undefined;
  const [from, to] = range as readonly unknown[];
  const first = linesOf(from);
  const last = to === -1 ? undefined : linesOf(to);
  if (first === undefined || Number.isNaN(first) || first < 1) return undefined;
  if (to !== -1 && (last === undefined || Number.isNaN(last) || last < first)) return undefined;
  return rangeBetween(first, last);
}

function observeChange(args: Fields, text: string): readonly Observation[] {
  const path = stringOf(args, "path");
  const answer = text.trim();
  const isEdited = answer.startsWith("File ") && answer.endsWith(" updated with changes.");
  const isCreated = answer.startsWith("Created file ");
  return path === undefined || !(isEdited || isCreated) ? [] : [{ kind: "change", path }];
}

const PATCHED = /^(?:Added|Modified|Updated|Deleted|Moved|Renamed) \d{1,6} file\(s\): /;

function observePatch(args: unknown, text: string | null): readonly Observation[] {
  const patch = typeof args === "string" ? args : stringOf(fieldsOf(args), "input", "patch");
  if (patch === undefined || text === null || !PATCHED.test(text)) return [];
  return changesOf(changedPaths(patch));
}

/** The last line of what a command printed; how it is worded changed often. */
const ENDED = /^<[^<>]{0,200}exit code (\d{1,5})>$/;
const CUT_OUTPUT = "Output too large to read at once";

function observeBash(args: Fields, text: string): readonly Observation[] {
  const command = stringOf(args, "command");
  const { before, line } = lastLine(text);
  if (command === undefined || ENDED.exec(line)?.[1] !== "0") return [];
  const directory = { path: undefined, isKnown: false };
  return observeShell(command, directory, { text: before, isCut: before.startsWith(CUT_OUTPUT) });
}
