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
  // A UTF-16 unit is a code point or half of one, so most texts need no count.
  if (text.length <= characters) return text;
  if (offsetOf(text, characters) === text.length) return text;
  const room = offsetOf(text, Math.max(characters - 1, 0));
  let end = room;
  while (end > 0 && !isWordEnd(text, end)) end = before(text, end);
  if (end === 0) {
    end = room;
    while (end > 0 && isAttached(text, end)) end = before(text, end);
  }
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`;
}

/** UTF-16 offset after so many code points, or the text's end. */
function offsetOf(text: string, codePoints: number): number {
  let offset = 0;
  for (let count = 0; count < codePoints && offset < text.length; count += 1) {
    offset += isPair(text, offset) ? 2 : 1;
  }
  return offset;
}

function isPair(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(offset + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** The offset one code point earlier. */
function before(text: string, offset: number): number {
  return offset > 1 && isPair(text, offset - 2) ? offset - 2 : offset - 1;
}

const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/** Whether a word ends at an offset. */
function isWordEnd(text: string, offset: number): boolean {
  const next = text.charCodeAt(offset);
  if (next === SPACE) return true;
  if (next <= LAST_ASCII && text.charCodeAt(offset - 1) <= LAST_ASCII) return false;
  if (isAttached(text, offset)) return false;
  return UNSPACED.test(codePointAt(text, offset)) || UNSPACED.test(codePointBefore(text, offset));
}

/** Marks follow what they mark, and behind a joiner stands what is joined. */
function isAttached(text: string, offset: number): boolean {
  if (text.charCodeAt(offset) <= LAST_ASCII && text.charCodeAt(offset - 1) <= LAST_ASCII)
    return false;
  return ATTACHED.test(codePointAt(text, offset)) || codePointBefore(text, offset) === "\u200D";
}

function codePointAt(text: string, offset: number): string {
  return text.slice(offset, offset + (isPair(text, offset) ? 2 : 1));
}

function codePointBefore(text: string, offset: number): string {
  return text.slice(before(text, offset), offset);
}
