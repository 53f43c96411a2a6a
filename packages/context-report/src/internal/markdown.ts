import { neutral } from "./neutral.ts";

/**
 * A name from outside as a code span, in which Markdown, HTML and addresses mean nothing. What would
 * end the span or the cell, open a tag, or pass for a link to a careless reader is written as an
 * escape.
 */
export function code(text: string): string {
  const shown = text === "" ? '""' : neutral(text, false);
  return `\`${shown.replace(ENDS_SPAN, escapeChar).replace(LINKS, escapeChar)}\``;
}

const ENDS_SPAN = /[`|<>]/g;
const LINKS = /\](?=[([:])/g;

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
