import { describe, expect, test } from "vitest";
import { escapeMarkup, oneLine } from "../../src/internal/one-line.ts";
import {
  compareCodeUnits,
  countCodePoints,
  neutralise,
  quoteForMessage,
} from "../../src/internal/text.ts";

describe("a text on one line", () => {
  test.each([
    ["", ""],
    ["a b~", "a b~"],
    ["  a \t b  ", "a b"],
    ["a\r\n\nb\n", "a b"],
    ["a\u0000b\u001bc\u007fd\u009fe", "a b c d e"],
    ["a\u2028b\u2029c", "a b c"],
    ["a\u00a0\u3000b", "a b"],
    ["a\u200bb\u202ec\u{e0041}d", "abcd"],
    ["\ud800a\udc00", "\ufffda\ufffd"],
    ["größe 日本 🎉", "größe 日本 🎉"],
    ["a \u202e\u2066", "a"],
    ["a \u001b", "a"],
    ["a\uffffb", "a\uffffb"],
  ])("%j is %j", (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});

test("text of an element neither ends it nor begins another", () => {
  expect(escapeMarkup("a&<b>&</b>")).toBe("a&amp;&lt;b&gt;&amp;&lt;/b&gt;");
});

test.each([
  ["", ""],
  ["a b~", "a b~"],
  ["a\tb\nc\rd", "a\\u{9}b\\u{A}c\\u{D}d"],
  ["a\u001b[31m\u202e", "a\\u{1B}[31m\\u{202E}"],
  ["\u{e0041}x", "\\u{E0041}x"],
  ["\ud800x\udc00", "\\u{D800}x\\u{DC00}"],
  ["é🎉", "é🎉"],
  ["a\uffffb", "a\uffffb"],
])("%j is neutral as %j", (text, shown) => {
  expect(neutralise(text)).toBe(shown);
});

test.each([
  ["\ud83c\udf89", 79],
  ["\udbff\udfff", 79],
  ["\ud800\udc00", 79],
  ["\ud7ff\ue000", 80],
  ["\ue000\ue000", 80],
])("a message quotes %j whole or not at all", (character, kept) => {
  const text = `${"a".repeat(79)}${character}b`;
  expect(quoteForMessage(text)).toBe(`\`${text.slice(0, kept)}…\``);
});

test.each([
  ["", 0],
  ["ab", 2],
  ["\ud83c\udf89", 1],
  ["\ud800\udc00\udbff\udfff", 2],
  ["a\ud83c\udf89b\ud83c\udf89", 4],
  ["\ud83cx", 2],
  ["\udf89\ud83c", 2],
  ["\ud800\ud83c\udf89", 2],
  ["\ud7ff\udc00", 2],
  ["\udc00\udc00", 2],
  ["\ud800\udbff", 2],
  ["\ud800\ue000", 2],
])("%j has %d code points", (text, count) => {
  expect(countCodePoints(text)).toBe(count);
});

test.each([
  ["a", "b", -1],
  ["b", "a", 1],
  ["a", "a", 0],
  ["Z", "a", -1],
  ["ä", "z", 1],
  ["\uffff", "\u{10000}", 1],
])("%j and %j are ordered by code units", (left, right, order) => {
  expect(compareCodeUnits(left, right)).toBe(order);
});
