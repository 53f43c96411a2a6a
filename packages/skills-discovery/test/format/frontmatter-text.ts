import fc from "fast-check";
import { lineBreak, tameText } from "./arbitraries.ts";
import { composed, wild } from "./wild-frontmatter.ts";

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

const flowGap = fc.constantFrom("", "", " ", "  ");
const flowItem = fc.oneof(
  fc.constantFrom("Read", "Bash(git *)", "a/b", "1.0", "true", "null", "x-y", "a b", "A+", "0x1F"),
  fc.constantFrom(
    "'it''s'",
    '"a, b"',
    '"]"',
    "''",
    "[x]",
    "{a: b}",
    "a: b",
    "a #b",
    "-",
    "- x",
    "",
  ),
);
const tameItemKey = fc.constantFrom("type", "name", "a", "b", "x-1");
const tameItemValue: fc.Arbitrary<(pad: string) => string> = fc.oneof(
  { weight: 4, arbitrary: tameScalar.map((scalar) => () => ` ${scalar}`) },
  { weight: 1, arbitrary: fc.constant(() => "") },
  { weight: 1, arbitrary: tameText.map((line) => (pad: string) => ` |\n${pad}  ${line}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(tameScalar, fc.constantFrom("", "  ")).map(
      ([scalar, step]) =>
        (pad: string) =>
          `\n${pad}${step}- ${scalar}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(tameItemKey, tameScalar, fc.constantFrom("", "  ")).map(
      ([key, scalar, step]) =>
        (pad: string) =>
          `\n${pad}${step}- ${key}: ${scalar}`,
    ),
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
  fc
    .tuple(fc.array(fc.oneof(flowItem, flowItem, tameScalar), { maxLength: 4 }), flowGap, flowGap)
    .map(
      ([items, gap, last]) =>
        () =>
          ` [${gap}${items.join(`,${gap}`)}${last}]`,
    ),
  fc
    .tuple(
      fc.array(fc.array(fc.tuple(tameItemKey, tameItemValue), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom("", "  "),
      fc.constantFrom(" ", "   "),
    )
    .map(
      ([items, step, gap]) =>
        (pad: string) =>
          `\n${items
            .map((entries) =>
              entries
                .map(([key, value], index) => {
                  const before = index === 0 ? `-${gap}` : ` ${" ".repeat(gap.length)}`;
                  return `${pad}${step}${before}${key}:${value(`${pad}${step} ${gap}`)}`;
                })
                .join("\n"),
            )
            .join("\n")}`,
    ),
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

/** The same with a line that is indented otherwise, stands twice, is gone, or has moved. */
const relined: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(tame, mutated),
    fc.nat(),
    fc.constantFrom("deeper", "flatter", "twice", "gone", "moved"),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([content, at, change, count]) => {
    const lines = content.split("\n");
    const index = at % lines.length;
    const line = lines[index] ?? "";
    if (change === "deeper") lines[index] = " ".repeat(count) + line;
    else if (change === "flatter") lines[index] = line.replace(/^ {1,4}/, "");
    else if (change === "gone") lines.splice(index, 1);
    else if (change === "twice") lines.splice(index + count, 0, line);
    else lines.splice(index + count, 0, ...lines.splice(index, 1));
    return lines.join("\n");
  });

/** Texts that stand between two fences: LF or CRLF line ends, none alone. */
export const frontmatterText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: tame },
    { weight: 3, arbitrary: mutated },
    { weight: 3, arbitrary: relined },
    { weight: 2, arbitrary: composed },
    { weight: 1, arbitrary: wild },
  )
  .map((content) => content.replace(/\r(?!\n)/g, ""))
  .map((content) => (content.endsWith("\n") ? content : `${content}\n`));
