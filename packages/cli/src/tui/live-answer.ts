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
      return rows;
    },
    finish(columns) {
      settle(true);
      const rows = tail === "" ? [] : wrap(tail, columns);
      tail = "";
      hasText = false;
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
