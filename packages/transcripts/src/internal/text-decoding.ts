/** Bytes over this are decoded piece by piece, so that one large buffer is not doubled as text. */
const PIECE_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * Decodes bytes to text: UTF-8, or UTF-16 where the byte order mark says so (some shells write
 * redirected output that way). Bytes that are no text become U+FFFD. Strings pass through.
 */
export class TextDecoding {
  readonly #sink: (text: string) => void;
  readonly #isSkipping: () => boolean;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #head: Uint8Array | undefined;

  /** While `isSkipping`, bytes before the next line feed are dropped and not decoded. */
  constructor(sink: (text: string) => void, isSkipping: () => boolean = () => false) {
    this.#sink = sink;
    this.#isSkipping = isSkipping;
  }

  push(piece: string | Uint8Array): void {
    if (typeof piece === "string") {
      this.finish();
      if (piece.length > 0) this.#sink(piece);
      return;
    }
    let bytes = piece;
    if (this.#head !== undefined) {
      bytes = new Uint8Array(this.#head.length + piece.length);
      bytes.set(this.#head);
      bytes.set(piece, this.#head.length);
      this.#head = undefined;
    }
    if (this.#decoder === undefined) {
      if (bytes.length === 0) return;
      if (bytes.length < 2) {
        this.#head = bytes.slice();
        return;
      }
      this.#decoder = decoderOf(bytes);
    }
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      if (this.#decoder.encoding === "utf-8" && this.#isSkipping()) {
        from = bytes.indexOf(LINE_FEED, from);
        if (from < 0) return;
      }
      const text = this.#decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: true });
      if (text.length > 0) this.#sink(text);
    }
  }

  finish(): void {
    if (this.#head !== undefined) {
      this.#decoder = new TextDecoder();
      const head = this.#head;
      this.#head = undefined;
      this.#sink(this.#decoder.decode(head, { stream: true }));
    }
    const rest = this.#decoder?.decode();
    if (rest !== undefined && rest.length > 0) this.#sink(rest);
  }
}

function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder();
}
