/**
 * The tool profile of Codex CLI.
 *
 * @packageDocumentation
 */

import type { Observation, ToolProfile } from "../types.ts";
import { type Fields, fieldsOf, linesOf, stringOf } from "./internal/args.ts";
import { changedPaths, changesOf } from "./internal/changed-paths.ts";
import { codexOutput } from "./internal/codex-output.ts";
import { defineProfile } from "./internal/define-profile.ts";
import { joinPath } from "./internal/join-path.ts";
import { numberedLines } from "./internal/numbered-lines.ts";
import { patchOf } from "./internal/patch-of.ts";
import { readOf } from "./internal/read-of.ts";
import { searchOf } from "./internal/search-of.ts";
import { observeShell } from "./internal/shell/observe-shell.ts";

/** Lines that `read_file` returns when no limit is given. */
const DEFAULT_READ_LINES = 2000;
/** Bytes that `read_file` returns of one line. */
const MAX_LINE_BYTES = 500;

/**
 * Codex CLI: its shell tools (`exec_command`, `shell`, `shell_command`, `local_shell`,
 * `container.exec`), `apply_patch`, and the experimental `read_file` and `grep_files`.
 *
 * Whether a command succeeded is read from its output, whose header (chunk id, wall time) is not
 * compared. `write_stdin` returns only new output and is left alone, and so is the JavaScript of
 * code mode, which may do anything.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "exec_command", args: { cmd: "sed -n '10,24p' a.ts" } },
 *   { text: "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nlet a;", isError: false },
 * );
 * // [{ kind: "read", path: "a.ts", startLine: 10, limit: 15, compareText: "let a;", rangeKey: "10+15" }]
 * ```
 */
export const profile: ToolProfile = defineProfile({
  exec_command: observeCommand,
  shell: observeCommand,
  shell_command: observeCommand,
  local_shell: observeCommand,
  local_shell_call: observeCommand,
  "container.exec": observeCommand,
  apply_patch: observePatch,
  read_file: observeRead,
  grep_files: (args, text) => searchOf("grep_files", fieldsOf(args), text),
});

function observeCommand(args: unknown, text: string | null): readonly Observation[] {
  const call = fieldsOf(args);
  const fields = call["action"] === undefined ? call : fieldsOf(call["action"]);
  const command = commandOf(fields);
  const output = text === null ? undefined : codexOutput(text);
  if (command === undefined || !output) return [];
  const path = stringOf(fields, "workdir", "working_directory");
  const patch = patchOf(command);
  if (!patch) return observeShell(command, { path, isKnown: true }, output);
  if (!isApplied(output.text)) return [];
  const directory = patch.directory === undefined ? path : joinPath(path, patch.directory);
  return changesOf(changedPaths(patch.text).map((changed) => joinPath(directory, changed)));
}

function commandOf(fields: Fields): string | readonly string[] | undefined {
  const command = fields["cmd"] ?? fields["command"];
  if (typeof command === "string") return command;
  const isList = Array.isArray(command) && command.every((word) => typeof word === "string");
  return isList ? (command as readonly string[]) : undefined;
}

function observePatch(args: unknown, text: string | null): readonly Observation[] {
  const patch = typeof args === "string" ? args : stringOf(fieldsOf(args), "input", "patch");
  if (patch === undefined || text === null) return [];
  const isMade = isApplied(codexOutput(text)?.text ?? text);
  return isMade ? changesOf(changedPaths(patch)) : [];
}

/** A patch that could not be applied is answered with a message, and no sign of success. */
function isApplied(output: string): boolean {
  return output.trimStart().startsWith("Success.");
}

/** `read_file` numbers lines as `L12: text`; in another mode than slices it picks them itself. */
function observeRead(args: unknown, text: string | null): readonly Observation[] {
  const fields = fieldsOf(args);
  const path = stringOf(fields, "file_path");
  const limit = linesOf(fields["limit"]);
  const isSlice =
    fields["mode"] === undefined || fields["mode"] === null || fields["mode"] === "slice";
  if (path === undefined || text === null || Number.isNaN(limit) || !isSlice) return [];
  const source = text.trimEnd().split("\n");
  const shown = numberedLines(source, 0, { prefix: "L", separators: [": "] });
  if (!shown || shown.end !== source.length) return [];
  const isComplete =
    shown.first === Math.max(1, linesOf(fields["offset"]) ?? 1) &&
    (limit === undefined ? shown.count < DEFAULT_READ_LINES : shown.count <= limit);
  const range = { first: shown.first, count: isComplete ? limit : shown.count };
  // Bytes: a line of that many may have fewer characters, four bytes each at most.
  const hasCutLines = shown.lines.some((line) => line.length >= MAX_LINE_BYTES / 4);
  return [readOf({ path, range, text: shown.lines.join("\n"), hasCutLines })];
}
