import { countCodePoints } from "./text.ts";

/** Stands for what a shortened text leaves out. */
const ELLIPSIS = "…";

/** Scripts that put no blanks between words: a text may be cut between any two of their letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFF65]/u;

/** What belongs to the character before it, so that no text is cut in front of it. */
const ATTACHED = /\p{M}|[\u200C\u200D]|[\u{1F3FB}-\u{1F3FF}]|[\u{E0020}-\u{E007F}]/u;

/**
 * A one-line text with at most `characters` code points, cut at the end of a word and marked with
 * an ellipsis that counts. A first word that is too long by itself is cut inside. A greater
 * number never gives a shorter text.
 */
export function shorten(text: string, characters: number): string {
  // A UTF-16 unit is a code point or half of one, so no count is needed for most texts.
  if (text.length <= characters || countCodePoints(text) <= characters) return text;
  const room = Math.max(characters - 1, 0);
  const points = leadingCodePoints(text, room + 1);
  let end = room;
  while (end > 0 && !isWordEnd(points, end)) end -= 1;
  if (end === 0) {
    end = room;
    while (end > 0 && isAttached(points, end)) end -= 1;
  }
  return `${points.slice(0, end).join("").trimEnd()}${ELLIPSIS}`;
}

function leadingCodePoints(text: string, count: number): string[] {
  const points: string[] = [];
  for (const point of text) {
    if (points.length === count) break;
    points.push(point);
  }
  return points;
}

/** Whether a word ends before the code point at `index`. */
function isWordEnd(points: readonly string[], index: number): boolean {
  const next = points[index] as string;
  if (next === " ") return true;
  if (isAttached(points, index)) return false;
  return UNSPACED.test(next) || UNSPACED.test(points[index - 1] as string);
}

/** Marks follow what they mark, and behind a joiner stands what is joined. */
function isAttached(points: readonly string[], index: number): boolean {
  return ATTACHED.test(points[index] as string) || points[index - 1] === "\u200D";
}
