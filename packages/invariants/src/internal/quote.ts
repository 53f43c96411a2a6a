/**
 * A `<` that begins a tag of the block, in any case and with white space anywhere in it. The
 * slash stands between the two runs of white space, so there is one way to match and the search
 * is linear.
 */
const TAG_START = /<(?=\s*(?:\/\s*)?invariants)/gi;

/**
 * What JSON leaves as it is and a terminal or a model may take for a line break or a change of
 * direction: DEL and C1, the Arabic letter mark, the marks and embeddings (with the line and
 * paragraph separators between them) and the isolates.
 */
const UNSAFE = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Quotes a text as JSON on one line, so that it can neither end the block nor leave its line. */
export function quote(text: string): string {
  // The tag is looked for in the text itself: once quoted, white space is no white space any more.
  const pieces = text.split(TAG_START).map((piece) => JSON.stringify(piece).slice(1, -1));
  const hex = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${pieces.join("\\u003c").replace(UNSAFE, hex)}"`;
}
