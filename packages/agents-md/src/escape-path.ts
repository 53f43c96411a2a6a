import { demandArgument } from "./internal/arguments.ts";

/**
 * Characters that move a cursor, end a line, reorder or hide text: controls, line and paragraph
 * separators, format characters (bidirectional ones among them), lone surrogates, and the
 * backslash that starts an escape here.
 */
const UNSAFE = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/**
 * Makes a path safe to print in a terminal, a prompt or a log: it can neither break the line nor
 * show as something that it is not. Every escape is reversible, as `\u{...}` or `\\`.
 *
 * @example
 * ```ts
 * escapePath("docs/\u202Edm.STNEGA"); // "docs/\\u{202e}dm.STNEGA"
 * ```
 *
 * @throws AgentsMdError `invalid_argument`
 */
export function escapePath(path: string): string {
  demandArgument(() => typeof path === "string", "path", path, "a string");
  return path.replace(UNSAFE, (character) =>
    character === "\\" ? "\\\\" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
