import { shownType } from "./diagnostics.ts";
import type { SessionBuilder } from "./session-builder.ts";

/** So many types are named; a file of random types must not fill the memory. */
const MAX_TYPES = 50;

/** Reports record types that a format does not know: each of them once. */
export class UnknownRecords {
  readonly #session: SessionBuilder;
  readonly #seen = new Set<string>();

  constructor(session: SessionBuilder) {
    this.#session = session;
  }

  add(type: unknown, line: number): void {
    const shown = shownType(type);
    if (this.#seen.has(shown) || this.#seen.size >= MAX_TYPES) return;
    this.#seen.add(shown);
    this.#session.diagnose(
      "record.unknown",
      "information",
      line,
      `records of type ${shown} are not known; they are skipped, here first.`,
    );
  }

  /** A record whose type is known and whose fields are not what they should be. */
  malformed(line: number, what: string): void {
    this.#session.diagnose("record.malformed", "error", line, `${what}; the record is skipped.`);
  }
}
