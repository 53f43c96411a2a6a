import { neutralise } from "./text.ts";

/** What a parser's error means for somebody who writes frontmatter, and how to mend it. */
interface Advice {
  readonly code: string;
  /** Part of the parser's message, where its code alone doesn't tell. */
  readonly part?: string;
  readonly text: string;
}

const ADVICE: readonly Advice[] = [
  {
    code: "BAD_DQ_ESCAPE",
    text: "A text in double quotes has an escape that YAML doesn't know here; write each backslash twice, or use single quotes.",
  },
  {
    code: "BAD_INDENT",
    text: "The indentation doesn't fit what stands before; indent every entry of a mapping alike, and continuation lines deeper than their key.",
  },
  {
    code: "BAD_SCALAR_START",
    text: "A text can't begin with this character unquoted; put the value in quotes.",
  },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    text: "A second colon before a blank makes a mapping within a value; put the value in quotes if it is text.",
  },
  {
    code: "MISSING_CHAR",
    part: "map values",
    text: "This line has no key with a colon and a space behind it; add them, or indent the line if it continues a text.",
  },
  {
    code: "MULTILINE_IMPLICIT_KEY",
    text: "A key has to stand on one line, with a colon and a space behind it; indent lines that continue a text, and put texts with a colon in quotes.",
  },
  { code: "TAB_AS_INDENT", text: "A tab can't indent in YAML; use spaces." },
  {
    code: "UNEXPECTED_TOKEN",
    part: "at node end",
    text: "Something follows the end of a quoted text, a list or a mapping; put the whole value in quotes, and write quotes within it twice ('') or escaped (\\\").",
  },
  {
    code: "UNEXPECTED_TOKEN",
    part: "Not a YAML token",
    text: "No text may follow `|` or `>` on its line; begin the text on the next line, or put the value in quotes.",
  },
];

/** A parser's message may hold a token of any length. */
const MAX_MESSAGE_UNITS = 120;

/** How to mend what the parser found; in its own words where nothing better is known. */
export function adviseOn(code: string, message: string): string {
  const advice = ADVICE.find((each) => each.code === code && message.includes(each.part ?? ""));
  if (advice !== undefined) return advice.text;
  const words = neutralise(message.slice(0, MAX_MESSAGE_UNITS));
  return `The frontmatter isn't valid YAML here (${words}); correct it, or put the value in quotes if it is text.`;
}
