import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInvisible } from "../../src/internal/invisible.ts";
import { neutralise, quoteForMessage } from "../../src/internal/text.ts";
import { RUNS } from "./arbitraries.ts";
import { file, inspect, judged } from "./helpers.ts";

const HIDDEN: readonly (readonly [string, string])[] = [
  ["right-to-left override", "\u202e"],
  ["left-to-right isolate", "\u2066"],
  ["pop directional isolate", "\u2069"],
  ["right-to-left mark", "\u200f"],
  ["Arabic letter mark", "\u061c"],
  ["zero-width space", "\u200b"],
  ["word joiner", "\u2060"],
  ["invisible times", "\u2062"],
  ["soft hyphen", "\u00ad"],
  ["byte-order mark in the text", "\ufeff"],
  ["Hangul filler", "\u3164"],
  ["line separator", "\u2028"],
  ["escape", "\u001b"],
  ["backspace", "\b"],
  ["form feed", "\f"],
  ["delete", "\u007f"],
  ["a control of the second block", "\u009b"],
  ["interlinear annotation", "\ufff9"],
  ["tag", "\u{e0041}"],
  ["variation selector 17", "\u{e0100}"],
  ["zero-width joiner between Latin letters", "\u200d"],
  ["zero-width non-joiner between Latin letters", "\u200c"],
  ["variation selector behind a Latin letter", "\ufe0f"],
  ["musical control", "\u{1d173}"],
];

describe("invisible and bidirectional characters", () => {
  test.each(HIDDEN)("%s: a warning that shows it decoded, in each part", async (_, hidden) => {
    const shown = `\\u{${hidden.codePointAt(0)?.toString(16).toUpperCase()}}`;
    const text = file(`name: demo\ndescription: ab${hidden}cd`, `One\nab${hidden}cd\n`);
    const { rejected, diagnostics } = await inspect(text);
    expect(rejected).toBe(false);
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ["text.invisible-characters", 3, 16],
      ["text.invisible-characters", 6, 3],
    ]);
    for (const { message, severity } of diagnostics) {
      expect(severity).toBe("warning");
      expect(message).toContain(shown);
      expect(message).not.toContain(hidden);
    }
  });

  test.each([
    ["emoji with a selector", "⚠️ ❤️ ☑️ ©️"],
    ["emoji joined", "👩‍💻 👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 👩🏽‍🚀"],
    ["keycaps", "1️⃣ and 2️⃣"],
    ["a regional flag", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["Persian", "می\u200cخواهم"],
    ["Hindi", "क्\u200dष क्\u200cष"],
    ["an ideograph's variant", "葛\u{e0100}"],
    ["a symbol's variant", "∩︀"],
    ["Mongolian", "ᠠ᠋"],
    ["blanks that show", "a\u00a0b\u3000c\td"],
    ["right-to-left text", "שלום مرحبا"],
  ])("what belongs to what is seen is no finding: %s", async (_, text) => {
    expect((await judged(file(`name: demo\ndescription: ${text}`, text))).findings).toEqual([]);
  });

  test.each([
    ["two selectors in a row", "⚠\ufe0f\ufe0f"],
    ["a message in selectors", `😀${"\u{e0148}\u{e0155}"}`],
    ["tags without a flag", "a\u{e0067}\u{e007f}"],
    ["a flag without an end", "🏴\u{e0067}\u{e0062} x"],
    ["a flag of too many tags", `🏴${"\u{e0061}".repeat(20)}\u{e007f}`],
    ["a joiner at the end of an emoji", "👩\u200d x"],
    ["a joiner in front", "\u200d👩"],
    ["a joiner between emoji and letter", "👩\u200da"],
  ])("what only looks like it is one: %s", (_, text) => {
    expect(findInvisible(text, 10).length).toBeGreaterThan(0);
  });

  test("one finding for each part, with a count and at most five kinds", async () => {
    const many = ["\u200b", "\u200e", "\u202a", "\u2060", "\u2061", "\u2062", "\u2063"].join("x");
    const text = file(`name: demo\ndescription: a${many}\nlicense: "\u200b"`, many.repeat(300));
    const { diagnostics } = await inspect(text);
    expect(diagnostics.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(diagnostics[0]?.message).toContain("`description` has 7 invisible");
    expect(diagnostics[0]?.message).toMatch(/\\u\{2061\} and others/);
    expect(diagnostics[1]?.message).toContain(
      "The frontmatter has 1 invisible or bidirectional character:",
    );
    expect(diagnostics[2]?.message).toContain("at least 1000");
  });

  test("escapes in quotes make them as well", async () => {
    const text = file('name: demo\ndescription: "a\\u202eb\\x1b[31m"');
    expect((await judged(text)).findings).toEqual(["warning text.invisible-characters 3:14"]);
    expect((await judged(file('name: demo\ndescription: "a\\rb"'))).findings).toEqual([
      "warning text.invisible-characters 3:14",
    ]);
    expect((await judged(file('name: "de\\u200bmo"\ndescription: b'))).findings).toEqual([
      "warning name.directory-mismatch 2:7",
      "error name.invalid 2:7",
      "warning text.invisible-characters 2:7",
    ]);
  });

  test("in keys and comments, too", async () => {
    expect((await judged(file("name: demo\ndescription: b\n# a\u202eb"))).findings).toEqual([
      "warning text.invisible-characters 4:4",
    ]);
  });

  test("also where the frontmatter can't be read", async () => {
    expect((await judged(file("name: demo\nx: [\u202e"))).findings).toEqual([
      "error frontmatter.invalid-yaml 3:4",
      "warning text.invisible-characters 3:5",
    ]);
  });
});

describe("text in messages", () => {
  const anything = fc.string({ unit: "binary", maxLength: 20 });

  test("is one line without controls, and keeps what is visible", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const shown = neutralise(text);
        expect(shown).not.toMatch(
          /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
        const back = shown.replace(/\\u\{([0-9A-F]+)\}/g, (_, hex) =>
          String.fromCodePoint(Number.parseInt(hex, 16)),
        );
        expect(back).toBe(text);
      }),
      { numRuns: RUNS * 2 },
    );
  });

  test("is cut where it is long, never within a character", () => {
    expect(quoteForMessage("a".repeat(80))).toBe(`\`${"a".repeat(80)}\``);
    expect(quoteForMessage("a".repeat(81))).toBe(`\`${"a".repeat(80)}…\``);
    expect(quoteForMessage(`${"a".repeat(79)}🎉🎉`)).toBe(`\`${"a".repeat(79)}…\``);
  });

  test("every message of a hostile file is one line, neutral, and says something", async () => {
    const evil = fc.constantFrom(
      "\u001b[31m",
      "\u202e",
      "\u2028",
      "\u009b",
      "\u0007",
      "a",
      ": ",
      "x\n",
      "[",
      "é",
      "#",
      '"',
      "\u200b",
      "&",
      "\t",
    );
    const value = fc.array(evil, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(value, value, value, async (name, key, body) => {
        const { diagnostics } = await inspect(
          file(`name: ${name}\n${key}: ${name}\nlicense: [${key}]`, body),
        );
        for (const { message, line, column } of diagnostics) {
          seen += 1;
          expect(message).toMatch(
            /^[^\p{Cc}\p{Cs}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]{20,}$/u,
          );
          expect((line ?? 1) >= 1 && (column ?? 1) >= 1).toBe(true);
        }
      }),
      { numRuns: RUNS / 2 },
    );
    expect(seen).toBeGreaterThan(RUNS / 2);
  });
});
