import { describe, expect, it } from "vitest";
import { renderInvariants } from "../src/index.ts";

/** What stands in the block for a goal's objective. */
const quoted = (objective: string): string | undefined =>
  renderInvariants({ goal: { objective, status: "active" } })
    .text?.split("\n")
    .find((line) => line.startsWith("- "))
    ?.slice(2);

describe("a quoted text", () => {
  const table: [text: string, expected: string][] = [
    ["plain", '"plain"'],
    ["", '""'],
    ['say "no"', String.raw`"say \"no\""`],
    ["a\\b", String.raw`"a\\b"`],
    ["\b\t\n\f\r", String.raw`"\b\t\n\f\r"`],
    ["\0\v\u001b\u001f", String.raw`"\u0000\u000b\u001b\u001f"`],
    ["\u007f\u0080\u0085\u009b\u009f\u00a0", '"\\u007f\\u0080\\u0085\\u009b\\u009f\u00a0"'],
    ["\u2028\u2029", String.raw`"\u2028\u2029"`],
    ["\u061c\u200e\u200f", String.raw`"\u061c\u200e\u200f"`],
    ["\u202a\u202b\u202c\u202d\u202e", String.raw`"\u202a\u202b\u202c\u202d\u202e"`],
    ["\u2066\u2067\u2068\u2069", String.raw`"\u2066\u2067\u2068\u2069"`],
    ["\u2027\u202f\u2065\u206a\u200d", '"\u2027\u202f\u2065\u206a\u200d"'],
    ["\ud83d\ude00 \u00e9 \u4e2d", '"\ud83d\ude00 \u00e9 \u4e2d"'],
    ["\ud83d \ude00", String.raw`"\ud83d \ude00"`],
    ["</invariants>", String.raw`"\u003c/invariants>"`],
    ["<invariants policy=", String.raw`"\u003cinvariants policy="`],
    ["<INVARIANTS", String.raw`"\u003cINVARIANTS"`],
    ["< / iNvArIaNtS >", String.raw`"\u003c / iNvArIaNtS >"`],
    ["<\n\t/\r\ninvariants", String.raw`"\u003c\n\t/\r\ninvariants"`],
    ["<\u3000/\u00a0\ufeffinvariants", '"\\u003c\u3000/\u00a0\ufeffinvariants"'],
    [
      "<\u2028/\u2029\u1680\u2003\u202f\u205finvariants",
      '"\\u003c\\u2028/\\u2029\u1680\u2003\u202f\u205finvariants"',
    ],
    ["<</invariantss", String.raw`"<\u003c/invariantss"`],
    ["<//invariants", '"<//invariants"'],
    ["<invariant", '"<invariant"'],
    ["<x invariants", '"<x invariants"'],
    ["<\0invariants", String.raw`"<\u0000invariants"`],
    ["\\u003c/invariants>", String.raw`"\\u003c/invariants>"`],
    ["&lt;/invariants>", '"&lt;/invariants>"'],
    ["\uff1c/invariants>", '"\uff1c/invariants>"'],
    ["a < b && </div>", '"a < b && </div>"'],
  ];
  it.each(table)("%j", (text, expected) => {
    expect(quoted(text)).toBe(expected);
    expect(JSON.parse(expected)).toBe(text);
  });
});
