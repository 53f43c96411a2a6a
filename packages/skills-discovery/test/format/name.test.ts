import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inspectSkill } from "../../src/inspect-skill.ts";
import { faultOfName, normaliseName } from "../../src/internal/skill-name.ts";
import { RUNS } from "./arbitraries.ts";
import { bytesOf, file, inspect, judged, short, validate } from "./helpers.ts";

function named(name: string): string {
  return file(`name: ${name}\ndescription: Shows.`);
}

describe("name", () => {
  test.each([
    "demo",
    "a",
    "1",
    "a1-b2-c3",
    "a".repeat(64),
    "技能",
    "мой-навык",
    "ελληνικά",
    "ﬁx",
    "a²",
    "ａｂ",
    "straße",
    "ภาษาไทย",
    "हिन्दी",
    "عربي",
    "тест-1",
    "cafe\u0301",
    "〇",
    "a۴",
  ])("%s is a name", async (name) => {
    const { rejected, metadata, diagnostics } = await inspect(named(name));
    expect(rejected).toBe(false);
    expect(metadata.name).toBe(name.normalize("NFKC"));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each([
    ["My-Skill", "upper-case"],
    ["Навык", "upper-case"],
    ["İx", "upper-case"],
    ["ǅ", "upper-case"],
    ["my_skill", "character"],
    ["my skill", "character"],
    ["a.b", "character"],
    ["a:b", "character"],
    ["a/b", "character"],
    ["../a", "character"],
    ["🎉", "character"],
    ["<b>", "character"],
    ["a\u200bb", "character"],
    ["a\u202eb", "character"],
    ["a\ufe0f", "character"],
    ["\u3164", "character"],
    ["\u0301a", "character"],
    ["1\u0301", "character"],
    ["-a", "begins or ends"],
    ["a-", "begins or ends"],
    ['"-"', "begins or ends"],
    ["a--b", "two hyphens"],
    ["a".repeat(65), "65 characters"],
    ["\ufb03".repeat(22), "66 characters"],
    ['""', "empty"],
    ['" "', "empty"],
  ])("%s is none: it is an error, and rejected", async (name, reason) => {
    const { rejected, diagnostics } = await inspect(named(name));
    expect(rejected).toBe(true);
    const [fault] = diagnostics.filter(({ code }) => code === "name.invalid");
    expect(fault).toMatchObject({ severity: "error", line: 2, column: 7 });
    expect(fault?.message).toContain(reason);
  });

  test("64 code points count, not UTF-16 units", async () => {
    expect((await inspect(named("𐐨".repeat(64)))).rejected).toBe(false);
    expect((await inspect(named("𐐨".repeat(65)))).rejected).toBe(true);
  });

  test.each(["- a", "{ a: b }"])("a collection is none: %s", async (value) => {
    const { rejected, diagnostics } = await inspect(file(`name:\n  ${value}\ndescription: Shows.`));
    expect(rejected).toBe(true);
    expect(short(diagnostics)).toEqual(["error name.invalid 3:3"]);
  });

  test("blanks around it don't count", async () => {
    expect((await inspect(named("' demo '"))).metadata.name).toBe("demo");
    expect((await inspect(file("name: >\n  demo\ndescription: Shows."))).metadata.name).toBe(
      "demo",
    );
  });

  test.each([
    ["12306", "number"],
    ["0x1f", "number"],
    ["1e3", "number"],
    ["true", "boolean"],
    ["yes", "boolean"],
    ["off", "boolean"],
    ["2024-01-31", "date"],
  ])("%s loads as its source text, with a warning", async (name, type) => {
    const { rejected, metadata, diagnostics } = await inspect(named(name));
    expect(rejected).toBe(false);
    expect(metadata.name).toBe(name);
    const [finding] = diagnostics.filter(({ code }) => code === "name.not-text");
    expect(finding).toMatchObject({ severity: "warning", line: 2, column: 7 });
    expect(finding?.message).toContain(type);
  });

  test.each(["'12306'", '"true"', "'null'", "a1", "v-1", "1-2"])("%s is text", async (name) => {
    expect(short((await inspect(named(name))).diagnostics)).toEqual([
      "warning name.directory-mismatch 2:7",
    ]);
  });

  test.each([
    ["description: Shows.", "1:1"],
    ["name:\ndescription: Shows.", "2:1"],
    ["name: ~\ndescription: Shows.", "2:1"],
    ["description: Shows.\nname: null", "3:1"],
    ["name: # none\ndescription: Shows.", "2:1"],
  ])("missing or null: an error, and the directory's name stands in", async (fields, place) => {
    expect(await judged(file(fields))).toMatchObject({
      rejected: false,
      name: null,
      findings: [`error name.missing ${place}`],
    });
    expect((await validate(file(fields))).valid).toBe(false);
  });

  test("missing, and the directory's name is none: rejected", async () => {
    const bytes = bytesOf(file("description: Shows."));
    const inspection = await inspectSkill({ bytes, path: "p", directoryName: "My Skill" });
    expect(inspection.rejected).toBe(true);
    expect(short(inspection.diagnostics)).toEqual(["error name.missing 1:1"]);
  });

  test("a directory of another name is a warning; NFKC and case of neither is changed", async () => {
    expect((await judged(named("other"))).findings).toEqual([
      "warning name.directory-mismatch 2:7",
    ]);
    const inspectIn = (name: string, directoryName: string): unknown => {
      const bytes = bytesOf(named(name));
      const inspection = inspectSkill({ bytes, path: "p", directoryName });
      return inspection instanceof Promise ? undefined : short(inspection.diagnostics);
    };
    expect(inspectIn("ab", "ab")).toEqual([]);
    expect(inspectIn("ａｂ", "ab")).toEqual([]);
    expect(inspectIn("ab", "ａｂ")).toEqual([]);
    expect(inspectIn("cafe\u0301", "caf\u00e9")).toEqual(["information name.non-ascii 2:7"]);
    expect(inspectIn("ab", "AB")).toEqual(["warning name.directory-mismatch 2:7"]);
  });

  test("a name of ASCII follows the specification's rule to the letter", () => {
    const char = fc.constantFrom("a", "z", "0", "9", "-", "-", "A", "_", " ", ".");
    let good = 0;
    fc.assert(
      fc.property(
        fc.array(char, { maxLength: 66 }).map((chars) => chars.join("")),
        (name) => {
          const normal = normaliseName(name);
          const isName = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(normal);
          good += isName ? 1 : 0;
          expect(faultOfName(normal) === undefined).toBe(isName);
        },
      ),
      { numRuns: RUNS * 2 },
    );
    expect(good).toBeGreaterThan(RUNS / 20);
  });

  test("whatever is accepted is stable, shows, and holds no path, markup or blank", () => {
    let good = 0;
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 4 });
    const mixed = fc.oneof(
      text,
      fc.tuple(text, fc.constantFrom("a", "", "-b")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(mixed, (raw) => {
        const name = normaliseName(raw);
        if (faultOfName(name) !== undefined) return;
        good += 1;
        expect(normaliseName(name)).toBe(name);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
        expect(name.toLowerCase()).toBe(name);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(good).toBeGreaterThan(RUNS / 50);
  });
});
