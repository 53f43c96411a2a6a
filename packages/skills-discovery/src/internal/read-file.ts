import type { FileStat, OpenedFile } from "../file-system.ts";

/** Holds most `SKILL.md` files; larger ones make the buffer grow. */
const SMALLEST_BYTES = 16_384;

/** One buffer for all files of a scan, so that no file's bytes outlive their inspection. */
export class ReadBuffer {
  #bytes: Uint8Array = new Uint8Array(0);

  /** All bytes of a file, valid until the next call; undefined where there are over `maxBytes`. */
  read(opened: OpenedFile, stat: FileStat, maxBytes: number): Uint8Array | undefined {
    if (stat.size > BigInt(maxBytes)) return undefined;
    const expected = Number(stat.size);
    this.#grow(expected + 1, 0);
    let length = 0;
    for (;;) {
      const count = opened.read(this.#bytes.subarray(length), length);
      length += count;
      if (length > maxBytes) return undefined;
      // A file of the size that it had needs no further call to tell its end.
      if (count === 0 || (length === expected && expected > 0)) break;
      if (length === this.#bytes.length) this.#grow(length * 2, length);
    }
    return this.#bytes.subarray(0, length);
  }

  #grow(capacity: number, kept: number): void {
    if (this.#bytes.length >= capacity) return;
    const larger = new Uint8Array(Math.max(capacity, this.#bytes.length * 2, SMALLEST_BYTES));
    larger.set(this.#bytes.subarray(0, kept));
    this.#bytes = larger;
  }
}
