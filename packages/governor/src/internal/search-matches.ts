import { isRecord } from "./is-record.ts";
import { parseObject } from "./parse-object.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a search found. */
export interface SearchMatches {
  /** Equal for equal matches, and only then. */
  readonly key: string;
  /** Files with a match, each once, in order of the first. */
  readonly paths: readonly string[];
}

type Line = readonly [type: "match" | "context", path: string, line: number, text: string];

/**
 * The matches in a search result: its exit code, and its match and context lines in order. Elapsed
 * time and statistics don't count. `undefined` when something that would count can't be read.
 */
export function searchMatches(result: Fields): SearchMatches | undefined {
  const { exitCode, lines: entries, stdout } = result;
  if (!Number.isFinite(exitCode)) return undefined;
  const lines = Array.isArray(entries) ? listedLines(entries) : ripgrepLines(stdout);
  if (!lines) return undefined;
  const paths = new Set<string>();
  const key: unknown[] = [exitCode];
  for (const [type, path, line, text] of lines) {
    if (type === "match") paths.add(path);
    // With the lengths no two lists of lines have the same key, whatever is in their texts.
    key.push(type, line, path.length, path, text.length, text);
  }
  return { key: key.join("\n"), paths: [...paths] };
}

function listedLines(entries: readonly unknown[]): Line[] | undefined {
  const lines: Line[] = [];
  for (const entry of entries) {
    if (!isRecord(entry)) return undefined;
    const { type, path, line: number, text } = entry;
    if (!addLine(lines, type, path, number, text)) return undefined;
  }
  return lines;
}

/** ripgrep's `--json` output: an object a line. */
function ripgrepLines(stdout: unknown): Line[] | undefined {
  if (typeof stdout !== "string") return undefined;
  const lines: Line[] = [];
  for (const json of stdout.split("\n")) {
    if (json === "") continue;
    const entry = parseObject(json);
    if (!entry) return undefined;
    const data = record(entry["data"]);
    const text = record(data["lines"])["text"];
    const path = record(data["path"])["text"];
    const body = typeof text === "string" && text.endsWith("\n") ? text.slice(0, -1) : text;
    if (!addLine(lines, entry["type"], path, data["line_number"], body)) return undefined;
  }
  return lines;
}

/** Adds an entry if it is a match or context; false when it is one and lacks a field. */
function addLine(
  lines: Line[],
  type: unknown,
  path: unknown,
  number: unknown,
  text: unknown,
): boolean {
  if (type !== "match" && type !== "context") return true;
  if (typeof path !== "string" || typeof text !== "string" || !Number.isFinite(number))
    return false;
  lines.push([type, path, number as number, text]);
  return true;
}

function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
