import type { LineStyle } from "./event-lines.ts";
import type { Key } from "./keys.ts";

/** What a panel draws: lines that fit, and where the cursor stands, if it has one. */
export interface Drawn {
  readonly lines: readonly string[];
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

/** Something that takes the keys while it is open. */
export interface Panel {
  /** At most so many rows. */
  draw(look: LineStyle, rows: number): Drawn;
  /** False for a key that it leaves to whoever is below it. */
  press(key: Key): boolean;
}

/** The part of a list that is shown, so that the selected entry is in it. */
export function visibleFrom(selected: number, count: number, rows: number): number {
  if (count <= rows) return 0;
  return Math.max(0, Math.min(selected - Math.floor(rows / 2), count - rows));
}

/** Keys that move in a list; `undefined` for every other. */
export function moved(key: Key, selected: number, count: number, page: number): number | undefined {
  if (key.type === "chord" && key.modifier === "ctrl") {
    if (key.letter === "p") return clamp(selected - 1, count);
    if (key.letter === "n") return clamp(selected + 1, count);
    return undefined;
  }
  if (key.type !== "key") return undefined;
  const by = { up: -1, down: 1, "page-up": -page, "page-down": page }[key.name as "up"];
  return by === undefined ? undefined : clamp(selected + by, count);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
