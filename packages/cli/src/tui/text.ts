import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { neutral, neutralLines } from "../output/neutral.ts";

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const TAB = "    ";
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a person sees as one character each. */
export function graphemes(text: string): string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split("");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Jamo that terminals join to syllables. */
const JAMO = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/;
const VARIATION_SELECTOR = "\ufe0f";
/** Columns of single characters beyond ASCII; there are never more of them than an answer has. */
const widths = new Map<string, number>();
const MAX_WIDTHS = 4096;

function widthOf(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const width = character === VARIATION_SELECTOR ? 1 : stringWidth(character);
  if (widths.size >= MAX_WIDTHS) widths.clear();
  widths.set(character, width);
  return width;
}

/**
 * Terminal columns of a text of one line, without escape sequences. Character by character, as most
 * terminals count: those that join some of them use fewer, and a row that is shorter than it was
 * measured moves nothing, where one that is longer would.
 */
export function columnsOf(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  if (JAMO.test(text)) return stringWidth(text);
  let columns = 0;
  for (const character of text) columns += character < "\u007f" ? 1 : widthOf(character);
  return columns;
}

/** More marks on one letter reach into the lines above and below it. */
const STACKED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;
/** Joiners, variation selectors, and skin tones behind what they colour. */
const DISPUTED = /\u200c|\u200d|\ufe0e|\ufe0f|(?<=\p{Emoji_Modifier_Base})\p{Emoji_Modifier}/gu;

/**
 * Without what terminals disagree on the width of, or draw outside of its place: a frame's lines would
 * not be where they seem.
 */
export function withoutDisputed(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(DISPUTED, "").replace(STACKED_MARKS, "$1");
}

/**
 * Running text of several lines, safe for a terminal: line ends of every kind are line feeds, tabs are
 * blanks, what steers a terminal or hides text shows as `\u{...}`, and what terminals disagree on
 * goes (see {@link withoutDisputed}).
 */
export function prose(text: string): string {
  return neutralLines(withoutDisputed(text.replace(/\r\n?/g, "\n").replaceAll("\t", TAB)));
}

/** Output of a program: its colours and cursor movements go, everything else as in {@link prose}. */
export function programOutput(text: string): string {
  return prose(stripVTControlCharacters(text));
}

/** Outside text for one place in a line: line ends and tabs become blanks. */
export function inline(text: string): string {
  return neutral(withoutDisputed(text).replaceAll(/[\r\n\t]/g, " "));
}

/** A text of one line, cut at the end to so many columns. */
export function cutEnd(text: string, columns: number, mark = "..."): string {
  if (text.length <= columns && PRINTABLE_ASCII.test(text)) return text;
  if (columnsOf(text) <= columns) return text;
  const room = columns - mark.length;
  if (room <= 0) return mark.slice(0, Math.max(0, columns));
  let result = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const width = columnsOf(segment);
    if (used + width > room) break;
    result += segment;
    used += width;
  }
  return result + mark;
}

/** A text of one line in exactly so many columns: cut, or filled with blanks. */
export function cell(text: string, columns: number, align: "left" | "right" = "left"): string {
  const cut = cutEnd(text, columns);
  const fill = " ".repeat(Math.max(0, columns - columnsOf(cut)));
  return align === "left" ? cut + fill : fill + cut;
}

/**
 * Lines of at most so many columns, broken at blanks where there are some. Rows that are full stay
 * as they are when text is appended: only the last one grows.
 */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns && PRINTABLE_ASCII.test(line)) return [line];
  const rows: string[] = [];
  let row: string[] = [];
  let used = 0;
  /** Index in the row after its last blank, and the columns up to there. */
  let breakAt = 0;
  let breakColumns = 0;
  for (const grapheme of graphemes(line)) {
    const width = columnsOf(grapheme);
    if (used + width > columns && row.length > 0) {
      if (grapheme === " ") {
        // The blank where a row ends is the line end.
        rows.push(row.join(""));
        row = [];
        used = breakAt = breakColumns = 0;
        continue;
      }
      const at = breakAt > 0 ? breakAt : row.length;
      rows.push(row.slice(0, at).join("").trimEnd());
      row = row.slice(at);
      used -= breakAt > 0 ? breakColumns : used;
      breakAt = breakColumns = 0;
    }
    row.push(grapheme);
    used += width;
    if (grapheme === " ") {
      breakAt = row.length;
      breakColumns = used;
    }
  }
  rows.push(row.join(""));
  return rows;
}

/** `12,345`, the same on every machine. */
export function grouped(count: number): string {
  const digits = String(Math.round(count));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(",");
}

/** Tokens for a bar: `950`, `12.3k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_950) return `${(count / 1000).toFixed(1).replace(/\.0$/, "")}k`;
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}
