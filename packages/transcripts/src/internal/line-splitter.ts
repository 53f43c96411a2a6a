/** Takes the lines of a text as they become complete. */
export interface LineSink {
  /** One line without its line feed; `isLast` when the text ended instead. */
  line(text: string, number: number, isLast: boolean): void;
  /** A line that was too long to be kept. */
  tooLong(number: number): void;
}

/**
 * Splits text that comes in pieces, on line feeds only: U+2028, U+2029, U+0085 and lone carriage
 * returns are characters of a line. A line over the limit is dropped as it comes.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  #pending: string[] = [];
  #pendingBytes = 0;
  #skipping = false;
  #number = 1;

  constructor(sink: LineSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Whether a line is going by that is too long: all up to the next line feed is dropped. */
  get isSkipping(): boolean {
    return this.#skipping;
  }

  /** Drops the line that is going by, however long it gets. */
  skip(): void {
    this.#skipping = true;
    this.#pending = [];
  }

  push(text: string): void {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#end(text.slice(from, end), false);
      from = end + 1;
    }
    if (from < text.length) this.#keep(from === 0 ? text : text.slice(from));
  }

  finish(): void {
    if (this.#skipping || this.#pending.length > 0) this.#end("", true);
  }

  #keep(rest: string): void {
    if (this.#skipping) return;
    this.#pendingBytes += utf8Length(rest);
    if (this.#pendingBytes > this.#maxBytes) {
      this.skip();
      return;
    }
    this.#pending.push(rest);
  }

  #end(rest: string, isLast: boolean): void {
    const number = this.#number;
    this.#number += 1;
    const pending = this.#pending;
    const skipped = this.#skipping || this.#isTooLong(rest);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#skipping = false;
    if (skipped) this.#sink.tooLong(number);
    else this.#sink.line(pending.length === 0 ? rest : pending.join("") + rest, number, isLast);
  }

  #isTooLong(rest: string): boolean {
    if (this.#pendingBytes + rest.length * 3 <= this.#maxBytes) return false;
    return this.#pendingBytes + utf8Length(rest) > this.#maxBytes;
  }
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate is half of four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
