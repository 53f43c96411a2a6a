import { describe, expect, test } from "vitest";
import {
  createSkillSession,
  loadSkillBody,
  parseSkillCommand,
  readSkillResource,
} from "../../src/index.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

describe("the user's command", () => {
  test.each([
    ["/skill:pdf", { name: "pdf", input: "" }],
    ["/skill:pdf merge these\nfiles ", { name: "pdf", input: "merge these\nfiles" }],
    ["  /skill:vercel:nextjs x", { name: "vercel:nextjs", input: "x" }],
    ["/skill:", undefined],
    ["/skill: pdf", undefined],
    ["/skills", undefined],
    ["please /skill:pdf", undefined],
  ])("%j", (line, command) => {
    expect(parseSkillCommand(line)).toEqual(command);
  });
});

describe("a name in another form of Unicode", () => {
  async function setUp() {
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/caf\u00E9/SKILL.md": skillText("caf\u00E9", "x", "Coffee.\n"),
      "/w/.agents/skills/caf\u00E9/menu.md": "espresso\n",
      "/w/.agents/skills/a2/SKILL.md": skillText("a2", "x", "Squared.\n"),
      "/opt/fi/deploy/SKILL.md": skillText("d\u00E9ploy", "x", "Out.\n"),
      "/w/.agents/skills/broken/SKILL.md": "---\nname: b\u00E9b\u00E9\n---\n",
    });
    // The ligature of f and i: a letter, so that an id may hold it, and not in normal form.
    const plugins = [{ id: "\uFB01", roots: ["/opt/fi"] }];
    return createSkillSession({ snapshot: await discoverIn(fileSystem, { plugins }) });
  }

  test.each([
    ["composed", "caf\u00E9", "Coffee.\n"],
    ["decomposed", "cafe\u0301", "Coffee.\n"],
    ["with blanks around it", " \tcafe\u0301\n", "Coffee.\n"],
    ["of full width", "\uFF43\uFF41\uFF46\u00E9", "Coffee.\n"],
    ["with a superscript", "a\u00B2", "Squared.\n"],
    ["of a plugin, as shown", "\uFB01:d\u00E9ploy", "Out.\n"],
    ["of a plugin, decomposed", "\uFB01:de\u0301ploy", "Out.\n"],
    ["of a plugin, normalised", "fi:de\u0301ploy", "Out.\n"],
    ["of a plugin, bare", "de\u0301ploy", "Out.\n"],
  ])("%s finds the skill", async (_, name, body) => {
    const session = await setUp();
    const { snapshot } = session;
    expect((await loadSkillBody({ snapshot, name })).body).toBe(body);
    expect((await session.load(name, { caller: "model" })).body).toBe(body);
    expect(session.release(name) || session.active()[0]?.name.includes(":")).toBe(true);
  });

  test("holds for resources and for what was refused, and never for a path", async () => {
    const { snapshot } = await setUp();
    const resource = await readSkillResource({ snapshot, name: "cafe\u0301", path: "menu.md" });
    expect(resource).toMatchObject({ skill: "caf\u00E9", text: "espresso\n" });
    const rejected = loadSkillBody({ snapshot, name: "be\u0301be\u0301" });
    await expect(rejected).rejects.toMatchObject({ code: "skill_rejected" });
    const path = loadSkillBody({ snapshot, name: ".agents/skills/cafe\u0301/SKILL.md" });
    await expect(path).rejects.toMatchObject({ code: "unknown_skill" });
  });
});
