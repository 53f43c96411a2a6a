import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineFinder } from "../../src/simulate/internal/line-finder.ts";

function foundIn(lines: readonly string[], text: string): string[] {
  const finder = createLineFinder(lines);
  const found = new Set<number>();
  finder.find(text, (number) => found.add(number));
  return [...new Set(lines)].filter((line) => found.has(finder.numberOf(line) ?? -1));
}

describe("a line finder", () => {
  it.each([
    ["nothing", [], "text", []],
    ["the very text", ["const a = 1;"], "const a = 1;", ["const a = 1;"]],
    ["a part of the text", ["const a = 1;"], "7\tconst a = 1; // so", ["const a = 1;"]],
    ["lines within lines", ["abcdefghij", "cdefghij", "fgh", "j"], "abcdefghij", "all"],
    ["lines that overlap", ["abcdefghi", "efghijklm"], "abcdefghijklm", "all"],
    ["lines of every length", ["a", "bc", "def", "ghij", "klmnopq"], "abcdefghijklmnopq", "all"],
    ["a beginning alone", ["const value = 1;"], "const value", []],
    ["an end alone", ["const value = 1;"], "value = 1;", []],
    ["other characters", ["größe = 漢字", "🙂🙂🙂"], "x größe = 漢字 🙂🙂🙂", "all"],
    ["an empty text", ["a"], "", []],
  ] as const)("finds %s", (_, lines, text, expected) => {
    expect(foundIn(lines, text)).toEqual(expected === "all" ? lines : expected);
  });

  it("finds what includes() finds, of lines that are much alike too", () => {
    const part = fc.constantFrom(
      "0, ",
      "1, ",
      "a",
      "b",
      "00000000",
      "const value",
      " = ",
      "é",
      "漢",
    );
    const text = (most: number): fc.Arbitrary<string> =>
      fc.array(part, { maxLength: most, size: "max" }).map((parts) => parts.join(""));
    let hits = 0;
    let misses = 0;
    fc.assert(
      fc.property(fc.array(text(30), { maxLength: 120, size: "max" }), text(80), (some, rest) => {
        const lines = [...new Set(some)].filter((line) => line !== "");
        const whole = `${lines[0] ?? ""}${rest}`;
        const expected = lines.filter((line) => whole.includes(line));
        expect(foundIn(lines, whole)).toEqual(expected);
        hits += expected.length;
        misses += lines.length - expected.length;
      }),
      { seed: 3, numRuns: 500 },
    );
    expect(Math.min(hits, misses)).toBeGreaterThan(1000);
  });

  it("tells many lines of the same few characters apart", () => {
    const lines = Array.from({ length: 4096 }, (_, number) =>
      [...number.toString(2).padStart(12, "0")].map((digit) => `0x0${digit}`).join(", "),
    );
    const shown = lines.filter((_, number) => number % 7 === 0);
    expect(foundIn(lines, shown.join("\n"))).toEqual(shown);
  });
});
