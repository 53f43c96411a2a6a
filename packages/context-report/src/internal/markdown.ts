import { neutral } from "./neutral.ts";

/**
 * A name from outside as a code span, in which Markdown, HTML and addresses mean nothing. What would
 * end the span or the cell, open a tag, or pass for a link to a careless reader is written as an
 * escape.
 */
export function code(text: string): string {
  const shown = text === "" ? '""' : neutral(cutMiddle(text), false);
  return `\`${shown.replace(ENDS_SPAN, escapeChar).replace(LINKS, escapeChar)}\``;
}

/** No path is longer, and a page is no place for what is. */
const MAX_NAME_CHARACTERS = 4096;

const ENDS_SPAN = /[`|<>]/g;
const LINKS = /\](?=[([:])/g;

function cutMiddle(text: string): string {
  if (text.length <= MAX_NAME_CHARACTERS) return text;
  const half = MAX_NAME_CHARACTERS / 2;
  return `${text.slice(0, half)}...${text.slice(-half)}`;
}

function escapeChar(char: string): string {
  return `\\u{${char.charCodeAt(0).toString(16)}}`;
}

/** A table; headers that begin with `>` are of numbers and stand on the right. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const names = headers.map((header) => header.replace(/^>/, ""));
  const rule = headers.map((header) => (header.startsWith(">") ? "--:" : "---"));
  return [names, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}
