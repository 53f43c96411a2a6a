/** Which lines are wanted, and how much of them fits. */
export interface WindowOptions {
  /** From 1. */
  readonly startLine: number;
  /** How many lines. */
  readonly limit: number;
  /** UTF-16 units. */
  readonly maxCharacters: number;
}

/**
 * Takes lines out of a text that comes in pieces. A line ends with its `\n`, which belongs to it, so
 * that the windows of a text, one after the other, are the text. What doesn't fit is left out by
 * whole lines; only a line that alone doesn't fit is cut.
 */
export class LineWindow {
  readonly #options: WindowOptions;
  /** Number of the line at the place that has been reached. */
  #line = 1;
  /** Whether that line has begun. */
  #isInLine = false;
  #content = "";
  /** Length of the content where the current line begins. */
  #lineStart = 0;
  #isFull = false;
  #cutLine: number | undefined;
  #nextStartLine: number | undefined;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** True once nothing that follows can matter. */
  get isDone(): boolean {
    return this.#nextStartLine !== undefined;
  }

  get content(): string {
    return this.#content;
  }

  /** How many lines there were so far. */
  get lines(): number {
    return this.#isInLine ? this.#line : this.#line - 1;
  }

  /** The line that was cut because it alone didn't fit. */
  get cutLine(): number | undefined {
    return this.#cutLine;
  }

  /** The first line after the content, when there is one. */
  get nextStartLine(): number | undefined {
    return this.#nextStartLine;
  }

  push(text: string): void {
    let position = 0;
    while (position < text.length && !this.isDone) {
      if (!this.#isInLine && (this.#isFull || this.#line >= this.#end)) {
        this.#nextStartLine = this.#line;
        return;
      }
      const newline = text.indexOf("\n", position);
      const end = newline === -1 ? text.length : newline + 1;
      if (this.#line >= this.#options.startLine && !this.#isFull) {
        this.#take(text.slice(position, end));
      }
      this.#isInLine = newline === -1;
      if (newline !== -1) this.#endLine();
      position = end;
    }
  }

  get #end(): number {
    return this.#options.startLine + this.#options.limit;
  }

  #endLine(): void {
    this.#line += 1;
    this.#lineStart = this.#content.length;
  }

  #take(piece: string): void {
    const { maxCharacters } = this.#options;
    if (this.#content.length + piece.length <= maxCharacters) {
      this.#content += piece;
    } else if (this.#lineStart > 0) {
      this.#content = this.#content.slice(0, this.#lineStart);
      this.#nextStartLine = this.#line;
    } else {
      this.#content = cutTo(this.#content + piece, maxCharacters);
      this.#cutLine = this.#line;
      this.#isFull = true;
    }
  }
}

/** The beginning of a text, never half of a surrogate pair. */
export function cutTo(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  return text.slice(0, isHighSurrogate(last) ? maxCharacters - 1 : maxCharacters);
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
