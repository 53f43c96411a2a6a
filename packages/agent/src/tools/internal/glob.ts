import { compilePath, type PathMatcher } from "./glob-path.ts";
import { compileSegment } from "./glob-segment.ts";
import { refuse } from "./outcome.ts";

const MAX_CHARACTERS = 1_000;
const MAX_ALTERNATIVES = 100;

/**
 * The files that a call's `glob` lets through: `*.ts` for names anywhere, `src/**` for paths from
 * the directory that is looked through, `{a,b}` for alternatives, `!` at the beginning for all others.
 */
export function compileGlob(glob: string): PathMatcher {
  if (glob.length > MAX_CHARACTERS) refuse(`glob is over ${MAX_CHARACTERS} characters long.`);
  const isNegated = glob.startsWith("!");
  const matchers = expandBraces(isNegated ? glob.slice(1) : glob).map(compileOne);
  return (segments) => matchers.some((matcher) => matcher(segments)) !== isNegated;
}

function compileOne(pattern: string): PathMatcher {
  const anchored = pattern.replace(/^(?:\.?\/)/, "");
  if (anchored === pattern && !pattern.includes("/")) {
    const segment = compileSegment(pattern);
    return (segments) => segment(segments.at(-1) ?? "");
  }
  return compilePath(anchored);
}

/** All patterns that a pattern with braces stands for; braces without a partner stand for themselves. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open: string[] = [pattern];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const group = firstGroup(next);
    if (group) open.push(...group);
    else done.push(next);
    if (done.length + open.length > MAX_ALTERNATIVES) {
      refuse(`glob has over ${MAX_ALTERNATIVES} alternatives; use fewer braces.`);
    }
  }
  return done;
}

/** The pattern with its first group of braces replaced by each of its alternatives. */
function firstGroup(pattern: string): readonly string[] | undefined {
  for (let start = 0; start < pattern.length; start += 1) {
    if (pattern[start] === "\\") start += 1;
    else if (pattern[start] === "{") {
      const group = alternativesOf(pattern, start);
      if (!group) return undefined;
      const [before, after] = [pattern.slice(0, start), pattern.slice(group.end + 1)];
      return group.alternatives.map((alternative) => before + alternative + after);
    }
  }
  return undefined;
}

function alternativesOf(
  pattern: string,
  start: number,
): { readonly alternatives: readonly string[]; readonly end: number } | undefined {
  const alternatives: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "," && depth === 1) {
      alternatives.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return { alternatives: [...alternatives, pattern.slice(from, at)], end: at };
    }
  }
  return undefined;
}
