import { canonicalJson } from "../../internal/canonical-json.ts";
import type { Observation } from "../../types.ts";
import { type Fields, stringOf } from "./args.ts";
import { mayBeFailure } from "./failure.ts";
import { normalised } from "./text.ts";

/** A search by a tool of its own. Equal arguments with equal text are the same search twice. */
export function searchOf(
  tool: string,
  args: Fields,
  text: string | null,
  paths: (text: string) => readonly string[] = pathsOfMatches,
): readonly Observation[] {
  const pattern = stringOf(args, "pattern");
  const json = canonicalJson(args);
  if (text === null || pattern === undefined || json === undefined || mayBeFailure(text)) return [];
  const matchesKey = normalised(text);
  const argumentsKey = `${tool} ${json}`;
  return [{ kind: "search", pattern, argumentsKey, matchesKey, paths: paths(matchesKey) }];
}

/**
 * The files that a result of ripgrep, grep or a search by name shows, as far as can be told: lines
 * that are a path, or begin with a path and a colon. For the usage ledger, which is a heuristic.
 */
export function pathsOfMatches(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of text.split("\n")) {
    const path = pathOfLine(line.trim());
    if (path !== undefined) paths.add(path);
  }
  return [...paths];
}

const LONGEST_PATH = 1000;
/** What code has in it, and paths seldom. */
const NO_PATH = /[\s"'`(){}[\];,=<>*|]/;

function pathOfLine(line: string): string | undefined {
  // The colon of a Windows drive isn't the one after a path.
  const colon = line.indexOf(":", line[1] === ":" ? 2 : 0);
  const path = colon === -1 ? line : line.slice(0, colon);
  if (path.length > LONGEST_PATH || NO_PATH.test(path)) return undefined;
  // A line of context: path, number and text with dashes between.
  if (colon === -1 && /-\d{1,9}-/.test(path)) return undefined;
  return /[/\\.]/.test(path) ? path : undefined;
}
