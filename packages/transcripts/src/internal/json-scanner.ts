/** Deeper nesting than this is taken as damage: no agent writes it, and readers recurse. */
export const MAX_JSON_DEPTH: number = 512;

/** Where the scan of a piece of text ended. */
export type ScanState =
  /** A value is complete; more text may follow it. */
  | "complete"
  /** So far a valid beginning of a value. */
  | "open"
  /** The same, cut inside a string. */
  | "open-string"
  /** Not JSON, from `position` on. */
  | "invalid";

/** What the scanner expects next inside the innermost container. */
type Expect = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end";

/** Numbers have fewer digits than this; more are damage. */
const MAX_WORD_LENGTH = 500;

const WORD = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

/** What may stand after a backslash. */
const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrtu'].map((sign) => sign.charCodeAt(0)));

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Follows the structure of one JSON value through pieces of text, so that a value over several
 * lines, several values on one line and a cut value can be told apart. It never looks back: work
 * is in proportion to the text.
 */
export class JsonScanner {
  /** Open containers, `{` or `[` by code unit, outermost first. */
  readonly #stack: number[] = [];
  #expect: Expect = "value";
  #inString = false;
  /** 1 after a backslash; 2 to 5 while digits of `\\u` are due. */
  #escape = 0;
  /** A number or literal that is being read; empty outside of one. */
  #word = "";
  #read = 0;
  #safeAt = 0;
  #safeDepth = 0;

  /** How much text was read, in UTF-16 units; after `invalid` and `complete` up to that place. */
  get position(): number {
    return this.#read;
  }

  /** Reads on until the value is complete, the text is invalid or used up. */
  feed(text: string): ScanState {
    const base = this.#read;
    let at = 0;
    while (at < text.length) {
      if (this.#inString) {
        at = this.#string(text, at, base);
        if (this.#inString) break;
      } else {
        const unit = text.charCodeAt(at);
        if (this.#word !== "") {
          if (isWord(unit) && this.#word.length < MAX_WORD_LENGTH) {
            this.#word += text[at];
            at += 1;
            continue;
          }
          this.#read = base + at;
          if (!WORD.test(this.#word)) return "invalid";
          this.#word = "";
          this.#valueEnds(this.#read);
          if (this.#stack.length === 0) return "complete";
        }
        if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) {
          this.#read = base + at;
          if (!this.#structure(unit)) return "invalid";
        }
        at += 1;
      }
      if (this.#isDone()) {
        this.#read = base + at;
        return "complete";
      }
    }
    this.#read = base + at;
    if (this.#inString) return at < text.length ? "invalid" : "open-string";
    return this.#stack.length === 0 && WORD.test(this.#word) ? "complete" : "open";
  }

  /**
   * The longest beginning of the text that holds complete values only, closed properly;
   * `undefined` when nothing of the value is complete.
   */
  repair(text: string): string | undefined {
    if (this.#safeDepth === 0) return undefined;
    return text.slice(0, this.#safeAt) + closersOf(this.#stack, this.#safeDepth);
  }

  /**
   * The text with the string that it was cut in closed, and all around it; `undefined` when what was
   * cut is a name, not a value.
   */
  closeString(text: string): string | undefined {
    if (!this.#inString || this.#expect === "colon") return undefined;
    // A cut escape is left out: at most a backslash, `u` and three digits.
    const kept = this.#escape === 0 ? text : text.slice(0, text.lastIndexOf("\\"));
    return `${kept}"${closersOf(this.#stack, this.#stack.length)}`;
  }

  #isDone(): boolean {
    return (
      this.#stack.length === 0 &&
      this.#expect === "comma-or-end" &&
      !this.#inString &&
      this.#word === ""
    );
  }

  /**
   * Reads inside a string. Returns where it goes on: after the closing quote, or, still inside, at
   * the end of the text or at a unit that can't stand in a string.
   */
  #string(text: string, from: number, base: number): number {
    let at = from;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (this.#escape > 0) {
        if (!this.#escapes(unit)) return at;
      } else if (unit === QUOTE) {
        this.#inString = false;
        if (this.#expect !== "colon") this.#valueEnds(base + at + 1);
        return at + 1;
      } else if (unit === BACKSLASH) {
        this.#escape = 1;
      } else if (unit < 0x20) {
        return at;
      } else {
        at = plainUntil(text, at + 1);
        continue;
      }
      at += 1;
    }
    return at;
  }

  /** One unit of an escape; whether it may stand there. */
  #escapes(unit: number): boolean {
    if (this.#escape === 1) {
      this.#escape = unit === 0x75 ? 2 : 0;
      return ESCAPES.has(unit);
    }
    this.#escape = this.#escape === 5 ? 0 : this.#escape + 1;
    return isHex(unit);
  }

  #structure(unit: number): boolean {
    switch (unit) {
      case QUOTE:
        return this.#opensString();
      case OPEN_BRACE:
        return this.#opens(unit, "key-or-end");
      case OPEN_BRACKET:
        return this.#opens(unit, "value-or-end");
      case CLOSE_BRACE:
        return this.#closes(OPEN_BRACE, "key-or-end");
      case CLOSE_BRACKET:
        return this.#closes(OPEN_BRACKET, "value-or-end");
      case 0x3a:
        if (this.#expect !== "colon") return false;
        this.#expect = "value";
        return true;
      case 0x2c:
        if (this.#expect !== "comma-or-end") return false;
        this.#expect = this.#stack[this.#stack.length - 1] === OPEN_BRACE ? "key" : "value";
        return true;
      default:
        if (!this.#takesValue() || !isWord(unit)) return false;
        this.#word = String.fromCharCode(unit);
        return true;
    }
  }

  #takesValue(): boolean {
    return this.#expect === "value" || this.#expect === "value-or-end";
  }

  #opensString(): boolean {
    const isKey = this.#expect === "key" || this.#expect === "key-or-end";
    if (!isKey && !this.#takesValue()) return false;
    if (isKey) this.#expect = "colon";
    this.#inString = true;
    return true;
  }

  #opens(bracket: number, expect: Expect): boolean {
    if (!this.#takesValue() || this.#stack.length >= MAX_JSON_DEPTH) return false;
    this.#stack.push(bracket);
    this.#expect = expect;
    this.#safeAt = this.#read + 1;
    this.#safeDepth = this.#stack.length;
    return true;
  }

  #closes(bracket: number, empty: Expect): boolean {
    if (this.#stack[this.#stack.length - 1] !== bracket) return false;
    if (this.#expect !== "comma-or-end" && this.#expect !== empty) return false;
    this.#stack.pop();
    this.#valueEnds(this.#read + 1);
    return true;
  }

  #valueEnds(at: number): void {
    this.#expect = "comma-or-end";
    this.#safeAt = at;
    this.#safeDepth = this.#stack.length;
  }
}

/** What closes the outermost containers, innermost first. */
function closersOf(stack: readonly number[], depth: number): string {
  let closers = "";
  for (let at = depth - 1; at >= 0; at -= 1) closers += stack[at] === OPEN_BRACE ? "}" : "]";
  return closers;
}

/** Where a run of units that mean nothing in a string ends. The one hot loop of a scan. */
function plainUntil(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE || unit === BACKSLASH || unit < 0x20) break;
  }
  return at;
}

function isHex(unit: number): boolean {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Characters of numbers and of `true`, `false`, `null`. */
function isWord(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x2b ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x45
  );
}
