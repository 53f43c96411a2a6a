import { describe, expect, it } from "vitest";
import { escapeHtml } from "../src/html/escape.ts";
import { neutral } from "../src/internal/neutral.ts";

describe("neutral", () => {
  it.each([
    ["", ""],
    ["a b~é日🎉", "a b~é日🎉"],
    ["a\u001b[31mb\n", "a\\u{1b}[31mb\\u{a}"],
    ["\u{e0041}x", "\\u{e0041}x"],
  ])("%j becomes %j", (text, shown) => {
    expect(neutral(text)).toBe(shown);
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
    [0x3164, 0x3164],
    [0xd800, 0xdfff],
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
});

describe("escapeHtml", () => {
  it("writes what begins or ends a tag, an entity or an attribute as an entity", () => {
    expect(escapeHtml(`a&b<c>d"e'f`)).toBe("a&amp;b&lt;c&gt;d&quot;e&#39;f");
  });
});
