import { compilePath, type PathMatcher } from "./glob-path.ts";
import { compileSegment } from "./glob-segment.ts";

interface Rule {
  readonly matches: PathMatcher;
  readonly isForDirectories: boolean;
  readonly isNegated: boolean;
}

/** The rules of one `.gitignore`; `undefined` when none of them is about the path. */
export type IgnoreRules = (
  segments: readonly string[],
  isDirectory: boolean,
) => boolean | undefined;

// No file that a person keeps has more, and each path is held against every rule.
const MAX_RULES = 2_000;
const MAX_RULE_CHARACTERS = 512;

/** Reads the text of a `.gitignore` as git does; the last rule that matches decides. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .replace(/^\ufeff/, "")
    .split("\n", MAX_RULES)
    .map(parseRule)
    .filter((rule) => rule !== undefined)
    .reverse();
  return (segments, isDirectory) => {
    for (const rule of rules) {
      if (rule.isForDirectories && !isDirectory) continue;
      if (rule.matches(segments)) return !rule.isNegated;
    }
    return undefined;
  };
}

function parseRule(line: string): Rule | undefined {
  if (line.length > MAX_RULE_CHARACTERS || line.startsWith("#")) return undefined;
  const trimmed = trimEnd(line.endsWith("\r") ? line.slice(0, -1) : line);
  const isNegated = trimmed.startsWith("!");
  const whole = isNegated ? trimmed.slice(1) : trimmed;
  const isForDirectories = whole.endsWith("/");
  const pattern = isForDirectories ? whole.slice(0, -1) : whole;
  if (pattern === "") return undefined;
  return { matches: matcherOf(pattern), isForDirectories, isNegated };
}

/** Without a `/` a rule is about names at any depth; else about paths from its own directory. */
function matcherOf(pattern: string): PathMatcher {
  if (pattern.includes("/")) return compilePath(pattern.replace(/^\//, ""));
  const segment = compileSegment(pattern);
  return (segments) => segment(segments.at(-1) ?? "");
}

/** Without the blanks at the end, unless a backslash keeps one. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end -= 1;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes += 1;
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end);
}
