import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shorten } from "../../src/internal/shorten.ts";

const points = (text: string): number => [...text].length;

describe("a text that fits is kept", () => {
  test.each([
    ["", 0],
    ["ab", 2],
    ["ab", 3],
    ["🎉", 1],
    ["🎉🎉", 2],
    ["\ud800x", 2],
  ])("%j in %i", (text, characters) => {
    expect(shorten(text, characters)).toBe(text);
  });
});

describe("a longer one is cut", () => {
  test.each([
    // At the end of a word, without the blanks behind it.
    ["one two three", 9, "one two…"],
    ["one two three", 8, "one two…"],
    ["one two three", 7, "one…"],
    ["one two  three", 10, "one two…"],
    [" one two", 5, " one…"],
    // Inside a word that is too long by itself, or where there is no room for anything.
    ["abcdef", 4, "abc…"],
    ["abcdef ghi", 4, "abc…"],
    ["abcdef", 1, "…"],
    ["abcdef", 0, "…"],
    ["a\u007fb", 2, "a…"],
    // Letters beyond ASCII are letters: no word ends among them.
    ["été finish", 3, "ét…"],
    ["one über", 6, "one…"],
    ["one aübc", 7, "one…"],
    ["one\u00a0two three", 9, "one\u00a0two…"],
    // By code points: a pair is never halved, and half a pair counts as one.
    ["🎉🎉🎉", 2, "🎉…"],
    ["a🎉b🎉", 3, "a🎉…"],
    ["\u{10000}\u{10FFFF}\u{10000}", 2, "\u{10000}…"],
    ["\u{10FFFF}\u{10FFFF}\u{10FFFF}", 2, "\u{10FFFF}…"],
    ["\u{103FF}\u{10FC00}\u{103FF}", 2, "\u{103FF}…"],
    ["\ud800\ud800\ud800", 2, "\ud800…"],
    ["\udbffa\udbffa", 3, "\udbffa…"],
    ["\udfff\udfff\udfff", 2, "\udfff…"],
    ["\ud7ff\udc00\udc00", 2, "\ud7ff…"],
    ["\ud800\ue000\ue000", 2, "\ud800…"],
    ["a\ud83c\udf89\ud83c\udf89\ud83c\udf89", 3, "a\ud83c\udf89…"],
    // Scripts without blanks may be cut anywhere.
    ["日本語のテキスト", 4, "日本語…"],
    ["one 日本語", 6, "one 日…"],
    ["one日本語", 4, "one…"],
    ["日本one two", 5, "日本…"],
    ["ภาษาไทย", 4, "ภาษ…"],
    ["ຂໍ້ຄວາມ", 5, "ຂໍ້ຄ…"],
    ["ខ្មែរ", 4, "ខ្…"],
    ["မြန်မာ", 5, "မြန်…"],
    ["カタカナ", 3, "カタ…"],
    ["ひらがな", 3, "ひら…"],
    ["a、b、c", 3, "a、…"],
    ["aＡb", 2, "a…"],
    ["ελληνικά", 4, "ελλ…"],
    ["one ελληνικά", 8, "one…"],
    // What belongs to the character before it stays with it or goes with it.
    ["e\u0301e\u0301e\u0301", 4, "e\u0301…"],
    ["語\u3099語\u3099", 2, "…"],
    ["日語\u3099語", 3, "日…"],
    ["👍🏽👍🏽", 2, "…"],
    ["x👍🏽", 2, "x…"],
    ["👩\u200d💻👩\u200d💻", 3, "…"],
    ["👩\u200d💻👩\u200d💻", 4, "👩\u200d💻…"],
    ["日\u200d本語", 3, "…"],
    ["\u0301\u0301\u0301", 2, "…"],
  ])("%j in %i is %j", (text, characters, cut) => {
    expect(shorten(text, characters)).toBe(cut);
  });
});

test("whatever the text, no more than the code points, whole ones, and never less for more room", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(" ", "a", "é", "日", "👍", "🏽", "\u0301", "\u200d", "\ud800", "\udc00"),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(""));
  let cuts = 0;
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (given, characters) => {
      const short = shorten(given, characters);
      expect(points(short)).toBeLessThanOrEqual(characters);
      if (short !== given) {
        cuts += 1;
        expect(given.startsWith(short.slice(0, -1))).toBe(true);
        expect(points(given)).toBeGreaterThan(characters);
      }
      expect(points(shorten(given, characters + 1))).toBeGreaterThanOrEqual(points(short));
    }),
  );
  expect(cuts).toBeGreaterThan(5);
});
