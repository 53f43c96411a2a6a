import type { Item } from "./collect-items.ts";
import { quote } from "./quote.ts";

/** A line of the block with the item that it came from. */
export interface FittedLine {
  readonly item: Item;
  readonly line: string;
}

/**
 * Chooses the items that fit, each judged in the order of priority: one gets in when the block
 * holds it, all chosen before it and the line that counts all others as omitted. So a later
 * smaller item can still fill the room that a larger one could not.
 *
 * The result is the best by priority, and no omitted item could be added to it: counting the ones
 * not yet judged as omitted makes the omission line longer by a digit at most, and each of them
 * that gets in after all costs more than that. Only if everything fits does the line vanish,
 * which is why that is tried first.
 *
 * @param items - In the order of priority.
 * @param room - What the fixed lines leave of the block, in UTF-16 units.
 * @param omission - The omission line for a count, with its line break in front.
 */
export function fitItems(
  items: readonly Item[],
  room: number,
  omission: (omitted: number) => string,
): readonly FittedLine[] {
  const all = choose(items, room, () => "");
  return all.length === items.length ? all : choose(items, room, omission);
}

function choose(
  items: readonly Item[],
  room: number,
  omission: (omitted: number) => string,
): readonly FittedLine[] {
  const chosen: FittedLine[] = [];
  let free = room;
  for (const item of items) {
    const left = free - omission(items.length - chosen.length - 1).length;
    // Quoting never shortens, so a huge text is refused without a copy of it.
    if (item.text.length >= left) continue;
    const line = `\n- ${quote(item.text)}${item.suffix}`;
    if (line.length > left) continue;
    chosen.push({ item, line });
    free -= line.length;
  }
  return chosen;
}
