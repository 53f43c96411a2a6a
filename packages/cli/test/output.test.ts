import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutral, neutralLines, printableJson, printableJsonLine } from "../src/output/neutral.ts";
import { createStyle } from "../src/output/style.ts";
import { renderTable } from "../src/output/table.ts";

const unsafe =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u115f\u1160\u3164\uffa0]/u;

describe("neutral", () => {
  it.each([
    ["plain", "plain"],
    ["a\u001b[31mb", "a\\u{1b}[31mb"],
    ["a\r\nb", "a\\u{d}\\u{a}b"],
    ["\u202eabc", "\\u{202e}abc"],
    ["\ud800x", "\\u{d800}x"],
    ["\u{e0041}", "\\u{e0041}"],
    ["rm\u3164\u1160", "rm\\u{3164}\\u{1160}"],
    ["日本 é 🎉", "日本 é 🎉"],
    ["\uffff\u001b", "\uffff\\u{1b}"],
  ])("%j becomes %j", (input, expected) => {
    expect(neutral(input)).toBe(expected);
  });

  it.each([
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x180e, 0x180e],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xd800, 0xdfff],
    [0x3164, 0x3164],
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff9, 0xfffb],
    [0xe0000, 0xe007f],
  ])("escapes from %i to %i, and neither what is before nor what is after", (first, last) => {
    for (const code of [first, last]) {
      expect(neutral(String.fromCodePoint(code))).toBe(`\\u{${code.toString(16)}}`);
    }
    const around = [first - 1, last + 1].filter((code) => code > 0);
    const text = String.fromCodePoint(...around);
    expect(neutral(text)).toBe(text);
  });

  it("keeps the line ends of a text of several lines, and nothing else that is unsafe", () => {
    expect(neutralLines("a\n\n\u001bb\r\n")).toBe("a\n\n\\u{1b}b\\u{d}\n");
  });

  it("leaves nothing that steers a terminal, and safe text as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const result = neutral(text);
        expect(result).not.toMatch(unsafe);
        if (!unsafe.test(text) && !/[\u{e0000}-\u{e007f}\ufff9-\ufffb]/u.test(text)) {
          expect(result).toBe(text);
        }
      }),
    );
  });
});

describe("printableJson", () => {
  it("parses to the same value and steers no terminal", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = printableJson({ value, control: "\u009b\u202e\u{e0041}" });
        expect(JSON.parse(text)).toEqual(
          JSON.parse(JSON.stringify({ value, control: "\u009b\u202e\u{e0041}" })),
        );
        expect(text.replaceAll("\n", "")).not.toMatch(unsafe);
      }),
    );
  });
});

describe("printableJsonLine", () => {
  it("is one line, with the units that JSON leaves as they are written out", () => {
    expect(printableJsonLine({ a: ["\u009b", "\u{e0041}"] })).toBe(
      '{"a":["\\u009b","\\udb40\\udc41"]}',
    );
    expect(printableJson({ a: 1 })).toBe('{\n  "a": 1\n}');
  });
});

describe("renderTable", () => {
  it("aligns wide characters by columns", async () => {
    const table = await renderTable(
      [{ title: "A" }, { title: "B" }],
      [
        ["日本", "x"],
        ["ab", "y"],
      ],
    );
    expect(table).toBe("A     B\n日本  x\nab    y\n");
  });

  it("cuts a path in the middle, never a number", async () => {
    const table = await renderTable(
      [
        { title: "PATH", shrink: "middle" },
        { title: "N", align: "right" },
      ],
      [["packages/some/where/deep/file.ts", "1234567890"]],
      { width: 30 },
    );
    expect(table.split("\n")[1]).toBe("package.../file.ts  1234567890");
  });
});

describe("createStyle", () => {
  const io = (isTerminal: boolean, environment: Record<string, string>) =>
    createStyle({ isTerminal, environment } as never, true).red("x");
  it.each([
    [true, {}, "\u001b[31mx\u001b[39m"],
    [false, {}, "x"],
    [true, { NO_COLOR: "1" }, "x"],
    [true, { NO_COLOR: "" }, "\u001b[31mx\u001b[39m"],
    [true, { TERM: "dumb" }, "x"],
  ])("terminal %s, environment %j", (isTerminal, environment, expected) => {
    expect(io(isTerminal, environment)).toBe(expected);
  });
});
