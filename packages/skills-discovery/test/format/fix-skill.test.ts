import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SkillsDiscoveryError } from "../../src/errors.ts";
import { fixSkill } from "../../src/fix-skill.ts";
import { lineText, RUNS } from "./arbitraries.ts";
import { frontmatterText } from "./frontmatter-text.ts";
import { bytesOf, file, inspect, short } from "./helpers.ts";

async function fix(
  text: string | Uint8Array,
): Promise<{ readonly text: string; readonly fixes: readonly string[] }> {
  const fixed = await fixSkill({ bytes: typeof text === "string" ? bytesOf(text) : text });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    text: decoder.decode(fixed.bytes),
    fixes: fixed.fixes.map(({ kind, line }) => `${kind} ${line}`),
  };
}

describe("what is mended", () => {
  test.each([
    ["a mark", "\ufeff---\nname: demo\n---\n", "---\nname: demo\n---\n", ["byte-order-mark 1"]],
    [
      "two marks",
      "\ufeff\ufeff---\nname: demo\n---\n",
      "---\nname: demo\n---\n",
      ["byte-order-mark 1"],
    ],
    ["a mark without frontmatter", "\ufeff# Title\n", "# Title\n", ["byte-order-mark 1"]],
    ["a colon", file("description: Use: it"), file('description: "Use: it"'), ["quoting 2"]],
    ["quotes in a text", file('d: Say: "hi"'), file("d: 'Say: \"hi\"'"), ["quoting 2"]],
    [
      "both quotes in a text",
      file('d: Don\'t: "hi"'),
      file('d: "Don\'t: \\"hi\\""'),
      ["quoting 2"],
    ],
    [
      "several lines",
      file("description: Use: it\n  now: so\nx: y"),
      file('description: "Use: it now: so"\nx: y'),
      ["quoting 2"],
    ],
    [
      "several scalars",
      file("a: b: c\nl:\n  - @x\nm:\n  n: `o`"),
      file('a: "b: c"\nl:\n  - "@x"\nm:\n  n: "`o`"'),
      ["quoting 2", "quoting 4", "quoting 6"],
    ],
    [
      "a tab before a text",
      file("d:\n\tUse\n\tit\nx: y"),
      file('d:\n  "Use it"\nx: y'),
      ["quoting 3"],
    ],
    [
      "a number for a name",
      file("name: 12306\ndescription: 1.0"),
      file('name: "12306"\ndescription: "1.0"'),
      ["quoting 2", "quoting 3"],
    ],
    [
      "a repaired text and a number",
      file("description: a: b\nname: 12 # n"),
      file('description: "a: b"\nname: "12" # n'),
      ["quoting 2", "quoting 3"],
    ],
    [
      "blanks behind fences",
      "---  \nname: demo\n---\t\nBody  \n",
      "---\nname: demo\n---\nBody  \n",
      ["trailing-blanks 1", "trailing-blanks 3"],
    ],
    [
      "blanks behind fields",
      file("name: demo  \n  \ndescription: b\t"),
      file("name: demo\n\ndescription: b"),
      ["trailing-blanks 2", "trailing-blanks 3", "trailing-blanks 4"],
    ],
    [
      "CRLF kept",
      "\ufeff---\r\nname: demo \r\nd: a: b\r\n---  \r\nBody\r\n",
      '---\r\nname: demo\r\nd: "a: b"\r\n---\r\nBody\r\n',
      ["byte-order-mark 1", "quoting 3", "trailing-blanks 2", "trailing-blanks 4"],
    ],
    [
      "lone CR kept",
      "---\rname: demo \rd: a: b\r--- \rBody \r",
      '---\rname: demo\rd: "a: b"\r---\rBody \r',
      ["quoting 3", "trailing-blanks 2", "trailing-blanks 4"],
    ],
    [
      "the closing fence at the end",
      "---\nname: demo\n---  ",
      "---\nname: demo\n---",
      ["trailing-blanks 3"],
    ],
  ])("%s", async (_, text, expected, fixes) => {
    expect(await fix(text)).toEqual({ text: expected, fixes });
    expect(await fix(expected)).toEqual({ text: expected, fixes: [] });
  });
});

describe("what is left alone", () => {
  test.each([
    ["a good file", file("name: demo\ndescription: Shows.")],
    ["blanks in the body", file("name: demo", "One  \ntwo\t\n\n   \n")],
    ["blanks in blocks", file("d: |  \n  a  \n   \n  b \n\nx: y")],
    ["blanks in quotes", file('d: "a  \n  b"\nx: y')],
    ["blanks that a block keeps", file("d: |+\n  a\n    \nx: y")],
    ["a cut description", file("description: C# #1")],
    ["a null name", file("name:\ndescription: ~")],
    ["numbers elsewhere", file("name: demo\nversion: 1.0\nmetadata:\n  a: 1")],
    ["what may be meant in two ways", file("description: 'tis: so \nx: [a")],
    ["what a repair alone doesn't mend", file("d: a: b \nx: [a")],
    ["keys that stand twice", file("a: b: c \na: d")],
    ["no frontmatter", "# Title  \n"],
    ["frontmatter that is never closed", "---\nname: a: b \n"],
    ["a NUL", "\ufeff---\nname: \0\n---\n"],
  ])("%s", async (_, text) => {
    const bytes = bytesOf(text);
    const fixed = await fixSkill({ bytes });
    expect(fixed.fixes).toEqual([]);
    expect(fixed.bytes).toBe(bytes);
  });

  test("what isn't UTF-8: in the body byte for byte, in the frontmatter altogether", async () => {
    const body = Uint8Array.from([...bytesOf("\ufeff---\nname: a: b\n---\n"), 0xff, 0xfe, 0x0a]);
    const fixed = await fixSkill({ bytes: body });
    expect([...fixed.bytes.slice(-3)]).toEqual([0xff, 0xfe, 0x0a]);
    expect(fixed.fixes.map(({ kind }) => kind)).toEqual(["byte-order-mark", "quoting"]);
    const front = Uint8Array.from([...bytesOf("---\nd: a: b "), 0xff, ...bytesOf("\n---\n")]);
    expect((await fixSkill({ bytes: front })).fixes).toEqual([]);
  });

  test("bytes of a wrong type are the caller's mistake", async () => {
    const bytes = "---" as unknown as Uint8Array;
    await expect(fixSkill({ bytes })).rejects.toSatisfy(SkillsDiscoveryError.isInstance);
  });
});

describe("properties of mending", () => {
  const mark = fc.constantFrom("", "\ufeff");
  const blanks = fc.constantFrom("", "", "  ", "\t");
  const body = fc.array(lineText, { maxLength: 3 }).map((lines) => lines.join("\n"));
  const texts = fc
    .tuple(
      mark,
      blanks,
      fc.oneof(
        frontmatterText,
        fc.tuple(lineText, lineText).map(([a, b]) => `name: ${a}\ndescription: ${b}\n`),
      ),
      blanks,
      body,
    )
    .map(
      ([start, first, fields, second, rest]) =>
        `${start}---${first}\n${fields}---${second}\n${rest}`,
    );

  test("mending twice is mending once; the body and all values stay; the findings are gone", async () => {
    let mended = 0;
    let quoted = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const before = await inspect(text);
        const fixed = await fixSkill({ bytes: bytesOf(text) });
        const again = await fixSkill({ bytes: fixed.bytes });
        expect(again.fixes).toEqual([]);
        expect(again.bytes).toBe(fixed.bytes);
        if (fixed.fixes.length === 0) return;
        mended += 1;
        const after = await inspect(fixed.bytes);
        expect(after.metadata).toEqual(before.metadata);
        expect(after.rejected).toBe(
          before.rejected && text.startsWith("\ufeff") ? after.rejected : before.rejected,
        );
        const codes = short(after.diagnostics).join();
        expect(codes).not.toContain("file.byte-order-mark");
        if (fixed.fixes.some(({ kind }) => kind === "quoting")) {
          quoted += 1;
          expect(codes).not.toContain("frontmatter.unquoted-scalar");
          expect(codes).not.toContain("not-text");
        }
        const decode = (bytes: Uint8Array): string =>
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        if (before.bodyOffset !== null && after.bodyOffset !== null) {
          const original = decode(bytesOf(text))
            .replace(/^\ufeff/, "")
            .slice(before.bodyOffset);
          expect(decode(fixed.bytes).slice(after.bodyOffset)).toBe(original);
        }
      }),
      { numRuns: RUNS },
    );
    expect(mended).toBeGreaterThan(RUNS / 5);
    expect(quoted).toBeGreaterThan(RUNS / 50);
  });
});
