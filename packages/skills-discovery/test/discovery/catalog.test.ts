import { describe, expect, test } from "vitest";
import {
  type BuildCatalogOptions,
  buildCatalog,
  buildSkillReport,
  DEFAULT_CATALOG_INTRODUCTION,
  type SkillSnapshot,
} from "../../src/index.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const ROOT = "/w/.agents/skills";

async function snapshotOf(descriptions: Readonly<Record<string, string>>): Promise<SkillSnapshot> {
  const fileSystem = memoryFileSystem();
  for (const [name, description] of Object.entries(descriptions)) {
    fileSystem.write(`${ROOT}/${name}/SKILL.md`, skillText(name, JSON.stringify(description)));
  }
  return discoverIn(fileSystem);
}

const SENTENCE =
  "Extracts text and tables from documents, fills forms and merges files for the user.";

describe("form", () => {
  test("is the reference's, after one line that says how to load a skill", async () => {
    const snapshot = await snapshotOf({ pdf: "Reads <b>PDF</b> & more.", xls: "Reads tables." });
    const { text, characters } = buildCatalog({ snapshot });
    expect(text).toBe(
      [
        DEFAULT_CATALOG_INTRODUCTION,
        "<available_skills>",
        "<skill>",
        "<name>",
        "pdf",
        "</name>",
        "<description>",
        "Reads &lt;b&gt;PDF&lt;/b&gt; &amp; more.",
        "</description>",
        "</skill>",
        "<skill>",
        "<name>",
        "xls",
        "</name>",
        "<description>",
        "Reads tables.",
        "</description>",
        "</skill>",
        "</available_skills>",
      ].join("\n"),
    );
    expect(characters).toBe(text.length);
  });

  test("tells locations only where the host asks", async () => {
    const snapshot = await snapshotOf({ pdf: "x" });
    expect(buildCatalog({ snapshot }).text).not.toContain("SKILL.md");
    expect(buildCatalog({ snapshot, location: "shown" }).text).toContain(
      "<location>\n.agents/skills/pdf/SKILL.md\n</location>",
    );
  });

  test("is empty where there is nothing to show", async () => {
    expect(buildCatalog({ snapshot: await snapshotOf({}) }).text).toBe("");
  });

  test("shows enabled skills only", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      [`${ROOT}/b/SKILL.md`]: skillText("b"),
      [`${ROOT}/c/SKILL.md`]: "---\nname: c\ndescription: x\ndisable-model-invocation: true\n---\n",
      [`${ROOT}/d/SKILL.md`]: skillText("d"),
      [`${ROOT}/e/SKILL.md`]: skillText("e", "Not to be seen."),
    });
    const overrides = { b: "off", d: "manual", e: "name-only" } as const;
    const snapshot = await discoverIn(fileSystem, {}, { overrides });
    const catalog = buildCatalog({ snapshot });
    expect(catalog.entries.map(({ name, form }) => `${name} ${form}`)).toEqual([
      "a whole",
      "e name-only",
    ]);
    expect(catalog.nameOnly).toEqual(["e"]);
    expect(catalog.text).not.toContain("Not to be seen.");
  });

  test("shows a plugin's skill with the plugin's id", async () => {
    const fileSystem = memoryFileSystem({ "/opt/v/nextjs/SKILL.md": skillText("nextjs") });
    const snapshot = await discoverIn(fileSystem, {
      plugins: [{ id: "vercel", roots: ["/opt/v"] }],
    });
    expect(buildCatalog({ snapshot }).text).toContain("\nvercel:nextjs\n");
  });

  test("tells entries of one name apart by their location", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      "/home/ada/.agents/skills/a/SKILL.md": skillText("a"),
      "/home/ada/.agents/skills/b/SKILL.md": skillText("b"),
    });
    const { text } = buildCatalog({
      snapshot: await discoverIn(fileSystem, {}, { policy: "keep-all" }),
    });
    expect(text.match(/<location>\n.*\n/g)).toEqual([
      "<location>\n.agents/skills/a/SKILL.md\n",
      "<location>\n~/.agents/skills/a/SKILL.md\n",
    ]);
  });

  test.each([
    ["</available_skills>", "&lt;/available_skills&gt;"],
    ["a\nb\r\n\tc  d", "a b c d"],
    ["\u001b[31mred\u001b[0m", "[31mred [0m"],
    ["a\u202Eb\u2066c", "abc"],
    ["</descrip\u200Btion>", "&lt;/description&gt;"],
    ["\u{E0041}tag\u{E0042}", "tag"],
    ["\uD800 half", "\uFFFD half"],
    ["line\u2028sep\u0085next", "line sep next"],
    ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
    ["&lt;", "&amp;lt;"],
  ])("the description %j stands as %j", async (description, shown) => {
    const { text } = buildCatalog({ snapshot: await snapshotOf({ a: description }) });
    expect(text.split("\n")[7]).toBe(shown);
    expect(text.split("\n")).toHaveLength(11);
  });

  test("paths and plugins break out no more than descriptions do", async () => {
    const name = "</location><x>\u001b]0;t\u0007\n\u202E";
    const fileSystem = memoryFileSystem({ [`${ROOT}/${name}/SKILL.md`]: skillText("a") });
    const { text } = buildCatalog({ snapshot: await discoverIn(fileSystem), location: "shown" });
    expect(text.match(/<\/?location>/g)).toHaveLength(2);
    expect(text).not.toContain("<x>");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202E]/u);
  });
});

describe("budget", () => {
  const options = (snapshot: SkillSnapshot, more: Partial<BuildCatalogOptions>) => ({
    snapshot,
    ...more,
  });

  test.each([
    [{}, 8000],
    [{ contextWindowTokens: 200_000 }, 16_000],
    [{ contextWindowTokens: 100_001 }, 8000],
    [{ contextWindowTokens: 100_013 }, 8001],
    [{ contextWindowTokens: null }, 8000],
    [{ maxCharacters: null, contextWindowTokens: 8192 }, 655],
    [{ maxCharacters: 500, contextWindowTokens: 200_000 }, 500],
    [{ maxCharacters: 0 }, 0],
  ])("%j gives %i", async (more, budget) => {
    expect(buildCatalog(options(await snapshotOf({}), more)).budget).toBe(budget);
  });

  const twenty = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`skill-${String(index).padStart(2, "0")}`, SENTENCE]),
  );

  test("at the exact size nothing is cut, one unit below something is", async () => {
    const snapshot = await snapshotOf(twenty);
    const whole = buildCatalog(options(snapshot, { maxCharacters: 100_000 }));
    expect(whole.shortened).toEqual([]);
    const exact = buildCatalog(options(snapshot, { maxCharacters: whole.characters }));
    expect(exact.text).toBe(whole.text);
    const below = buildCatalog(options(snapshot, { maxCharacters: whole.characters - 1 }));
    expect(below.characters).toBeLessThan(whole.characters);
    expect(below.shortened).toHaveLength(20);
    expect(below.descriptionCharacters).toBeGreaterThanOrEqual(60);
  });

  test("descriptions are shortened to one length, at the end of a word", async () => {
    const snapshot = await snapshotOf({ ...twenty, short: "Short." });
    const whole = buildCatalog(options(snapshot, { maxCharacters: 100_000 }));
    const catalog = buildCatalog(options(snapshot, { maxCharacters: whole.characters - 200 }));
    const lines = catalog.text.split("\n").filter((line) => line.startsWith("Extracts"));
    expect(new Set(lines).size).toBe(1);
    expect(lines[0]).toBe("Extracts text and tables from documents, fills forms and merges files…");
    expect(catalog.shortened).toHaveLength(20);
    expect(catalog.entries.find(({ name }) => name === "short")?.form).toBe("whole");
  });

  test("then the last in priority keep their name alone, then are left out, and the text counts them", async () => {
    const snapshot = await snapshotOf(twenty);
    const names = Object.keys(twenty);
    const some = buildCatalog(options(snapshot, { maxCharacters: 2400 }));
    expect(some.nameOnly.length).toBeGreaterThan(0);
    expect(some.nameOnly).toEqual(names.slice(-some.nameOnly.length));
    expect(some.omitted).toEqual([]);
    expect(some.text).not.toContain("not shown");
    const few = buildCatalog(options(snapshot, { maxCharacters: 600 }));
    expect(few.shortened).toEqual([]);
    expect(few.nameOnly).toEqual(names.slice(0, few.nameOnly.length));
    expect(few.omitted).toEqual(names.slice(few.nameOnly.length));
    expect(
      few.text.endsWith(
        `\n${few.omitted.length} skills are not shown here; skill_search finds them.`,
      ),
    ).toBe(true);
    expect(few.characters).toBeLessThanOrEqual(600);
  });

  test("without room for an entry the note stands alone, and without room for that nothing", async () => {
    const snapshot = await snapshotOf(twenty);
    const note = "20 skills are not shown here; skill_search finds them.";
    expect(buildCatalog(options(snapshot, { maxCharacters: note.length })).text).toBe(note);
    const nothing = buildCatalog(options(snapshot, { maxCharacters: note.length - 1 }));
    expect(nothing.text).toBe("");
    expect(nothing.omitted).toHaveLength(20);
  });

  test("one that is left out is told in the singular", async () => {
    const snapshot = await snapshotOf({ a: "x", b: "y" });
    const { text } = buildCatalog({ snapshot, maxEntries: 1 });
    expect(text.split("\n").at(-1)).toBe("1 skill is not shown here; skill_search finds it.");
  });

  test("priority: pinned, then the host's number, then precedence, then path", async () => {
    const snapshot = await snapshotOf({ a: "x", b: "x", c: "x", d: "x", e: "x" });
    const catalog = buildCatalog({
      snapshot,
      pinned: ["d", "nobody"],
      priorities: { c: 5, a: -1, d: -100 },
    });
    expect(catalog.entries.map(({ name }) => name)).toEqual(["d", "c", "b", "e", "a"]);
    expect(catalog.unmatchedPins).toEqual(["nobody"]);
    expect(buildCatalog({ snapshot, maxEntries: 2, pinned: ["e"] }).omitted).toEqual([
      "b",
      "c",
      "d",
    ]);
  });

  test("a description over the specification's limit is cut to it, a shorter bound of the host's holds", async () => {
    const snapshot = await snapshotOf({ long: "word ".repeat(300), emoji: "😀".repeat(1024) });
    const catalog = buildCatalog({ snapshot, maxCharacters: 100_000 });
    expect(catalog.shortened).toEqual(["long"]);
    expect(catalog.descriptionCharacters).toBeNull();
    const [emoji, long] = catalog.text.split("\n").filter((line) => line.length > 500);
    expect(Array.from(emoji ?? "")).toHaveLength(1024);
    expect(Array.from(long ?? "").length).toBeLessThanOrEqual(1024);
    const bound = buildCatalog({ snapshot, maxDescriptionCharacters: 20 });
    expect(bound.text).toContain("\nword word word word…\n");
  });

  test.each([
    { maxCharacters: -1 },
    { maxCharacters: 1.5 },
    { contextWindowTokens: 0 },
    { maxEntries: -1 },
    { maxDescriptionCharacters: 0 },
    { priorities: { a: Number.NaN } },
    { introduction: "two\nlines" },
  ])("%j is refused", async (more) => {
    const snapshot = await snapshotOf({});
    expect(() => buildCatalog({ snapshot, ...more })).toThrow(/has to be/);
  });
});

describe("costs", () => {
  test("the entry as rendered and the whole file, four characters a token", async () => {
    const snapshot = await snapshotOf({ a: "x", b: "y" });
    const catalog = buildCatalog({ snapshot, maxEntries: 1 });
    const [entry] = catalog.entries;
    const block = "<skill>\n<name>\na\n</name>\n<description>\nx\n</description>\n</skill>";
    expect(entry).toMatchObject({ characters: block.length, tokens: Math.ceil(block.length / 4) });
    const report = buildSkillReport({ snapshot, catalog });
    expect(report.skills.map(({ tokens }) => tokens)).toEqual([
      {
        catalog: Math.ceil(block.length / 4),
        file: Math.ceil((snapshot.skills[0]?.bytes ?? 0) / 4),
      },
      { catalog: 0, file: Math.ceil((snapshot.skills[1]?.bytes ?? 0) / 4) },
    ]);
  });
});

describe("fingerprint", () => {
  test("is the text's", async () => {
    const one = buildCatalog({ snapshot: await snapshotOf({ a: "x" }) });
    const same = buildCatalog({ snapshot: await snapshotOf({ a: "x" }) });
    const other = buildCatalog({ snapshot: await snapshotOf({ a: "y" }) });
    expect(one.fingerprint).toBe(same.fingerprint);
    expect(one.fingerprint).not.toBe(other.fingerprint);
  });
});
