import type { CatalogFrame, CatalogItem } from "./catalog-text.ts";
import { frameCharacters, itemCharacters, renderCatalog, renderItem } from "./catalog-text.ts";
import { shorten } from "./shorten.ts";
import { countCodePoints } from "./text.ts";

/** What a catalog has to fit. */
export interface CatalogBounds {
  /** UTF-16 units. */
  readonly budget: number;
  readonly maxEntries: number;
  /** Code points that descriptions are not shortened below. */
  readonly minDescription: number;
  readonly frame: CatalogFrame;
}

/** The catalog that fits. */
export interface CatalogFit {
  /** The first of the items, as shown. */
  readonly shown: readonly CatalogItem[];
  /** `shown`, rendered. */
  readonly rendered: readonly string[];
  readonly text: string;
  /** The common length that descriptions were cut to, in code points; null where none was. */
  readonly descriptionCharacters: number | null;
}

/**
 * Fits items, first in priority first, into a budget: by one common length of descriptions, the
 * largest that fits; then by leaving names alone, from the last; then by leaving items out, from
 * the last.
 */
export function fitCatalog(items: readonly CatalogItem[], bounds: CatalogBounds): CatalogFit {
  const { budget, frame } = bounds;
  const admitted = items.slice(0, bounds.maxEntries);
  const left = items.length - admitted.length;
  const room = budget - frameCharacters(admitted.length, left, frame);
  const withDescription = describedThatFit(admitted, room, bounds.minDescription);
  if (withDescription !== undefined) {
    const bare = admitted.map((item, index) => (index < withDescription ? item : nameAlone(item)));
    return fitLength(bare, items.length, room, bounds);
  }
  return fitNames(admitted.map(nameAlone), items.length, bounds);
}

/**
 * How many of the first items can keep a description of the least length; undefined where not
 * even the names fit.
 */
function describedThatFit(
  items: readonly CatalogItem[],
  room: number,
  minDescription: number,
): number | undefined {
  const bare = items.map((item) => itemCharacters(nameAlone(item)));
  const least = items.map((item) => itemCharacters(cut(item, minDescription)));
  let size = sum(least);
  let described = items.length;
  while (described > 0 && size > room) {
    described -= 1;
    size += (bare[described] as number) - (least[described] as number);
  }
  return size <= room ? described : undefined;
}

/** Cuts descriptions to the largest common length that fits, which the least one does. */
function fitLength(
  items: readonly CatalogItem[],
  total: number,
  room: number,
  bounds: CatalogBounds,
): CatalogFit {
  const longest = items.reduce(
    (most, { description }) => Math.max(most, countCodePoints(description ?? "")),
    0,
  );
  const fits = (length: number): boolean =>
    sum(items.map((item) => itemCharacters(cut(item, length)))) <= room;
  if (longest <= bounds.minDescription || fits(longest)) return toFit(items, total, null, bounds);
  let length = bounds.minDescription;
  let tooLong = longest;
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (fits(middle)) length = middle;
    else tooLong = middle;
  }
  const shortened = items.map((item) => cut(item, length));
  return toFit(shortened, total, length, bounds);
}

/** Leaves out as few names as possible. */
function fitNames(items: readonly CatalogItem[], total: number, bounds: CatalogBounds): CatalogFit {
  const { budget, frame } = bounds;
  const sizes = items.map(itemCharacters);
  let size = sum(sizes);
  for (let count = items.length; count > 0; count -= 1) {
    if (size + frameCharacters(count, total - count, frame) <= budget) {
      return toFit(items.slice(0, count), total, null, bounds);
    }
    size -= sizes[count - 1] as number;
  }
  const note = renderCatalog([], total, frame);
  const text = note.length <= budget ? note : "";
  return { shown: [], rendered: [], text, descriptionCharacters: null };
}

function toFit(
  shown: readonly CatalogItem[],
  total: number,
  descriptionCharacters: number | null,
  bounds: CatalogBounds,
): CatalogFit {
  const rendered = shown.map(renderItem);
  const text = renderCatalog(rendered, total - shown.length, bounds.frame);
  return { shown, rendered, text, descriptionCharacters };
}

function nameAlone(item: CatalogItem): CatalogItem {
  return item.description === null ? item : { ...item, description: null };
}

function cut(item: CatalogItem, length: number): CatalogItem {
  if (item.description === null) return item;
  const description = shorten(item.description, length);
  return description === item.description ? item : { ...item, description };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
