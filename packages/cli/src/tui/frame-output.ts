import { stripVTControlCharacters } from "node:util";
import { columnsOf } from "./text.ts";

/** No frame is as tall as this. */
const ROWS = 1_000_000;

/** The terminal as Ink sees it, and what is known of the frame that stands there. */
export interface FrameOutput {
  readonly stream: NodeJS.WriteStream;
  /** Tells Ink of a new size; `render` has what is drawn laid out for it. */
  resize(render: () => void): void;
  /**
   * The same for a terminal that has become smaller. It may have broken the frame's rows at so many
   * columns, and thrown away those below the cursor; Ink counts the rows as they were, so the frame is
   * taken away here.
   */
  shrink(columns: number, render: () => void): void;
  /** Whether the cursor is shown where Ink puts it; at first it is. */
  isCursorShown: boolean;
  /**
   * What Ink is to draw in place of finished rows: a mark, which becomes the rows as it is written. Ink
   * looks at each character of what it draws, several times, and keeps it.
   */
  standIn(rows: string): string;
}

/**
 * The same terminal, without a height: Ink clears the screen and the user's scrollback when a frame
 * is as tall as the terminal, and compares the last frame with the new height after a resize. The
 * frames keep to the real height by themselves.
 */
export function createFrameOutput(stdout: NodeJS.WriteStream): FrameOutput {
  const tracker = createTracker();
  const finished = new Map<string, string>();
  let heard = (): void => {};
  let isErased = false;
  let isSilent = false;
  let count = 0;
  const write = (text: string, ...rest: never[]): boolean => {
    if (isSilent) return true;
    // Ink's own erasing of what was erased: it would take finished rows above the frame.
    const shown = isErased ? text.replace(ERASING, "") : text;
    isErased &&= shown === text && stripVTControlCharacters(text) === "";
    tracker.follow(shown);
    const whole = shown.replace(STAND_IN, (mark) => {
      const rows = finished.get(mark) ?? mark;
      finished.delete(mark);
      return rows;
    });
    return stdout.write(output.isCursorShown ? whole : whole.replaceAll(SHOW_CURSOR, ""), ...rest);
  };
  const stream: NodeJS.WriteStream = new Proxy(stdout, {
    get(target, name) {
      if (name === "rows") return ROWS;
      if (name === "columns") return target.columns + (isSilent ? 1 : 0);
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      if (name === "on") {
        return (event: string, listener: () => void) => {
          if (event === "resize") heard = listener;
          else target.on(event, listener);
          return stream;
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const output: FrameOutput = {
    stream,
    resize(render) {
      render();
      heard();
    },
    shrink(columns, render) {
      stdout.write(tracker.erase(columns));
      // Ink forgets its frame only where the terminal has become narrower: first it is wider, unseen.
      isSilent = true;
      heard();
      isSilent = false;
      isErased = true;
      render();
      heard();
      isErased = false;
    },
    isCursorShown: true,
    standIn(rows) {
      count += 1;
      const mark = `${MARK}${count}`;
      finished.set(mark, rows);
      return mark;
    },
  };
  return output;
}

const ESCAPE = "\u001b";
const SHOW_CURSOR = `${ESCAPE}[?25h`;
const MARK = "\u{10fffd}";
const STAND_IN = new RegExp(`${MARK}\\d+`, "gu");
/** How Ink takes its last frame away: down from the cursor to the end, and up row by row. */
const ERASING = new RegExp(`^(?:${ESCAPE}\\[\\?25l)?(?:${ESCAPE}\\[\\d*[ABGK])+`);
/** The sequences that Ink writes, line ends, and text between them. */
const PIECES = new RegExp(`${ESCAPE}\\[[?\\d;]*[A-Za-z]|\\n|[^${ESCAPE}\\n]+|${ESCAPE}`, "g");

interface Tracker {
  follow(text: string): void;
  erase(columns: number): string;
}

/** Follows the cursor through what Ink writes; rows count from the top of its last frame. */
function createTracker(): Tracker {
  let widths: number[] = [0];
  let row = 0;
  let column = 0;
  const moveTo = (next: number): void => {
    row = Math.max(0, next);
    while (widths.length <= row) widths.push(0);
  };
  const startHere = (): void => {
    widths = widths.slice(row);
    row = 0;
  };
  const move = (sequence: string): void => {
    const count = Number(sequence.slice(2, -1) || "1");
    const final = sequence.at(-1);
    if (final === "A") moveTo(row - count);
    else if (final === "B") moveTo(row + count);
    else if (final === "G") column = count - 1;
    else if (final === "K") widths[row] = 0;
  };
  return {
    follow(text) {
      let isBegun = !text.includes("\n");
      for (const [piece] of text.matchAll(PIECES)) {
        if (piece.startsWith(`${ESCAPE}[`) && !piece.endsWith("m")) {
          move(piece);
          continue;
        }
        if (piece.startsWith(ESCAPE)) continue;
        // Whatever has lines is a frame, or finished rows that the next frame stands below.
        if (!isBegun) startHere();
        isBegun = true;
        if (piece === "\n") {
          moveTo(row + 1);
          column = 0;
        } else {
          column += columnsOf(piece);
          widths[row] = Math.max(widths[row] ?? 0, column);
        }
      }
    },
    erase(columns) {
      const broken = widths.map((width) => Math.max(1, Math.ceil(width / columns)));
      const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
      const inRow = Math.min(Math.floor(column / columns), (broken[row] ?? 1) - 1);
      const above = sum(broken.slice(0, row)) + inRow;
      const rows = Array.from({ length: sum(broken) }, () => "\u001b[2K");
      widths = [0];
      row = column = 0;
      // The place of the top is kept by the terminal: going down ends at the last row of the screen.
      // The cursor is hidden, as Ink believes it to be after erasing.
      return `\u001b[?25l\r${above > 0 ? `\u001b[${above}A` : ""}\u001b7${rows.join("\u001b[B")}\u001b8`;
    },
  };
}

/** Terminals that cut rows that are too long, where others break them anew. */
export function keepsRowsWhole(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment["TMUX"]) return false;
  return Boolean(environment["XTERM_VERSION"] || environment["STY"]);
}
