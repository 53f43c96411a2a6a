import { findInvisible } from "./invisible.ts";
import { shown } from "./shown.ts";

/** Order by UTF-16 code units: the same on every machine and in every locale. */
export function compareCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A code point as it may be shown: `\u{202E}`. */
export function showCodePoint(codePoint: number): string {
  return `\\u{${codePoint.toString(16).toUpperCase()}}`;
}

const CLEAN = /^[\x20-\x7e]*$/;
const LINE_BREAKS_AND_HALVES =
  /[\t\n\r]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * A text from outside, on one line and neutral for a terminal: control characters, line breaks,
 * invisible and bidirectional characters and halves of surrogate pairs stand as `\u{...}`.
 */
export function neutralise(text: string): string {
  if (CLEAN.test(text)) return text;
  let result = "";
  let from = 0;
  for (const { offset, codePoint } of findInvisible(text, Number.POSITIVE_INFINITY)) {
    result += text.slice(from, offset) + showCodePoint(codePoint);
    from = offset + (codePoint > 0xffff ? 2 : 1);
  }
  result += text.slice(from);
  return result.replace(LINE_BREAKS_AND_HALVES, (unit) => showCodePoint(unit.charCodeAt(0)));
}

/** Longest excerpt of a user's text in a message, in UTF-16 units. */
const EXCERPT_UNITS = 80;

/** A user's text within a message: neutral, in backquotes, cut where it is long. */
export function quoteForMessage(text: unknown): string {
  if (typeof text !== "string") return shown(text);
  const excerpt = text.length > EXCERPT_UNITS ? `${cut(text, EXCERPT_UNITS)}…` : text;
  return `\`${neutralise(excerpt)}\``;
}

/** The first units of a text, without half a surrogate pair at the end. */
function cut(text: string, units: number): string {
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

/** Number of code points, each half of a broken pair counted as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count -= 1;
    index += 1;
  }
  return count;
}
