import { readSync } from "node:fs";
import { objectAtBeginning, objectOnLine } from "./head-facts.ts";
import type { JsonObject } from "./json.ts";

/**
 * Bytes of the head that are read first: most sessions show in them what they are about.
 * Instructions may stand before the user's words, so it goes on in larger pieces.
 */
const FIRST_BYTES = 16 * 1024;
const PIECE_BYTES = 48 * 1024;

/** Bytes of the head that are read at most. */
const MAX_HEAD_BYTES = 512 * 1024;

/** Bytes of the end that are looked through for an agent's own title: agents repeat it there. */
const TAIL_BYTES = 16 * 1024;

/** Lines of a tail that are looked at: more are no session of lines. */
const MAX_TAIL_LINES = 300;

/** A record says what it is within so many bytes of its line. */
const START_BYTES = 480;

/** Longer lines are read by their beginning alone: they hold files or images. */
const WHOLE_LINE_BYTES = 16 * 1024;

/** So much of a long line is read: who speaks, and the first words. */
const BEGINNING_BYTES = 640;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const STAR = 0x2a;
const OPEN_BRACE = 0x7b;

/** Buffers for all looks: these are synchronous, one after the other, and small enough to stay near. */
const PIECE: Buffer = Buffer.alloc(PIECE_BYTES);
const LINE: Buffer = Buffer.alloc(WHOLE_LINE_BYTES + 1);

/** One session's file, looked at without reading it whole. */
export interface SessionFile {
  readonly path: string;
  readonly modifiedAtMs: number;
  readonly sizeBytes: number;
  /**
   * Records on the first lines, read as they are asked for; of a long line its beginning, with what
   * it holds so far. Ends after half a megabyte. Lines that are not wanted, by their first
   * characters, are passed over unread.
   */
  records(
    isWanted?: (start: string) => boolean,
    wholeBytes?: number,
    firstBytes?: number,
  ): Iterable<JsonObject>;
  /**
   * The newest record near the end of the file whose line begins with one of the texts, in which a
   * `*` stands for anything up to the next quote.
   */
  lastRecord(
    beginnings: readonly string[],
    isWanted?: (record: JsonObject) => boolean,
  ): JsonObject | undefined;
  /** The first bytes as text; the last character may be cut. */
  beginning(bytes: number): string;
  /** The last lines as text, the newest last. */
  lastLines(count: number): readonly string[];
}

/** A look at one open file. Only one may be in use at a time. */
export class OpenFile implements SessionFile {
  readonly path: string;
  readonly modifiedAtMs: number;
  readonly sizeBytes: number;
  readonly #descriptor: number;

  constructor(descriptor: number, path: string, modifiedAtMs: number, sizeBytes: number) {
    this.#descriptor = descriptor;
    this.path = path;
    this.modifiedAtMs = modifiedAtMs;
    this.sizeBytes = sizeBytes;
  }

  *records(
    isWanted?: (start: string) => boolean,
    wholeBytes: number = WHOLE_LINE_BYTES,
    firstBytes: number = FIRST_BYTES,
  ): Iterable<JsonObject> {
    let position = 0;
    let carried = 0;
    while (position < MAX_HEAD_BYTES) {
      const length = fill(
        this.#descriptor,
        PIECE,
        position === 0 ? firstBytes : PIECE_BYTES,
        position,
      );
      position += length;
      const isEnd = length === 0 || position >= this.sizeBytes;
      let from = 0;
      for (
        let end = PIECE.indexOf(LINE_FEED);
        end >= 0 && end < length;
        end = PIECE.indexOf(LINE_FEED, from)
      ) {
        const record =
          carried > 0
            ? lineRecord(carry(carried, from, end), wholeBytes, isWanted)
            : pieceRecord(from, end, wholeBytes, isWanted);
        carried = 0;
        from = end + 1;
        if (record !== undefined) yield record;
      }
      carried = carry(carried, from, length);
      if (isEnd) break;
    }
    const last = carried > 0 ? lineRecord(carried, wholeBytes, isWanted) : undefined;
    if (last !== undefined) yield last;
  }

  lastRecord(
    beginnings: readonly string[],
    isWanted: (record: JsonObject) => boolean = () => true,
  ): JsonObject | undefined {
    let end = this.#readTail();
    for (let count = 0; count < MAX_TAIL_LINES && end > 0; count += 1) {
      const from = PIECE.lastIndexOf(LINE_FEED, end - 1) + 1;
      if (beginnings.some((beginning) => beginsWith(from, beginning))) {
        const record = objectOnLine(PIECE.toString("utf8", from, end));
        if (record !== undefined && isWanted(record)) return record;
      }
      end = from - 1;
    }
    return undefined;
  }

  beginning(bytes: number): string {
    const buffer = Buffer.alloc(Math.min(bytes, this.sizeBytes));
    return buffer.toString("utf8", 0, fill(this.#descriptor, buffer, buffer.length, 0));
  }

  lastLines(count: number): readonly string[] {
    return PIECE.toString("utf8", 0, this.#readTail()).split("\n").slice(-count);
  }

  #readTail(): number {
    return fill(this.#descriptor, PIECE, TAIL_BYTES, Math.max(0, this.sizeBytes - TAIL_BYTES));
  }
}

function fill(descriptor: number, buffer: Buffer, length: number, position: number): number {
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, buffer, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Adds to the line that began in an earlier piece; what is beyond the longest whole line is left. */
function carry(carried: number, from: number, end: number): number {
  return carried + PIECE.copy(LINE, carried, from, Math.min(end, from + LINE.length - carried));
}

function pieceRecord(
  from: number,
  end: number,
  wholeBytes: number,
  isWanted: ((start: string) => boolean) | undefined,
): JsonObject | undefined {
  if (PIECE[from] !== OPEN_BRACE || !holds(PIECE, from, end, isWanted)) return undefined;
  if (end - from <= wholeBytes) return objectOnLine(PIECE.toString("utf8", from, end));
  return objectAtBeginning(PIECE.toString("utf8", from, from + BEGINNING_BYTES));
}

function lineRecord(
  length: number,
  wholeBytes: number,
  isWanted: ((start: string) => boolean) | undefined,
): JsonObject | undefined {
  if (LINE[0] !== OPEN_BRACE || !holds(LINE, 0, length, isWanted)) return undefined;
  if (length <= wholeBytes) return objectOnLine(LINE.toString("utf8", 0, length));
  return objectAtBeginning(LINE.toString("utf8", 0, BEGINNING_BYTES));
}

function holds(
  bytes: Buffer,
  from: number,
  end: number,
  isWanted: ((start: string) => boolean) | undefined,
): boolean {
  if (isWanted === undefined) return true;
  return isWanted(bytes.toString("latin1", from, Math.min(end, from + START_BYTES)));
}

/** Compares without making a string of what is mostly something else. */
function beginsWith(from: number, beginning: string): boolean {
  let at = from;
  for (let index = 0; index < beginning.length; index += 1) {
    const unit = beginning.charCodeAt(index);
    if (unit === STAR) at = PIECE.indexOf(QUOTE, at);
    else if (PIECE[at] === unit) at += 1;
    else return false;
  }
  return true;
}
