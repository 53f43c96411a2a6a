import { isHighSurrogate, isLowSurrogate } from "./line-window.ts";

/**
 * Keeps the beginning and the end of an output that may be of any length. What is left out in
 * between is said where it was.
 */
export class BoundedText {
  readonly #maxHead: number;
  readonly #maxTail: number;
  #head = "";
  #tail: string[] = [];
  #tailLength = 0;
  #length = 0;

  constructor(maxCharacters: number) {
    this.#maxHead = Math.ceil(maxCharacters / 2);
    this.#maxTail = maxCharacters - this.#maxHead;
  }

  get isCut(): boolean {
    return this.#length > this.#maxHead + this.#maxTail;
  }

  append(text: string): void {
    this.#length += text.length;
    const room = this.#maxHead - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = text.slice(room);
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    // Twice as much may gather, so that each unit is copied once or twice and not at every append.
    if (this.#tailLength > 2 * this.#maxTail) this.#shorten();
  }

  text(): string {
    this.#shorten();
    if (!this.isCut) return this.#head + this.#tail.join("");
    const head = isHighSurrogate(this.#head.charCodeAt(this.#head.length - 1))
      ? this.#head.slice(0, -1)
      : this.#head;
    const joined = this.#tail.join("");
    const tail = isLowSurrogate(joined.charCodeAt(0)) ? joined.slice(1) : joined;
    const left = this.#length - head.length - tail.length;
    return `${head}\n[... ${left} characters left out ...]\n${tail}`;
  }

  #shorten(): void {
    if (this.#tailLength <= this.#maxTail) return;
    const joined = this.#tail.join("");
    const kept = joined.slice(joined.length - this.#maxTail);
    this.#tail = [kept];
    this.#tailLength = kept.length;
  }
}
