import type { Message, Part, ToolCall } from "../../message.ts";

/** Where in a request the text of a result stands. */
export interface Place {
  /** The way from the request to the value that holds the text. */
  readonly path: readonly (string | number)[];
  /** The value that takes its place. Nothing that it is given is changed. */
  readonly replace: (value: unknown, stub: string) => unknown;
}

/** A result as a request holds it. */
export interface DraftedResult {
  readonly callId: string;
  readonly content: string | readonly Part[];
  readonly isError: boolean;
  readonly place: Place;
}

/** What a request says, in canonical form, and where its results stand. */
export interface Drafted {
  readonly history: readonly Message[];
  /** By position in the history. */
  readonly places: ReadonlyMap<number, Place>;
}

/**
 * Puts what a request says into canonical order: the results of a turn come before what the user
 * said in it.
 */
export class Draft {
  readonly #history: Message[] = [];
  readonly #places = new Map<number, Place>();
  #results: DraftedResult[] = [];
  #rest: Message[] = [];
  #attached: Part[] = [];

  /** Top-level instructions, which stand before everything else. */
  instructions(text: string): void {
    this.#history.unshift({ role: "system", text });
  }

  system(text: string): void {
    this.#rest.push({ role: "system", text });
  }

  user(text: string, kind?: "checkpoint"): void {
    this.#rest.push(kind ? { role: "user", text, kind } : { role: "user", text });
  }

  assistant(text: string, calls: readonly ToolCall[]): void {
    this.#endTurn();
    this.#history.push({ role: "assistant", text, ...(calls.length > 0 ? { calls } : {}) });
  }

  result(result: DraftedResult): void {
    this.#results.push(result);
  }

  /**
   * The results since the last assistant message also show these, which stand elsewhere. Of several
   * results nobody can tell whose they are: the last one gets them, and all count as having some.
   */
  attach(parts: readonly Part[]): void {
    for (const part of parts) this.#attached.push(part);
  }

  /** Whether a tool has answered since the last assistant message, and nobody else spoke since. */
  get endsWithResult(): boolean {
    return this.#results.length > 0 && this.#rest.length === 0;
  }

  finish(): Drafted {
    this.#endTurn();
    return { history: this.#history, places: this.#places };
  }

  #endTurn(): void {
    const attached = this.#attached.slice(0, 1);
    for (const [index, result] of this.#results.entries()) {
      const isLast = index === this.#results.length - 1;
      const { callId, content, isError, place } = withParts(
        result,
        isLast ? this.#attached : attached,
      );
      this.#places.set(this.#history.length, place);
      this.#history.push({ role: "tool", callId, content, ...(isError ? { isError } : {}) });
    }
    for (const message of this.#rest) this.#history.push(message);
    this.#results = [];
    this.#rest = [];
    this.#attached = [];
  }
}

/** The result with parts that stand beside it. */
export function withParts(result: DraftedResult, parts: readonly Part[]): DraftedResult {
  if (parts.length === 0) return result;
  const { content } = result;
  const own: readonly Part[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { ...result, content: [...own, ...parts] };
}
