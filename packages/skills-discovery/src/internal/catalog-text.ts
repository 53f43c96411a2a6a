import { escapeMarkup } from "./one-line.ts";

/** One skill as the catalog can show it; texts on one line, not escaped yet. */
export interface CatalogItem {
  readonly name: string;
  /** Null where the name stands alone. */
  readonly description: string | null;
  /** Null where the catalog doesn't tell it. */
  readonly location: string | null;
}

/** What stands around the entries. */
export interface CatalogFrame {
  /** The line before the list; empty for none. */
  readonly introduction: string;
  /** The line after the list where it doesn't show all skills. */
  readonly note: (omitted: number) => string;
}

const OPEN = "<available_skills>";
const CLOSE = "</available_skills>";

/** An entry in the form of the specification's reference library. */
export function renderItem(item: CatalogItem): string {
  return [
    "<skill>",
    ...element("name", item.name),
    ...element("description", item.description),
    ...element("location", item.location),
    "</skill>",
  ].join("\n");
}

const ITEM_CHARACTERS = "<skill>\n</skill>".length;

/** What `element` puts around a content, the break before it included. */
const ELEMENT_CHARACTERS = {
  name: "\n<name>\n\n</name>".length,
  description: "\n<description>\n\n</description>".length,
  location: "\n<location>\n\n</location>".length,
} as const;

/** UTF-16 units of an entry, without making it. */
export function itemCharacters({ name, description, location }: CatalogItem): number {
  return (
    ITEM_CHARACTERS +
    elementCharacters("name", name) +
    elementCharacters("description", description) +
    elementCharacters("location", location)
  );
}

function elementCharacters(name: keyof typeof ELEMENT_CHARACTERS, content: string | null): number {
  if (content === null) return 0;
  const characters = /[&<>]/.test(content) ? escapeMarkup(content).length : content.length;
  return ELEMENT_CHARACTERS[name] + characters;
}

function element(name: string, content: string | null): readonly string[] {
  return content === null ? [] : [`<${name}>`, escapeMarkup(content), `</${name}>`];
}

/** The whole catalog. Without an entry it is the note alone, and empty where nothing is left out. */
export function renderCatalog(
  items: readonly string[],
  omitted: number,
  frame: CatalogFrame,
): string {
  const note = omitted > 0 ? [frame.note(omitted)] : [];
  if (items.length === 0) return note.join("\n");
  const introduction = frame.introduction === "" ? [] : [frame.introduction];
  return [...introduction, OPEN, ...items, CLOSE, ...note].join("\n");
}

/** UTF-16 units of a catalog with at least one entry, its entries' own not counted. */
export function frameCharacters(entries: number, omitted: number, frame: CatalogFrame): number {
  // The same lines without their content: entries are joined by as many breaks as there are.
  return renderCatalog([""], omitted, frame).length + (entries - 1);
}
