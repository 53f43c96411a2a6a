import { RE2JS, RE2JSException } from "re2js";
import { MAX_LINE_CHARACTERS } from "../limits.ts";
import { cutTo } from "./line-window.ts";
import { refuse } from "./outcome.ts";

/** One line of a search's result. */
export interface FoundLine {
  readonly type: "match" | "context";
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Says whether a line, without its end, matches. */
export interface LineTest {
  readonly matches: (line: string) => boolean;
  /** A text without it has no matching line; `undefined` when nothing can be said beforehand. */
  readonly literal: string | undefined;
}

const MAX_PATTERN_CHARACTERS = 2_000;

/** Compiles a pattern: an engine that takes time in proportion to the text, whatever the pattern. */
export function compileLineTest(
  pattern: string,
  { isLiteral, ignoresCase }: { readonly isLiteral: boolean; readonly ignoresCase: boolean },
): LineTest {
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    refuse(`pattern is over ${MAX_PATTERN_CHARACTERS} characters long; search for a part of it.`);
  }
  if (isLiteral && /[\r\n]/.test(pattern)) {
    refuse("pattern holds a line end, but lines are searched one by one; search for one line.");
  }
  if (!ignoresCase && (isLiteral || !/[\\^$.|?*+()[\]{}\r\n]/.test(pattern))) {
    return { matches: (line) => line.includes(pattern), literal: pattern };
  }
  const source = isLiteral ? RE2JS.quote(pattern) : pattern;
  try {
    const expression = RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { matches: (line) => expression.test(line), literal: undefined };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(
      `pattern is no regular expression of RE2's syntax: ${error.message}. Look-around and ` +
        "back-references are not known; literal: true searches for the text as it is.",
    );
  }
}

/** Lines longer than this are matched by their beginning: they are data, and never held whole. */
const MAX_MATCHED_CHARACTERS = 1_048_576;

export interface LineSearchOptions {
  readonly path: string;
  readonly test: LineTest;
  /** Lines before and after each match. */
  readonly context: number;
  /** Takes a found line; false when no more are wanted. */
  readonly take: (line: FoundLine) => boolean;
}

/** Looks for matching lines in a text that comes in pieces. */
export class LineSearch {
  /** True once no more lines are wanted. */
  isFull = false;
  readonly #options: LineSearchOptions;
  #line = 1;
  #partial = "";
  #before: string[] = [];
  #contextLeft = 0;

  constructor(options: LineSearchOptions) {
    this.#options = options;
  }

  push(text: string): void {
    let position = 0;
    while (!this.isFull) {
      const newline = text.indexOf("\n", position);
      const end = newline === -1 ? text.length : newline;
      const room = MAX_MATCHED_CHARACTERS - this.#partial.length;
      this.#partial += text.slice(position, Math.min(end, position + room));
      if (newline === -1) return;
      this.#endLine();
      position = newline + 1;
    }
  }

  /** The text is over: a last line without a line end is a line too. */
  end(): void {
    if (this.#partial !== "" && !this.isFull) this.#endLine();
  }

  #endLine(): void {
    const whole = this.#partial;
    const bare = this.#line === 1 && whole.startsWith("\ufeff") ? whole.slice(1) : whole;
    const text = bare.endsWith("\r") ? bare.slice(0, -1) : bare;
    this.#partial = "";
    this.#see(text);
    this.#line += 1;
  }

  #see(text: string): void {
    const { context, test } = this.#options;
    if (test.matches(text)) {
      for (const [index, earlier] of this.#before.entries()) {
        this.#give("context", this.#line - this.#before.length + index, earlier);
      }
      this.#before = [];
      this.#give("match", this.#line, text);
      this.#contextLeft = context;
    } else if (this.#contextLeft > 0) {
      this.#contextLeft -= 1;
      this.#give("context", this.#line, text);
    } else if (context > 0) {
      this.#before.push(cutLine(text));
      if (this.#before.length > context) this.#before.shift();
    }
  }

  #give(type: FoundLine["type"], line: number, text: string): void {
    if (this.isFull) return;
    this.isFull = !this.#options.take({
      type,
      path: this.#options.path,
      line,
      text: cutLine(text),
    });
  }
}

/** Only the beginning of a long line, which says so. */
function cutLine(text: string): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const kept = cutTo(text, MAX_LINE_CHARACTERS);
  return `${kept} [cut: ${text.length - kept.length} more characters]`;
}
