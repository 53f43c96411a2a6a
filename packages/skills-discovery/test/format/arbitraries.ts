import fc from "fast-check";

/** Number of runs of a property; a longer search is asked for by the environment. */
export const RUNS: number = Number(process.env["ALISIO_FC_RUNS"] ?? 500);

const word = fc.constantFrom(
  "a",
  "foo",
  "Use",
  "when",
  "PDF",
  "x-y",
  "don't",
  "it's",
  "C#",
  "#5",
  "a:b",
  "http://x.y/z?q=1#f",
  "é",
  "日本",
  "🎉",
  "ñandú",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "(see)",
  "[x]",
  "{y}",
  "a,b",
  "100%",
  "@me",
  "`code`",
  "*bold*",
  "&amp;",
  "!now",
  "|",
  ">",
  "-",
  "--",
  "---",
  "...",
  "?",
  ":",
  "=",
  "<<",
  "\\n",
  '"q"',
  "'s'",
  '"',
  "'",
  "''",
  "\\",
  "~",
  "null",
  "true",
  "no",
  "1",
  "1.0",
  "0x1F",
  "1e3",
  "2024-01-02",
  ".nan",
);
const gap = fc.constantFrom(" ", " ", " ", " ", "  ", "\t", ": ", " #", " # ", ":", ", ", "");

/** One line of text as people write it, and as they shouldn't. */
export const lineText: fc.Arbitrary<string> = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(""));

const tameWord = fc.constantFrom(
  "a",
  "foo",
  "Use",
  "when",
  "don't",
  "C#",
  "a:b",
  "日本",
  "🎉",
  "(see)",
  "x-y",
  "1.0",
  "true",
  "a [b] c",
);

/** One line that is no trouble as a plain scalar. */
export const tameText: fc.Arbitrary<string> = fc
  .array(tameWord, { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "));

export const lineBreak: fc.Arbitrary<string> = fc.constantFrom("\n", "\n", "\n", "\n", "\r\n");
