import { findInvisible } from "./invisible.ts";

/**
 * A text from outside on one line: blanks of all kinds become one space, and what can't be seen
 * or turns the reading order is left out.
 */
export function oneLine(text: string): string {
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text;
  let visible = "";
  let from = 0;
  for (const { offset, codePoint } of findInvisible(text, Number.POSITIVE_INFINITY)) {
    // Control characters and separators part what stands around them; the others show nothing.
    const parts = codePoint <= 0x9f || codePoint === 0x2028 || codePoint === 0x2029;
    visible += text.slice(from, offset) + (parts ? " " : "");
    from = offset + (codePoint > 0xffff ? 2 : 1);
  }
  visible += text.slice(from);
  return visible.replace(/\s+/g, " ").trim().replace(SURROGATE_HALVES, "\uFFFD");
}

const SURROGATE_HALVES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text as the content of an element: nothing in it ends the element or begins another. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
