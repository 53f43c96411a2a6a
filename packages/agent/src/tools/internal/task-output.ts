import { isHighSurrogate, isLowSurrogate } from "./line-window.ts";

/** A part of an output. */
export interface OutputPart {
  readonly text: string;
  /** Where the next part begins, in UTF-16 units from the very beginning of the output. */
  readonly nextOffset: number;
  /** Units from where the part was asked for that are no longer kept; 0 but for a long output. */
  readonly dropped: number;
}

/** Small enough that dropping one hardly matters, large enough that there are few of them. */
const BLOCK_CHARACTERS = 16_384;

/**
 * The output of a background task, read by offset. Of what is over the limit the oldest is dropped.
 * No part ever begins or ends inside a surrogate pair, so that one after the other they are the
 * output.
 */
export class TaskOutput {
  readonly #maxCharacters: number;
  #blocks: string[] = [];
  /** Offset of the first block. */
  #start = 0;
  #length = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** UTF-16 units that there were so far. */
  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#length += text.length;
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.length < BLOCK_CHARACTERS) {
      this.#blocks[this.#blocks.length - 1] = last + text;
    } else if (text !== "") {
      this.#blocks.push(text);
    }
    this.#drop();
  }

  /** At most `limit` units from `offset`: one more where that would otherwise split a pair. */
  read(offset: number, limit: number): OutputPart {
    const wanted = Math.min(offset, this.#length);
    const first = Math.max(wanted, this.#start);
    const kept = this.#slice(first - 1, first + limit + 1);
    const lead = first > this.#start ? 1 : 0;
    const from = lead === 1 && splits(kept, 1) ? 0 : lead;
    const end = Math.min(lead + limit, kept.length);
    const to = splits(kept, end) ? end - 1 : end;
    // A limit of 1 before a pair has to go on all the same.
    const text = kept.slice(from, to > from ? to : Math.min(end + 1, kept.length));
    const begin = first - lead + from;
    return { text, nextOffset: begin + text.length, dropped: Math.max(0, begin - wanted) };
  }

  /** The units kept between two offsets. */
  #slice(from: number, to: number): string {
    let at = this.#start;
    let text = "";
    for (const block of this.#blocks) {
      if (at >= to) break;
      if (at + block.length > from) text += block.slice(Math.max(0, from - at), to - at);
      at += block.length;
    }
    return text;
  }

  #drop(): void {
    const kept = () => this.#length - this.#start;
    while (kept() > this.#maxCharacters) {
      const [first = ""] = this.#blocks;
      const over = kept() - this.#maxCharacters;
      if (first.length <= over) {
        this.#blocks.shift();
        this.#start += first.length;
      } else {
        const cut = splits(first, over) ? over + 1 : over;
        this.#blocks[0] = first.slice(cut);
        this.#start += cut;
      }
    }
  }
}

/** Whether a place in a text lies between the halves of a surrogate pair. */
function splits(text: string, at: number): boolean {
  return (
    at > 0 &&
    at < text.length &&
    isHighSurrogate(text.charCodeAt(at - 1)) &&
    isLowSurrogate(text.charCodeAt(at))
  );
}
