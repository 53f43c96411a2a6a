import { prose, wrap } from "./text.ts";

/** An answer while it streams: full rows go to the transcript, the row that still grows stays. */
export interface LiveAnswer {
  /** Adds a piece. */
  append(piece: string): void;
  /** Rows that are complete since the last time. */
  takeRows(columns: number): string[];
  /** What is left, as rows; afterwards it is empty. */
  finish(columns: number): string[];
  /** The row that still grows, for the live region. */
  readonly tail: string;
  /** Anything came since it was last finished. */
  readonly hasText: boolean;
}

/** Makes an empty one. Each piece is looked at once: the time is that of the text's length. */
export function createLiveAnswer(): LiveAnswer {
  let raw = "";
  let tail = "";
  let hasText = false;
  /** Empty rows that wait for a text after them: none stands at the end of an answer, or before it. */
  let empty = 0;
  let isBegun = false;
  const withoutEmptyEnds = (rows: readonly string[]): string[] => {
    const result: string[] = [];
    for (const row of rows) {
      if (row.trim() === "") {
        empty += isBegun ? 1 : 0;
        continue;
      }
      while (empty > 0) {
        result.push("");
        empty -= 1;
      }
      result.push(row);
      isBegun = true;
    }
    return result;
  };
  const settle = (isLast: boolean): void => {
    // Half of a character, or of a line end, waits for its other half.
    const last = raw.charCodeAt(raw.length - 1);
    const isHalf = !isLast && (last === 0x0d || (last >= 0xd800 && last <= 0xdbff));
    const end = isHalf ? raw.length - 1 : raw.length;
    tail += prose(raw.slice(0, end));
    raw = raw.slice(end);
  };
  return {
    append(piece) {
      raw += piece;
      hasText ||= piece !== "";
    },
    takeRows(columns) {
      settle(false);
      const rows = wrap(tail, columns);
      tail = rows.pop() ?? "";
      return withoutEmptyEnds(rows);
    },
    finish(columns) {
      settle(true);
      const rows = withoutEmptyEnds(wrap(tail, columns));
      tail = "";
      hasText = false;
      isBegun = false;
      empty = 0;
      return rows;
    },
    get tail() {
      return tail;
    },
    get hasText() {
      return hasText;
    },
  };
}
