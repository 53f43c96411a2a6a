/** One place of a pattern for a single name: `*` is `undefined`, else a test of one code point. */
type Token = ((character: string) => boolean) | undefined;

/** Says whether a name, without `/`, matches. */
export type SegmentMatcher = (name: string) => boolean;

const NEVER: SegmentMatcher = () => false;

/**
 * A matcher for one segment of a pattern: `*`, `?`, `[a-z]`, `[!a-z]`, `[[:alpha:]]` and `\` before
 * a character. What git calls an invalid pattern never matches. Takes at most time in proportion to
 * the product of both lengths, whatever the pattern.
 */
export function compileSegment(pattern: string): SegmentMatcher {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const suffix = pattern.slice(1);
  if (pattern.startsWith("*") && !/[*?[\\]/.test(suffix)) return (name) => name.endsWith(suffix);
  const tokens = tokensOf([...pattern]);
  return tokens ? (name) => matches(tokens, [...name]) : NEVER;
}

function tokensOf(characters: readonly string[]): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === "*") {
      if (tokens.length === 0 || tokens.at(-1)) tokens.push(undefined);
    } else if (character === "?") {
      tokens.push(() => true);
    } else if (character === "[") {
      const set = readClass(characters, at + 1);
      if (!set) return undefined;
      tokens.push(set.test);
      at = set.end;
    } else {
      if (character === "\\") at += 1;
      const wanted = characters[at];
      if (wanted === undefined) return undefined;
      tokens.push((candidate) => candidate === wanted);
    }
  }
  return tokens;
}

/** After a failure only the last `*` can take more: what came before it matched as early as it can. */
function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const test = tokens[token];
    if (token < tokens.length && test === undefined) {
      star = token;
      starAt = at;
      token += 1;
    } else if (test?.(name[at] as string)) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      token = star + 1;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((test) => test === undefined);
}

interface CharacterClass {
  readonly test: (character: string) => boolean;
  /** Index of the closing bracket. */
  readonly end: number;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

function readClass(characters: readonly string[], start: number): CharacterClass | undefined {
  let at = start;
  const isNegated = characters[at] === "!" || characters[at] === "^";
  if (isNegated) at += 1;
  const tests: ((character: string) => boolean)[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const item = readItem(characters, at, isFirst);
    if (!item) return undefined;
    if (!item.test) {
      const test = (character: string): boolean =>
        tests.some((one) => one(character)) !== isNegated;
      return { test, end: at };
    }
    tests.push(item.test);
    at = item.next;
  }
}

interface ClassItem {
  /** Absent for the closing bracket. */
  readonly test?: (character: string) => boolean;
  readonly next: number;
}

function readItem(
  characters: readonly string[],
  start: number,
  isFirst: boolean,
): ClassItem | undefined {
  if (characters[start] === "]" && !isFirst) return { next: start };
  if (characters[start] === "[" && characters[start + 1] === ":") {
    const end = characters.indexOf(":", start + 2);
    const named = NAMED[characters.slice(start + 2, end).join("")];
    if (end === -1 || characters[end + 1] !== "]" || !named) return undefined;
    return { test: (character) => named.test(character), next: end + 2 };
  }
  const low = readCharacter(characters, start);
  if (!low) return undefined;
  const isRange = characters[low.next] === "-" && characters[low.next + 1] !== "]";
  const high = isRange ? readCharacter(characters, low.next + 1) : low;
  if (!high) return undefined;
  const [from, to] = [codeOf(low.character), codeOf(high.character)];
  return {
    test: (character) => codeOf(character) >= from && codeOf(character) <= to,
    next: high.next,
  };
}

function readCharacter(
  characters: readonly string[],
  start: number,
): { readonly character: string; readonly next: number } | undefined {
  const at = characters[start] === "\\" ? start + 1 : start;
  const character = characters[at];
  return character === undefined ? undefined : { character, next: at + 1 };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? -1;
}
