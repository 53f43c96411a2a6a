import { describe, expect, it } from "vitest";
import { shortHash, stateHash } from "../src/internal/hash.ts";
import { createLook, cutCell, drawCell, name } from "../src/internal/look.ts";
import { glyphsOf, neutral, widthOf } from "../src/internal/neutral.ts";

describe("neutral", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["a\u001b[31m", "a\\u{1b}[31m"],
    ["caf\u00e9 \u65e5\u672c \u{1f600}", "caf\u00e9 \u65e5\u672c \u{1f600}"],
    ["e\u0301", "e\u0301"],
    ["\u202ex", "\\u{202e}x"],
    ["\ud800x", "\\u{d800}x"],
    ["a\u001f \u007f\u009f\u00a0b", "a\\u{1f} \\u{7f}\\u{9f}\u00a0b"],
    ["\uffff\u202a", "\uffff\\u{202a}"],
    ["\ufff8\ufff9\ufffb\ufffc", "\ufff8\\u{fff9}\\u{fffb}\ufffc"],
    ["\u{dffff}\u{e0000}\u{e0fff}\u{e1000}", "\u{dffff}\\u{e0000}\\u{e0fff}\u{e1000}"],
    ["\u{e0041}", "\\u{e0041}"],
    [`o${"\u0308".repeat(6)}`, `o${"\u0308".repeat(4)}\\u{308}\\u{308}`],
    ["\u0308", "\\u{308}"],
    ["\u0e01\u0e34\u0e48", "\u0e01\u0e34\u0e48"],
  ])("%j is %j", (text, shown) => {
    expect(neutral(text, false)).toBe(shown);
  });

  it("leaves nothing but printable ASCII where that is asked for", () => {
    expect(neutral("a b", true)).toBe("a b");
    expect(neutral("caf\u00e9/\u65e5\u{1f600}e\u0301", true)).toBe(
      "caf\\u{e9}/\\u{65e5}\\u{1f600}e\\u{301}",
    );
  });

  it.each([
    ["abc", 3],
    ["\u65e5\u672c\u8a9e", 6],
    ["\uff21\uff22", 4],
    ["\ud55c\uae00", 4],
    ["\u{1f600}\u2705", 4],
    ["e\u0301a\u0308", 2],
    ["1\u20e3", 2],
    ["\u{20000}", 2],
    ["\u202e", 8],
  ])("%j takes %d columns", (text, columns) => {
    expect(widthOf(glyphsOf(text, false))).toBe(columns);
  });

  it("never takes a letter for narrower than the engine's own classes say", () => {
    const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}/u;
    const halfWidth = /[\uff61-\uff9f]/;
    let met = 0;
    for (let code = 0x80; code < 0x40000; code++) {
      const char = String.fromCodePoint(code);
      if (!wide.test(char) || halfWidth.test(char) || /\p{M}/u.test(char)) continue;
      if (neutral(char, false) !== char) continue;
      met += 1;
      expect(widthOf(glyphsOf(char, false)), code.toString(16)).toBe(2);
    }
    expect(met).toBeGreaterThan(90_000);
  });

  it("takes marks for what stands on a letter", () => {
    for (const char of "\u0301\u05b0\u064e\u093c\u0e34\u3099\u20d0\ufe20") {
      expect(/\p{M}/u.test(char)).toBe(true);
      expect(widthOf(glyphsOf(`a${char}`, false))).toBe(1);
    }
  });
});

describe("a name", () => {
  const look = createLook({ width: 80 });
  const ascii = createLook({ width: 80, ascii: true });
  it.each([
    ["src/internal/look.ts", 30, "", "src/internal/look.ts"],
    ["src/internal/look.ts", 12, "", "src\u2026/look.ts"],
    ["src/internal/look.ts", 12, " +12", "sr\u2026ok.ts +12"],
    ["\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e", 8, "", "\u65e5\u2026\u672c\u8a9e"],
    ["a\u202eb", 8, "", "a\u2026b"],
    ["", 8, "", '""'],
  ])("%j in %d columns with %j is %j", (text, columns, suffix, shown) => {
    const cell = cutCell(name(text, look, suffix), columns, look);
    expect(drawCell(cell, look)).toBe(shown);
  });

  it("is cut with ASCII where that is asked for", () => {
    const cell = cutCell(name("src/internal/look.ts", ascii), 12, ascii);
    expect(drawCell(cell, ascii)).toBe("src...ook.ts");
  });
});

describe("hashes", () => {
  it.each([
    ["", "811c9dc5", "cbf29ce484222325"],
    ["a", "e40c292c", "af63dc4c8601ec8c"],
    ["foobar", "bf9cf968", "85944171f73967e8"],
  ])("of %j are those that FNV-1a is published with", (text, short, state) => {
    expect([shortHash(text), stateHash(text)]).toEqual([short, state]);
  });
});
