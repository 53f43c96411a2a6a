/**
 * The tool profile of Alisio's own tools.
 *
 * @packageDocumentation
 */

import { canonicalJson } from "../internal/canonical-json.ts";
import { isRecord } from "../internal/is-record.ts";
import { parseObject } from "../internal/parse-object.ts";
import { searchMatches } from "../internal/search-matches.ts";
import type { ToolCall } from "../message.ts";
import type { Observation, ToolProfile } from "../types.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a poll asks for when it names no limit: characters. */
const DEFAULT_POLL_LIMIT = 20_000;

interface Tool {
  /** The argument that says what a call is about. */
  readonly subject: "path" | "id" | "pattern" | undefined;
  /** `text` is `null` when a part of the result isn't text. */
  readonly observe: (args: Fields, text: string | null) => Observation | undefined;
}

const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["read_file", { subject: "path", observe: observeRead }],
  ["write_file", { subject: "path", observe: observeChange }],
  ["edit_file", { subject: "path", observe: observeChange }],
  ["bg_output", { subject: "id", observe: observePoll }],
  ["search_text", { subject: "pattern", observe: observeSearch }],
  ["list_files", { subject: undefined, observe: observeListing }],
]);

/**
 * Alisio's tools: `read_file`, `write_file`, `edit_file`, `bg_output`, `search_text` and
 * `list_files`. Whatever else a call is named, such as `run_process` and `shell`, gives no
 * observation.
 *
 * @example
 * ```ts
 * profile(
 *   { id: "1", name: "write_file", args: { path: "a.ts" } },
 *   { text: "{}", isError: false },
 * ); // [{ kind: "change", path: "a.ts" }]
 * ```
 */
export const profile: ToolProfile = Object.assign(
  (call: ToolCall, result: { readonly text: string | null }): readonly Observation[] => {
    const tool = TOOLS.get(call.name);
    if (!tool || !isRecord(call.args)) return [];
    const observation = tool.observe(call.args, result.text);
    return observation ? [observation] : [];
  },
  { subjectOf },
);

function subjectOf({ name, args }: ToolCall): string | undefined {
  const subject = TOOLS.get(name)?.subject;
  if (subject === undefined || !isRecord(args)) return undefined;
  const value = args[subject];
  // A task with the name of a file only makes both be read sooner.
  return typeof value === "string" ? value : undefined;
}

function observeRead(args: Fields, text: string | null): Observation | undefined {
  const { path, startLine, limit } = args;
  if (typeof path !== "string") return undefined;
  const result = parse(text);
  if (!result) return undefined;
  const sha256 = result["sha256"];
  return {
    kind: "read",
    path,
    sha256: typeof sha256 === "string" ? sha256 : undefined,
    startLine: finite(startLine),
    limit: finite(limit),
  };
}

/** A change needs no more than success. */
function observeChange({ path }: Fields): Observation | undefined {
  return typeof path === "string" ? { kind: "change", path } : undefined;
}

function observePoll(args: Fields, text: string | null): Observation | undefined {
  const { id: taskId } = args;
  const offset = finite(args["offset"], 0);
  const limit = finite(args["limit"], DEFAULT_POLL_LIMIT);
  if (typeof taskId !== "string" || offset === undefined || limit === undefined) return undefined;
  const result = parse(text);
  const output = result?.["text"];
  if (!result || typeof output !== "string") return undefined;
  const nextOffset = finite(result["next_offset"]);
  return { kind: "background", taskId, offset, limit, isEmpty: output === "", nextOffset };
}

function observeSearch(args: Fields, text: string | null): Observation | undefined {
  const { pattern, path } = args;
  if (typeof pattern !== "string" || !isOptionalString(path)) return undefined;
  const result = parse(text);
  const matches = result && searchMatches(result);
  const argumentsKey = matches && canonicalJson(args);
  if (!matches || argumentsKey === undefined) return undefined;
  return { kind: "search", pattern, argumentsKey, matchesKey: matches.key, paths: matches.paths };
}

/** For the usage ledger alone. */
function observeListing({ path }: Fields, text: string | null): Observation | undefined {
  const files = isOptionalString(path) ? parse(text)?.["files"] : undefined;
  if (!Array.isArray(files)) return undefined;
  const paths = files.filter((file): file is string => typeof file === "string");
  return { kind: "paths", paths, isListing: true };
}

function parse(text: string | null): Fields | undefined {
  return text === null ? undefined : parseObject(text);
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

/** A finite number; the fallback when there is no value at all. */
function finite(value: unknown, fallback?: number): number | undefined {
  if (value === undefined) return fallback;
  return Number.isFinite(value) ? (value as number) : undefined;
}
