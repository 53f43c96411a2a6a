import type { LineSplitter } from "./line-splitter.ts";

/**
 * Bytes that are decoded at once, up to the end of a line. A character beyond Latin-1 makes the
 * whole text of its block two bytes wide, which is slower to decode and to parse: in blocks of this
 * size most text of a session stays narrow, and the cost of a call is nothing yet.
 */
const BLOCK_BYTES = 16 * 1024;

const LINE_FEED = 0x0a;

/**
 * Decodes bytes to text for the splitter of lines: UTF-8, or UTF-16 where the byte order mark says
 * so (some shells write redirected output that way). Bytes that are no text become U+FFFD. Only
 * whole lines are decoded, which is several times as fast as decoding a stream; what goes beyond
 * the longest line that is read is not decoded at all.
 */
export class TextDecoding {
  readonly #lines: LineSplitter;
  readonly #maxLineBytes: number;
  readonly #whole: Utf = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Decodes a stream of UTF-16; `null` while the first bytes are missing, else UTF-8. */
  #utf16: Utf | null | undefined = null;
  /** Bytes of a line that is not complete. */
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  constructor(lines: LineSplitter, maxLineBytes: number) {
    this.#lines = lines;
    this.#maxLineBytes = maxLineBytes;
  }

  push(piece: string | Uint8Array): void {
    if (typeof piece === "string") {
      this.#flush();
      this.#lines.push(piece);
      return;
    }
    if (this.#utf16 === null && !this.#begin(piece)) return;
    if (this.#utf16) this.#lines.push(this.#utf16.decode(piece, { stream: true }));
    else this.#bytes(piece);
  }

  finish(): void {
    this.#flush();
    if (this.#utf16) this.#lines.push(this.#utf16.decode());
  }

  /** Looks at the first two bytes; whether the piece still has to be read. */
  #begin(piece: Uint8Array): boolean {
    const first = joined(this.#rest, piece);
    if (first.length < 2) {
      this.#keep(piece);
      return false;
    }
    const mark = (first[0] ?? 0) * 256 + (first[1] ?? 0);
    this.#utf16 =
      mark === 0xfffe
        ? new TextDecoder("utf-16le")
        : mark === 0xfeff
          ? new TextDecoder("utf-16be")
          : undefined;
    if (this.#utf16 && this.#rest.length > 0) {
      for (const bytes of this.#rest) this.#lines.push(this.#utf16.decode(bytes, { stream: true }));
      this.#drop();
    }
    return true;
  }

  #bytes(piece: Uint8Array): void {
    let from = 0;
    if (this.#rest.length > 0 || this.#lines.isSkipping) {
      from = piece.indexOf(LINE_FEED) + 1;
      if (from === 0) {
        this.#keep(piece);
        return;
      }
      this.#rest.push(piece.subarray(0, from));
      this.#flush();
    }
    while (from < piece.length) {
      const end = piece.indexOf(LINE_FEED, Math.min(from + BLOCK_BYTES, piece.length)) + 1;
      const block = piece.subarray(from, end === 0 ? piece.lastIndexOf(LINE_FEED) + 1 : end);
      if (block.length === 0) {
        this.#keep(piece.subarray(from));
        return;
      }
      this.#text(block);
      from += block.length;
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#lines.isSkipping) return;
    this.#restBytes += bytes.length;
    if (this.#restBytes > this.#maxLineBytes) {
      this.#drop();
      this.#lines.skip();
    } else {
      this.#rest.push(bytes.slice());
    }
  }

  #text(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#lines.push(this.#whole.decode(bytes));
  }

  #flush(): void {
    if (this.#rest.length === 0) return;
    const rest = joined(this.#rest, new Uint8Array(0));
    this.#drop();
    this.#text(rest);
  }

  #drop(): void {
    this.#rest = [];
    this.#restBytes = 0;
  }
}

type Utf = InstanceType<typeof TextDecoder>;

function joined(pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  if (pieces.length === 0) return last;
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, last.length));
  let at = 0;
  for (const piece of [...pieces, last]) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
