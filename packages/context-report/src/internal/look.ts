import { DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH } from "../limits.ts";
import type { SegmentState } from "../segment-state.ts";
import type { RenderReportTextOptions } from "../types-render.ts";
import { type OptionNames, takeOptions } from "./arguments.ts";
import { demand } from "./demand.ts";
import { type Glyph, glyphsOf, widthOf } from "./neutral.ts";

/** How a piece of text stands out, where there is colour. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** More than the widest line shows of either end, letters with their marks; the middle is cut. */
const MAX_END_CHARACTERS = 2000;

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/** Colours of states; sign and word say the same. */
export const STATE_STYLES: Readonly<Partial<Record<SegmentState, Style>>> = {
  pinned: "cyan",
  high: "green",
  low: "dim",
  elided: "yellow",
  would_elide: "yellow",
  agent_elided: "red",
};

/** What a text view is drawn with. */
export interface Look {
  readonly width: number;
  readonly color: boolean;
  readonly ascii: boolean;
  readonly all: boolean;
  /** What bars are made of. */
  readonly block: string;
  /** What stands where a name was cut. */
  readonly ellipsis: string;
}

/** A piece of text that is never broken over two lines. */
export interface Cell {
  readonly glyphs: readonly Glyph[];
  /** Follows the glyphs and is never cut; printable ASCII. */
  readonly suffix: string;
  /** Only names are cut: words and numbers of ours stay whole. */
  readonly isName: boolean;
  readonly style: Style | undefined;
}

const OPTIONS: OptionNames<RenderReportTextOptions> = {
  width: true,
  color: true,
  ascii: true,
  all: true,
};

/** @throws ContextReportError `invalid_argument`, `invalid_option` */
export function createLook(options: RenderReportTextOptions): Look {
  const given = takeOptions(options, OPTIONS);
  const { width = DEFAULT_WIDTH, color = false, ascii = false, all = false } = given;
  const isNumber = typeof width === "number" && !Number.isNaN(width);
  demand(isNumber, "width", width, `a number of columns, from ${MIN_WIDTH} to ${MAX_WIDTH}`);
  for (const [field, value] of Object.entries({ color, ascii, all })) {
    demand(typeof value === "boolean", field, value, "true or false");
  }
  return {
    width: Math.floor(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))),
    color,
    ascii,
    all,
    block: ascii ? "#" : "\u2588",
    ellipsis: ascii ? "..." : "\u2026",
  };
}

/** A word of ours: it is printable ASCII. */
export function word(text: string | number, style?: Style): Cell {
  return { glyphs: glyphsOf(String(text), true), suffix: "", isName: false, style };
}

/** A name from outside, made harmless. */
export function name(text: string, { ascii }: Look, suffix: string = ""): Cell {
  const ends =
    text.length > 2 * MAX_END_CHARACTERS
      ? text.slice(0, MAX_END_CHARACTERS) + text.slice(-MAX_END_CHARACTERS)
      : text;
  const glyphs = glyphsOf(ends === "" ? '""' : ends, ascii);
  return { glyphs, suffix, isName: true, style: undefined };
}

export function cellWidth({ glyphs, suffix }: Cell): number {
  return widthOf(glyphs) + suffix.length;
}

/** A name in at most so many columns: cut in the middle, with more of its end than its beginning. */
export function cutCell(cell: Cell, columns: number, { ellipsis }: Look): Cell {
  if (!cell.isName || cellWidth(cell) <= columns) return cell;
  const room = Math.max(0, columns - cell.suffix.length - ellipsis.length);
  const front: Glyph[] = [];
  let frontWidth = 0;
  for (const glyph of cell.glyphs) {
    if (frontWidth + glyph.width > Math.floor(room / 3)) break;
    front.push(glyph);
    frontWidth += glyph.width;
  }
  const back: Glyph[] = [];
  let backWidth = 0;
  for (let i = cell.glyphs.length - 1; i >= front.length; i--) {
    const glyph = cell.glyphs[i] as Glyph;
    if (frontWidth + backWidth + glyph.width > room) break;
    back.unshift(glyph);
    backWidth += glyph.width;
  }
  const middle = { text: ellipsis, width: ellipsis.length };
  return { ...cell, glyphs: [...front, middle, ...back] };
}

/** The cell's text, padded to so many columns and then coloured. */
export function drawCell(
  cell: Cell,
  look: Look,
  columns: number = 0,
  side: "left" | "right" = "left",
): string {
  const text = paint(textOf(cell), cell.style, look);
  const padding = " ".repeat(Math.max(0, columns - cellWidth(cell)));
  return side === "left" ? text + padding : padding + text;
}

/** Colours a text, where there is colour. */
export function paint(text: string, style: Style | undefined, { color }: Look): string {
  if (!color || style === undefined || text === "") return text;
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

function textOf({ glyphs, suffix }: Cell): string {
  return glyphs.map((glyph) => glyph.text).join("") + suffix;
}
