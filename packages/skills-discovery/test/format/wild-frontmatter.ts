import fc from "fast-check";
import { lineBreak, lineText, tameText } from "./arbitraries.ts";

const keyText: fc.Arbitrary<string> = fc.constantFrom(
  "name",
  "description",
  "license",
  "metadata",
  "allowed-tools",
  "version",
  "a",
  "b",
  "c_d",
  "x-1",
  "__proto__",
  "constructor",
  "1a",
  "é",
  "a b",
  "<<",
  "null",
  "true",
  "-a",
  "?",
  "[a]",
  '"a"',
  "'a'",
  "*a",
  "&a",
  "A",
);

const text = fc.oneof({ weight: 3, arbitrary: tameText }, { weight: 2, arbitrary: lineText });
const indent = fc.constantFrom("", " ", "  ", "  ", "  ", "    ", "\t", " \t");
const tail = fc.constantFrom("", "", "", "", " ", "  ", "\t", " # note", "# note");

const quoted = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  text.map((value) => `"${value}"`),
  text.map((value) => `'${value.replaceAll("'", "''")}'`),
  text.map((value) => `'${value}'`),
  fc.constantFrom(
    '"\\x41"',
    '"\\u00e9"',
    '"\\q"',
    '"a\\\\"',
    '"a\\"b"',
    "''",
    '""',
    '"a\\tb\\n"',
    '"\\/"',
  ),
);
const header = fc.constantFrom(
  "|",
  ">",
  "|-",
  ">-",
  "|+",
  ">+",
  ">2",
  "|1-",
  "> x",
  "| # note",
  ">-  ",
);
const flow = fc.constantFrom(
  "[a, b]",
  "[a, 'b', \"c\"]",
  "{a: 1, b: [c]}",
  "[]",
  "{}",
  "[a",
  "{a: 1",
  "[a] b",
  "[a: b]",
  "{a}",
  '{"a":"b"}',
  "[a, b] # c",
);
const odd = fc.constantFrom(
  "*a",
  "&a b",
  "!!str 1",
  "!x y",
  "! z",
  "- a",
  "? a",
  ": a",
  "-",
  "?",
  ":",
  "%a",
  "@a",
  "`a`",
  ",a",
  "]",
  "}",
);

const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 3, arbitrary: quoted },
  { weight: 1, arbitrary: flow },
  { weight: 1, arbitrary: odd },
  { weight: 2, arbitrary: fc.constant("") },
);

const entryLine = fc
  .tuple(
    keyText,
    fc.constantFrom(":", ":", ":", ": ", ": ", ": ", ":  ", ":\t", " :", " : "),
    value,
    tail,
  )
  .map((parts) => parts.join(""));
const blockHeaderLine = fc
  .tuple(keyText, header, tail)
  .map(([key, mark, end]) => `${key}: ${mark}${end}`);
const itemLine = fc
  .tuple(fc.constantFrom("- ", "- ", "-  ", "-", "- - ", "-\t"), fc.oneof(value, entryLine), tail)
  .map((parts) => parts.join(""));
const otherLine = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "",
    " ",
    "   ",
    "# note",
    "#",
    "%YAML 1.2",
    "---x",
    "--- a",
    "... ",
    "...",
    "-",
    "}",
    "]",
  ),
  text,
  value,
);

const anyLine = fc
  .tuple(
    indent,
    fc.oneof(
      { weight: 5, arbitrary: entryLine },
      { weight: 2, arbitrary: blockHeaderLine },
      { weight: 2, arbitrary: itemLine },
      { weight: 4, arbitrary: otherLine },
    ),
    tail,
  )
  .map((parts) => parts.join(""));

/** Lines thrown together: most such texts are broken, some just so not. */
export const wild: fc.Arbitrary<string> = fc
  .array(fc.tuple(anyLine, lineBreak), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.flat().join(""));

/** Blocks that hold together: a key, and below it what may belong to it. */
const blockLines = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom("", " ", "  ", "   ") },
  ),
  { minLength: 0, maxLength: 4 },
);
const plainBlock = fc
  .tuple(keyText, text, blockLines, fc.constantFrom("  ", " ", "    "), tail)
  .map(([key, first, rest, pad, end]) => [
    `${key}: ${first}${end}`,
    ...rest.map((line) => (line.trim() === "" ? line : pad + line)),
  ]);
const literalBlock = fc
  .tuple(
    keyText,
    header,
    blockLines,
    fc.array(fc.constantFrom("  ", "  ", "  ", "    ", "   ", " "), { minLength: 4, maxLength: 4 }),
  )
  .map(([key, mark, rest, pads]) => [
    `${key}: ${mark}`,
    ...rest.map((line, index) => (line.trim() === "" ? line : (pads[index] ?? "  ") + line)),
  ]);
const nestedBlock = fc
  .tuple(
    keyText,
    fc.array(
      fc.oneof(
        entryLine,
        itemLine,
        plainBlock.map((lines) => lines.join("\n  ")),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom("  ", "    ", ""),
  )
  .map(([key, lines, pad]) => [
    `${key}:`,
    ...lines.flatMap((line) => line.split("\n").map((part) => pad + part)),
  ]);
const scalarEntry = fc
  .tuple(keyText, fc.oneof(tameText, quoted))
  .map(([key, scalar]) => [`${key}: ${scalar}`]);

const blocks = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: scalarEntry },
    { weight: 2, arbitrary: plainBlock },
    { weight: 2, arbitrary: literalBlock },
    { weight: 2, arbitrary: nestedBlock },
    { weight: 1, arbitrary: anyLine.map((line) => [line]) },
  ),
  { minLength: 1, maxLength: 4 },
);

export const composed: fc.Arbitrary<string> = fc
  .tuple(blocks, lineBreak)
  .map(([parts, lineEnd]) => `${parts.flat().join("\n")}\n`.replaceAll("\n", lineEnd));
