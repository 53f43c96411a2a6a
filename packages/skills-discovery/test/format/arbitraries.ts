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

export const keyText: fc.Arbitrary<string> = fc.constantFrom(
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

const lineBreak = fc.constantFrom("\n", "\n", "\n", "\n", "\r\n");

/** Lines thrown together: most such texts are broken, some just so not. */
const wild: fc.Arbitrary<string> = fc
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

const composed: fc.Arbitrary<string> = fc
  .tuple(blocks, lineBreak)
  .map(([parts, lineEnd]) => `${parts.flat().join("\n")}\n`.replaceAll("\n", lineEnd));

/** Frontmatter as it is written, with everything that the fast reader knows. */
const tameKey = fc.constantFrom(
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
  "A",
);
const tameScalar = fc.oneof(
  { weight: 3, arbitrary: tameText },
  { weight: 1, arbitrary: tameText.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: tameText.map((value) => `'${value.replaceAll("'", "''")}'`) },
);
const tameTail = fc.constantFrom("", "", "", "", " ", "\n", "\n# note", "\n  # note", "\n   ");
const tameLines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: tameText },
    { weight: 1, arbitrary: fc.constantFrom("", "- x", "  more", "# x") },
  ),
  {
    minLength: 1,
    maxLength: 4,
  },
);

function indented(lines: readonly string[], pad: string): string {
  return lines.map((line) => (line === "" ? "" : pad + line)).join("\n");
}

const tameBlock: fc.Arbitrary<(pad: string) => string> = fc.oneof(
  tameScalar.map((scalar) => () => ` ${scalar}`),
  fc.tuple(tameText, tameLines).map(
    ([first, lines]) =>
      (pad: string) =>
        ` ${first}\n${indented(lines, `${pad}  `)}`,
  ),
  fc
    .tuple(fc.constantFrom("|", ">", "|-", ">-"), tameLines, fc.constantFrom("  ", " ", "    "))
    .map(
      ([mark, lines, step]) =>
        (pad: string) =>
          ` ${mark}\n${indented(lines, pad + step)}`,
    ),
  fc.tuple(fc.array(tameScalar, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "  ")).map(
    ([items, step]) =>
      (pad: string) =>
        `\n${indented(
          items.map((item) => `- ${item}`),
          pad + step,
        )}`,
  ),
  fc.constant(() => ""),
);

function tameMapping(depth: number): fc.Arbitrary<(pad: string) => string> {
  const below: fc.Arbitrary<(pad: string) => string> =
    depth === 0
      ? tameBlock
      : fc.oneof(
          { weight: 3, arbitrary: tameBlock },
          {
            weight: 1,
            arbitrary: fc.tuple(tameMapping(depth - 1), fc.constantFrom("  ", "    ", " ")).map(
              ([inner, step]) =>
                (pad: string) =>
                  `\n${inner(pad + step)}`,
            ),
          },
        );
  return fc
    .uniqueArray(fc.tuple(tameKey, below, tameTail), {
      selector: ([key]) => key,
      minLength: 1,
      maxLength: 4,
    })
    .map(
      (entries) => (pad) =>
        entries.map(([key, value, end]) => `${pad}${key}:${value(pad)}${end}`).join("\n"),
    );
}

const tame: fc.Arbitrary<string> = fc
  .tuple(tameMapping(2), lineBreak)
  .map(([mapping, lineEnd]) => `${mapping("")}\n`.replaceAll("\n", lineEnd));

/** The same with a slip of the hand: something put in, taken out, or both. */
export const slip: fc.Arbitrary<string> = fc.constantFrom(
  " ",
  "  ",
  "\n",
  "\t",
  ":",
  ": ",
  "#",
  " #",
  "-",
  "- ",
  "'",
  '"',
  "|",
  ">",
  "[",
  "]",
  "{",
  "}",
  "&",
  "*",
  "!",
  ",",
  "%",
  "@",
  "`",
  "?",
  "\\",
  "\r\n",
  "é",
  "\n\n",
  "...",
  "\n---\n ",
  "+",
  "2",
);
const mutated: fc.Arbitrary<string> = fc
  .tuple(
    tame,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), slip), { minLength: 1, maxLength: 3 }),
  )
  .map(([content, slips]) =>
    slips.reduce((text, [at, removed, added]) => {
      const offset = at % text.length;
      return text.slice(0, offset) + added + text.slice(offset + removed);
    }, content),
  );

/** Texts that stand between two fences: LF or CRLF line ends, none alone. */
export const frontmatterText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: tame },
    { weight: 4, arbitrary: mutated },
    { weight: 2, arbitrary: composed },
    { weight: 1, arbitrary: wild },
  )
  .map((content) => content.replace(/\r(?!\n)/g, ""))
  .map((content) => (content.endsWith("\n") ? content : `${content}\n`));
