import { TranscriptsError } from "../errors.ts";
import { shownType } from "./diagnostics.ts";
import type { Format, FormatReader, RecordEntry } from "./format.ts";
import { FORMATS } from "./formats.ts";
import { isObject } from "./json.ts";
import type { SessionBuilder } from "./session-builder.ts";

/** So many records are held back until one of them shows the format; then the likeliest is taken. */
const MAX_HELD = 1000;

/** And so much text of them, in UTF-16 units: what is held is held twice as values. */
const MAX_HELD_LENGTH = 16 * 1024 * 1024;

/** Field names of this many unknown records are shown when no format is found. */
const MAX_SHOWN_FIELDS = 12;

/** What a source held, for the error that says that it is in no known format. */
export interface SeenSource {
  readonly lines: number;
  readonly records: number;
  /** What was skipped because it is longer than a limit, as parts of a sentence. */
  readonly overLimits: readonly string[];
}

/** Finds out by content which format records are in, and hands them to its reader. */
export class FormatDetector {
  readonly #session: SessionBuilder;
  readonly #scores: Map<Format, number> = new Map();
  #held: RecordEntry[] = [];
  #heldLength = 0;
  #reader: FormatReader | undefined;
  #format: Format | undefined;
  readonly #fields: Set<string> = new Set();

  constructor(session: SessionBuilder) {
    this.#session = session;
  }

  push(entry: RecordEntry): void {
    if (this.#reader !== undefined) {
      this.#reader.push(entry);
      return;
    }
    this.#held.push(entry);
    this.#heldLength += entry.length;
    this.#look(entry.value);
    if (this.#reader === undefined && this.#isFull()) this.#choose();
  }

  /** Ends reading. Throws when no format was recognised. */
  finish(seen: SeenSource): Format {
    if (this.#reader === undefined) this.#choose();
    if (this.#reader === undefined || this.#format === undefined) {
      throw new TranscriptsError("unknown_format", this.#unknown(seen));
    }
    this.#reader.finish();
    return this.#format;
  }

  #look(value: unknown): void {
    for (const format of FORMATS) {
      const match = format.matches(value);
      if (match === 2) {
        this.#open(format);
        return;
      }
      if (match === 1) this.#scores.set(format, (this.#scores.get(format) ?? 0) + 1);
    }
    if (!isObject(value)) return;
    for (const field of Object.keys(value)) {
      if (this.#fields.size >= MAX_SHOWN_FIELDS) break;
      const shown = shownType(field);
      if (shown !== "?") this.#fields.add(shown);
    }
  }

  /** Takes the format with most matches; without any, forgets records that nothing can read. */
  #choose(): void {
    let best: Format | undefined;
    for (const [format, score] of this.#scores) {
      if (best === undefined || score > (this.#scores.get(best) ?? 0)) best = format;
    }
    if (best !== undefined) {
      this.#open(best);
      return;
    }
    const first = this.#held[0];
    if (first !== undefined && this.#isFull()) {
      this.#session.diagnose(
        "record.unknown",
        "warning",
        first.line,
        `${this.#held.length} records from here on are in no known format; they were skipped.`,
      );
    }
    this.#held = [];
    this.#heldLength = 0;
  }

  #isFull(): boolean {
    return this.#held.length >= MAX_HELD || this.#heldLength >= MAX_HELD_LENGTH;
  }

  #open(format: Format): void {
    this.#format = format;
    const reader = format.open(this.#session);
    this.#reader = reader;
    const held = this.#held;
    this.#held = [];
    for (const entry of held) reader.push(entry);
  }

  #unknown({ lines, records, overLimits }: SeenSource): string {
    const known = FORMATS.map((format) => format.label).join(", ");
    const seen =
      lines === 0
        ? "the source is empty"
        : `${lines} line${lines === 1 ? "" : "s"}, ${records} of JSON`;
    const fields = [...this.#fields].sort().join(", ");
    const shown = fields === "" ? "" : `, with the fields ${fields}`;
    const skipped = overLimits.map((what) => `; ${what}`).join("");
    return `This is no known session format. Seen: ${seen}${shown}${skipped}. Known: ${known}.`;
  }
}
