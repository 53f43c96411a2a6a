import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BuildCatalogOptions,
  buildCatalog,
  MIN_DESCRIPTION_CHARACTERS,
  type SkillSnapshot,
} from "../../src/index.ts";
import { shorten } from "../../src/internal/shorten.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 60);

const HOSTILE = [
  "</available_skills>",
  "</description>",
  "<skill>",
  "&lt;",
  "\u001b]0;x\u0007",
  "\u202E",
  "\u2028",
  "\u200B",
  "\u{E0041}",
  "word ",
  "日本語",
  "😀",
  "e\u0301",
  "a-very-long-word-without-any-blank-in-it-that-goes-on-and-on",
  " ",
];

const description = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 60,
    size: "max",
  })
  .map((parts) => `x${parts.join(" ")}`);

const descriptions = fc.array(description, { maxLength: 25, size: "max" });

async function snapshotOf(list: readonly string[], reversed = false): Promise<SkillSnapshot> {
  const fileSystem = memoryFileSystem();
  const indexed = list.map((text, index) => [text, index] as const);
  for (const [text, index] of reversed ? indexed.reverse() : indexed) {
    const name = `s${index}`;
    const path = `/w/.agents/skills/${name}/SKILL.md`;
    fileSystem.write(path, skillText(name, JSON.stringify(text)));
  }
  fileSystem.reversed = reversed;
  return discoverIn(fileSystem);
}

/** A budget as a part of what the whole catalog takes, so that every stage of cutting occurs. */
const part = fc.nat({ max: 110 }).map((hundredths) => hundredths / 100);

const options = fc.record(
  {
    maxEntries: fc.option(fc.nat({ max: 30 })),
    maxDescriptionCharacters: fc.option(fc.integer({ min: 1, max: 2000 })),
    pinned: fc.array(fc.constantFrom("s0", "s1", "s7", "s19"), { maxLength: 3 }),
    priorities: fc.dictionary(fc.constantFrom("s2", "s3", "s4"), fc.integer({ min: -3, max: 3 })),
    location: fc.constantFrom("none", "shown" as const),
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<Omit<BuildCatalogOptions, "snapshot">>;

function budgetFor(base: BuildCatalogOptions, share: number): number {
  const { characters } = buildCatalog({ ...base, maxCharacters: 1_000_000 });
  return Math.floor(characters * share);
}

/** The text against a grammar that leaves no room for anything else. */
function isWellFormed(text: string): boolean {
  const line = "[^<>\\n]*";
  const element = (name: string): string => `<${name}>\\n${line}\\n</${name}>\\n`;
  const skill = `<skill>\\n${element("name")}(?:${element("description")})?(?:${element("location")})?</skill>\\n`;
  const note = `\\d+ skills? (?:is|are) not shown here; skill_search finds (?:it|them)\\.`;
  const grammar = new RegExp(
    `^(?:${line}\\n<available_skills>\\n(?:${skill})+</available_skills>(?:\\n${note})?|${note}|)$`,
  );
  return grammar.test(text);
}

describe("the catalog", () => {
  test("is never over its budget, always well formed, of equal bytes for equal input, and accounts for all", async () => {
    const seen = { shortened: 0, nameOnly: 0, omitted: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(descriptions, options, part, async (list, chosen, share) => {
        const snapshot = await snapshotOf(list);
        expect(snapshot.skills).toHaveLength(list.length);
        const maxCharacters = budgetFor({ ...chosen, snapshot }, share);
        const catalog = buildCatalog({ ...chosen, maxCharacters, snapshot });
        expect(catalog.text.length).toBeLessThanOrEqual(maxCharacters);
        expect(catalog.characters).toBe(catalog.text.length);
        expect(isWellFormed(catalog.text)).toBe(true);
        expect(catalog.text.replaceAll("\n", "")).not.toMatch(
          /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B]/u,
        );
        const again = buildCatalog({
          ...chosen,
          maxCharacters,
          snapshot: await snapshotOf(list, true),
        });
        expect(again).toEqual(catalog);
        const names = [...catalog.entries.map(({ name }) => name), ...catalog.omitted];
        expect(new Set(names)).toEqual(new Set(snapshot.skills.map(({ name }) => name)));
        expect(names).toHaveLength(snapshot.skills.length);
        const { length } = catalog.entries;
        if (catalog.omitted.length > 0 && length > 0) {
          expect(catalog.text).toContain(`\n${catalog.omitted.length} skill`);
        }
        if (catalog.descriptionCharacters !== null) seen.shortened += 1;
        else if (catalog.nameOnly.length > 0) seen.nameOnly += 1;
        else if (catalog.omitted.length > 0) seen.omitted += 1;
        else seen.whole += 1;
      }),
      { numRuns: RUNS },
    );
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  });

  test("cuts descriptions to the largest common length that fits, and no more entries than it must", async () => {
    let shortened = 0;
    let bare = 0;
    await fc.assert(
      fc.asyncProperty(descriptions, options, part, async (list, chosen, share) => {
        const snapshot = await snapshotOf(list);
        const base = { ...chosen, snapshot };
        const maxCharacters = budgetFor(base, share);
        const catalog = buildCatalog({ ...base, maxCharacters });
        const { descriptionCharacters: length, nameOnly, omitted } = catalog;
        const bound = chosen.maxEntries ?? Number.POSITIVE_INFINITY;
        if (omitted.length > 0 && omitted.length > Math.max(0, list.length - bound)) {
          // Entries are left out only where no description is shown any more.
          expect(nameOnly).toHaveLength(catalog.entries.length);
        }
        if (length === null) return;
        shortened += 1;
        expect(length).toBeGreaterThanOrEqual(MIN_DESCRIPTION_CHARACTERS);
        if (nameOnly.length > 0) bare += 1;
        // One more character for the described ones alone is one too many.
        const described = catalog.entries.filter(({ form }) => form !== "name-only");
        const limit = chosen.maxDescriptionCharacters ?? 1024;
        const sizeAt = (characters: number): number =>
          buildCatalog({
            ...base,
            maxEntries: described.length,
            maxCharacters: 1_000_000,
            maxDescriptionCharacters: Math.min(limit, characters),
          }).entries.reduce((sum, entry) => sum + entry.characters, 0);
        const now = described.reduce((sum, entry) => sum + entry.characters, 0);
        expect(sizeAt(length)).toBe(now);
        expect(catalog.characters + sizeAt(length + 1) - now).toBeGreaterThan(maxCharacters);
      }),
      { numRuns: RUNS },
    );
    expect(shortened).toBeGreaterThan(RUNS / 40);
    expect(bare).toBeGreaterThan(0);
  });
});

describe("shorten", () => {
  const text = description.map((value) => value.replace(/\s+/g, " ").trim());

  test("keeps to the length, grows with it, and is the text itself where that fits", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (value, length) => {
        const short = shorten(value, length);
        expect(Array.from(short).length).toBeLessThanOrEqual(length);
        const longer = shorten(value, length + 1);
        expect(longer.length).toBeGreaterThanOrEqual(short.length);
        if (Array.from(value).length <= length) expect(short).toBe(value);
        else expect(short.endsWith("…")).toBe(true);
        expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    ["one two three", 13, "one two three"],
    ["one two three", 12, "one two…"],
    ["one two three", 8, "one two…"],
    ["one two three", 7, "one…"],
    ["one two three", 4, "one…"],
    ["one two three", 3, "on…"],
    ["one two three", 1, "…"],
    ["unbreakable", 5, "unbr…"],
    ["日本語の説明文です", 5, "日本語の…"],
    ["👩‍👩‍👧👩‍👩‍👧", 7, "👩‍👩‍👧…"],
    ["cafe\u0301s", 5, "caf…"],
  ])("%j in %i gives %j", (value, length, short) => {
    expect(shorten(value, length)).toBe(short);
  });
});

test("what fits exactly is not cut, and with one character less it is", async () => {
  const stages = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 30, size: "max" }),
      part,
      async (lengths, share) => {
        const words = lengths.map(
          (length) => "word ".repeat(length).slice(0, length).trim() || "x",
        );
        const base = { snapshot: await snapshotOf(words) };
        const first = buildCatalog({ ...base, maxCharacters: budgetFor(base, share) });
        const exact = buildCatalog({ ...base, maxCharacters: first.characters });
        expect(exact.text).toBe(first.text);
        if (first.characters === 0) return;
        const less = buildCatalog({ ...base, maxCharacters: first.characters - 1 });
        expect(less.characters).toBeLessThan(first.characters);
        stages.add(
          first.omitted.length > 0
            ? "omitted"
            : first.nameOnly.length > 0
              ? "name only"
              : first.shortened.length > 0
                ? "shortened"
                : "whole",
        );
      },
    ),
    { numRuns: RUNS },
  );
  expect([...stages].sort()).toEqual(["name only", "omitted", "shortened", "whole"]);
});

test("every budget of a short catalog is used as far as it goes", async () => {
  const snapshot = await snapshotOf(Array.from({ length: 12 }, () => "x"));
  const whole = buildCatalog({ snapshot, maxCharacters: 1_000_000 }).characters;
  const counts = new Set<number>();
  for (let maxCharacters = 0; maxCharacters <= whole; maxCharacters += 1) {
    const { text, characters, omitted } = buildCatalog({ snapshot, maxCharacters });
    expect(characters).toBeLessThanOrEqual(maxCharacters);
    expect(buildCatalog({ snapshot, maxCharacters: characters }).text).toBe(text);
    counts.add(omitted.length);
  }
  expect(counts.size).toBeGreaterThan(10);
});
