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

/** A line of a result as it is given; what isn't a match or context line may lack any field. */
type Entry = readonly [type: unknown, path: unknown, line: unknown, text: unknown];

/**
 * The matches in a search result: its exit code, and its match and context lines in order. Elapsed
 * time and statistics don't count. `undefined` when something that would count can't be read.
 */
export function searchMatches(result: Fields): SearchMatches | undefined {
  const { exitCode, lines, stdout } = result;
  const entries = Array.isArray(lines) ? lines.map(listed) : printed(stdout);
  if (!entries || !Number.isFinite(exitCode)) return undefined;
  const paths = new Set<string>();
  const key: unknown[] = [exitCode];
  for (const entry of entries) {
    if (!entry) return undefined;
    const [type, path, line, text] = entry;
    if (type !== "match" && type !== "context") continue;
    if (typeof path !== "string" || !Number.isFinite(line) || typeof text !== "string") {
      return undefined;
    }
    if (type === "match") paths.add(path);
    // With the lengths no two lists of lines have the same key, whatever is in their texts.
    key.push(type, line, path.length, path, text.length, text);
  }
  return { key: key.join("\n"), paths: [...paths] };
}

function listed(entry: unknown): Entry | undefined {
  if (!isRecord(entry)) return undefined;
  return [entry["type"], entry["path"], entry["line"], entry["text"]];
}

/** ripgrep's `--json` output: an object a line. */
function printed(stdout: unknown): (Entry | undefined)[] | undefined {
  if (typeof stdout !== "string") return undefined;
  return stdout
    .split("\n")
    .filter((json) => json !== "")
    .map((json) => {
      const entry = parseObject(json);
      if (!entry) return undefined;
      const data = record(entry["data"]);
      const { text } = record(data["lines"]);
      const body = typeof text === "string" && text.endsWith("\n") ? text.slice(0, -1) : text;
      return [entry["type"], record(data["path"])["text"], data["line_number"], body];
    });
}

function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
