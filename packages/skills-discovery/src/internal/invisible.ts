/** Stretches beyond printable ASCII, tab and line breaks; most texts have few. */
const STRETCH = /[^\t\n\r\x20-\x7e]+/g;

/**
 * Inclusive ranges of characters that a reader doesn't see, or that change the order in which he
 * sees others. They are written out and not taken from Unicode properties, so that every version
 * of the engine gives the same answer.
 */
const RANGES: readonly (readonly [number, number])[] = [
  // Control characters; tab, line feed and carriage return never get here.
  [0x0000, 0x001f],
  [0x007f, 0x009f],
  // Soft hyphen, grapheme joiner, Arabic letter mark, Hangul fillers, Khmer inherent vowels.
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  // Mongolian selectors.
  [0x180b, 0x180f],
  // Zero-width characters, marks of direction, separators, embeddings, isolates, operators.
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  // Variation selectors, the byte-order mark within a text, fillers, interlinear annotation.
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  // Format controls of shorthand and music, tags, more variation selectors.
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe01ef],
];

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;

/** One place in a text. */
export interface InvisibleCharacter {
  /** UTF-16 offset in the text. */
  readonly offset: number;
  readonly codePoint: number;
}

/**
 * Every invisible or bidirectional character of a text, except where it belongs to what is
 * seen: a joiner or one variation selector within an emoji, a joiner between letters of a script
 * that needs it (Arabic, Persian, the scripts of India), the tags of a regional flag.
 *
 * @param limit - Stop after so many; the rest isn't looked for.
 */
export function findInvisible(text: string, limit: number): readonly InvisibleCharacter[] {
  const found: InvisibleCharacter[] = [];
  STRETCH.lastIndex = 0;
  for (let match = STRETCH.exec(text); match !== null; match = STRETCH.exec(text)) {
    const end = match.index + match[0].length;
    for (let offset = match.index; offset < end; offset += 1) {
      const codePoint = text.codePointAt(offset) ?? 0;
      if (isInvisible(codePoint) && !belongsToVisible(text, offset, codePoint)) {
        found.push({ offset, codePoint });
        if (found.length >= limit) return found;
      }
      if (codePoint > 0xffff) offset += 1;
    }
  }
  return found;
}

function isInvisible(codePoint: number): boolean {
  for (const [first, last] of RANGES) {
    if (codePoint <= last) return codePoint >= first;
  }
  return false;
}

function belongsToVisible(text: string, offset: number, codePoint: number): boolean {
  if (codePoint === ZERO_WIDTH_JOINER || codePoint === ZERO_WIDTH_NON_JOINER) {
    return joinsVisible(text, offset, codePoint);
  }
  if (codePoint === 0xfe0e || codePoint === 0xfe0f) return isPictograph(before(text, offset));
  // Standardised variants of symbols and ideographs, and registered ones of ideographs.
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0d)
    return /^[\p{L}\p{S}]$/u.test(char(before(text, offset)));
  if (codePoint >= 0xe0100) return /^\p{Script=Han}$/u.test(char(before(text, offset)));
  if (codePoint >= 0xe0020 && codePoint <= 0xe007f) return inFlag(text, offset);
  if (codePoint >= 0x180b && codePoint <= 0x180f) return isMongolian(before(text, offset));
  return false;
}

function joinsVisible(text: string, offset: number, codePoint: number): boolean {
  const previous = before(text, offset);
  const next = text.codePointAt(offset + 1) ?? 0;
  if (codePoint === ZERO_WIDTH_JOINER && isPictograph(next)) {
    // A selector or a skin tone may stand between the picture and the joiner.
    const isSelector = previous === 0xfe0f || (previous >= 0x1f3fb && previous <= 0x1f3ff);
    return isSelector || isPictograph(previous);
  }
  return joins(previous) && (joins(next) || !/^[\p{L}\p{M}\p{N}]$/u.test(char(next)));
}

/** Letters and marks of Arabic and all scripts behind it that join; none of Europe's. */
function joins(codePoint: number): boolean {
  const inRange =
    (codePoint >= 0x0600 && codePoint <= 0x08ff) ||
    (codePoint >= 0x0900 && codePoint <= 0x109f) ||
    (codePoint >= 0x1780 && codePoint <= 0x18af) ||
    (codePoint >= 0x1a00 && codePoint <= 0x1cff) ||
    (codePoint >= 0xa800 && codePoint <= 0xabff) ||
    (codePoint >= 0xfb50 && codePoint <= 0xfdff) ||
    (codePoint >= 0xfe70 && codePoint <= 0xfefe) ||
    (codePoint >= 0x10a00 && codePoint <= 0x11fff);
  return inRange && /^[\p{L}\p{M}]$/u.test(char(codePoint));
}

function isMongolian(codePoint: number): boolean {
  return codePoint >= 0x1820 && codePoint <= 0x18aa;
}

/** Pictures, symbols, and the digits, `#` and `*` that stand in keycaps. */
function isPictograph(codePoint: number): boolean {
  return (
    /^[\p{Emoji}\p{So}\p{Sm}]$/u.test(char(codePoint)) ||
    codePoint === 0x203c ||
    codePoint === 0x2049
  );
}

/** Tags spell a region behind a black flag, and end with a cancel tag. */
function inFlag(text: string, offset: number): boolean {
  let start = offset;
  for (let steps = 0; steps < 8; steps += 1) {
    const previous = before(text, start);
    if (previous === 0x1f3f4) break;
    if (previous < 0xe0020 || previous > 0xe007e) return false;
    start -= 2;
  }
  if (before(text, start) !== 0x1f3f4) return false;
  for (let at = start, steps = 0; steps < 8; at += 2, steps += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint === 0xe007f) return true;
    if (codePoint < 0xe0020 || codePoint > 0xe007e) return false;
  }
  return false;
}

function char(codePoint: number): string {
  return codePoint === 0 ? "" : String.fromCodePoint(codePoint);
}

/** The code point that ends before an offset; 0 at the start of the text. */
function before(text: string, offset: number): number {
  if (offset === 0) return 0;
  const unit = text.charCodeAt(offset - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && offset > 1;
  return isLow ? (text.codePointAt(offset - 2) ?? unit) : unit;
}
