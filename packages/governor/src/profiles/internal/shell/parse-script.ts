/** A word of a command, without its quotes. */
export interface Word {
  readonly text: string;
  /** It is exactly this text; otherwise the shell may put something else in its place (a glob). */
  readonly isPlain: boolean;
}

/** A command: its name and arguments. */
export type Command = readonly Word[];

/** Commands that are joined by pipes, and how the script goes on after them. */
export interface Pipeline {
  readonly commands: readonly Command[];
  readonly next: "&&" | ";" | undefined;
}

/** Whatever stands for something that can't be known from the script alone. */
const EXPANSION_AFTER_DOLLAR = /[A-Za-z0-9_({@*#?$!'"[-]/;
const ENDS_WORD = " \t\n;&|<>";
const NULL_DEVICE = "/dev/null";

/**
 * Splits a script into commands, as far as it is nothing but words, pipes, `&&`, `;` and line ends.
 * `undefined` for all else: variables, substitutions, redirections to files, here documents,
 * groups, jobs, `||`. What can't be told for certain is not understood.
 */
export function parseScript(script: string): readonly Pipeline[] | undefined {
  const parser = new ScriptParser(script);
  return parser.run() ? parser.pipelines : undefined;
}

class ScriptParser {
  readonly pipelines: Pipeline[] = [];
  readonly #script: string;
  #at = 0;
  #commands: Command[] = [];
  #words: Word[] = [];
  /** The word that is being read, if there is one. */
  #word: { text: string; isPlain: boolean; isQuoted: boolean } | undefined;

  constructor(script: string) {
    this.#script = script;
  }

  run(): boolean {
    while (this.#at < this.#script.length) {
      if (!this.#step(this.#script[this.#at] as string)) return false;
    }
    this.#endWord();
    const isComplete = this.#words.length > 0 || this.#commands.length === 0;
    if (!isComplete || (this.pipelines.at(-1)?.next === "&&" && this.#words.length === 0))
      return false;
    if (this.#words.length > 0) this.#endPipeline(undefined);
    return true;
  }

  #step(unit: string): boolean {
    switch (unit) {
      case " ":
      case "\t":
        this.#endWord();
        return this.#skip(1);
      case "\\":
        return this.#escape();
      case "'":
        return this.#single();
      case '"':
        return this.#double();
      case "\n":
      case ";":
        return this.#separator(unit);
      case "|":
        return this.#pipe();
      case "&":
        return this.#ampersand();
      case ">":
      case "<":
        return this.#redirection(unit);
      case "#":
        return this.#word ? this.#add(unit) : this.#comment();
      default:
        return this.#plain(unit);
    }
  }

  /** A character without quotes. */
  #plain(unit: string): boolean {
    if (unit === "`" || unit === "(" || unit === ")" || isControl(unit)) return false;
    if (unit === "$" && EXPANSION_AFTER_DOLLAR.test(this.#script[this.#at + 1] ?? "")) return false;
    if ("*?[{}".includes(unit)) return this.#add(unit, false);
    if (unit === "~" && !this.#word) {
      const next = this.#script[this.#at + 1];
      return this.#add(unit, next === undefined || next === "/" || ENDS_WORD.includes(next));
    }
    return this.#add(unit);
  }

  #escape(): boolean {
    const next = this.#script[this.#at + 1];
    // Before a letter it has no use here: this is a path of Windows, and another shell.
    if (next === undefined || /[A-Za-z0-9\r]/.test(next)) return false;
    if (next === "\n") return this.#skip(2);
    this.#append(next, true, true);
    return this.#skip(2);
  }

  #single(): boolean {
    const end = this.#script.indexOf("'", this.#at + 1);
    if (end === -1) return false;
    this.#append(this.#script.slice(this.#at + 1, end), true, true);
    this.#at = end + 1;
    return true;
  }

  #double(): boolean {
    let text = "";
    let at = this.#at + 1;
    for (; ; at += 1) {
      const unit = this.#script[at];
      const next = this.#script[at + 1] ?? "";
      if (unit === undefined || unit === "`") return false;
      if (unit === '"') break;
      // Before a closing quote a dollar is only a dollar.
      if (unit === "$" && next !== '"' && EXPANSION_AFTER_DOLLAR.test(next)) return false;
      if (unit === "\\" && '$`"\\\n'.includes(next) && next !== "") {
        if (next !== "\n") text += next;
        at += 1;
      } else {
        text += unit;
      }
    }
    this.#append(text, true, true);
    this.#at = at + 1;
    return true;
  }

  #separator(unit: string): boolean {
    this.#endWord();
    const isBlank = this.#words.length === 0;
    // A line end continues what a pipe or `&&` left open, and may stand alone.
    if (isBlank) return unit === "\n" && this.#skip(1);
    this.#endPipeline(";");
    return this.#skip(1);
  }

  #pipe(): boolean {
    const next = this.#script[this.#at + 1];
    this.#endWord();
    if (next === "|" || next === "&" || this.#words.length === 0) return false;
    this.#endCommand();
    return this.#skip(1);
  }

  #ampersand(): boolean {
    const next = this.#script[this.#at + 1];
    if (next === ">") {
      this.#endWord();
      this.#at += 1;
      return this.#redirection(">");
    }
    this.#endWord();
    if (next !== "&" || this.#words.length === 0) return false;
    this.#endPipeline("&&");
    return this.#skip(2);
  }

  /** Only what goes nowhere: to or from the null device, or from one output to another. */
  #redirection(unit: string): boolean {
    const { text, isQuoted } = this.#word ?? { text: "", isQuoted: true };
    if (!isQuoted && /^\d+$/.test(text)) this.#word = undefined;
    this.#endWord();
    this.#at += 1;
    if (unit === ">" && this.#script[this.#at] === "&") {
      const digits = /^\d+(?![^\s;&|<>])/.exec(this.#script.slice(this.#at + 1, this.#at + 5));
      return digits !== null && this.#skip(1 + digits[0].length);
    }
    if (unit === ">" && this.#script[this.#at] === ">") this.#at += 1;
    while (this.#script[this.#at] === " " || this.#script[this.#at] === "\t") this.#at += 1;
    if (!this.#script.startsWith(NULL_DEVICE, this.#at)) return false;
    const after = this.#script[this.#at + NULL_DEVICE.length];
    const isWhole = after === undefined || ENDS_WORD.includes(after);
    return isWhole && this.#skip(NULL_DEVICE.length);
  }

  #comment(): boolean {
    const end = this.#script.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#script.length : end;
    return true;
  }

  #add(unit: string, isPlain = true): boolean {
    this.#append(unit, isPlain, false);
    return this.#skip(1);
  }

  #append(text: string, isPlain: boolean, isQuoted: boolean): void {
    // A quoted tilde is a tilde, and would look like the home directory.
    const isTilde = isQuoted && !this.#word && text.startsWith("~");
    this.#word ??= { text: "", isPlain: true, isQuoted: false };
    this.#word.text += text;
    this.#word.isPlain &&= isPlain && !isTilde;
    this.#word.isQuoted ||= isQuoted;
  }

  #skip(units: number): true {
    this.#at += units;
    return true;
  }

  #endWord(): void {
    if (this.#word) this.#words.push({ text: this.#word.text, isPlain: this.#word.isPlain });
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#commands.push(this.#words);
    this.#words = [];
  }

  #endPipeline(next: Pipeline["next"]): void {
    this.#endCommand();
    this.pipelines.push({ commands: this.#commands, next });
    this.#commands = [];
  }
}

function isControl(unit: string): boolean {
  return unit < " " || unit === "\u007f";
}
