import { describe, expect, test } from "vitest";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, rootFindings, skillText } from "../support/skills.ts";

const ROOT = "/w/.agents/skills";

describe("bounds", () => {
  const nested = (levels: number): string =>
    `${ROOT}/${Array.from({ length: levels }, (_, index) => `l${index + 1}`).join("/")}/SKILL.md`;

  test("a skill's directory may be at level 5", async () => {
    const snapshot = await discoverIn(memoryFileSystem({ [nested(5)]: skillText("l5") }));
    expect(glance(snapshot)).toHaveLength(1);
    expect(snapshot.roots[0]).toMatchObject({ partial: false, diagnostics: [] });
  });

  test("level 6 is beyond the bound, and the report says so and names the root", async () => {
    const snapshot = await discoverIn(memoryFileSystem({ [nested(6)]: skillText("l6") }));
    expect(glance(snapshot)).toEqual([]);
    expect(snapshot.roots[0]?.partial).toBe(true);
    expect(rootFindings(snapshot)).toEqual(["root.depth-reached .agents/skills"]);
    expect(snapshot.roots[0]?.diagnostics[0]?.message).toContain("partial");
  });

  test("a skill at the deepest level with directories of its own is no bound reached", async () => {
    const fileSystem = memoryFileSystem({ [nested(5)]: skillText("l5") });
    fileSystem.write(nested(5).replace("SKILL.md", "references/a.md"), "");
    expect((await discoverIn(fileSystem)).roots[0]?.partial).toBe(false);
  });

  test("the depth can be set, down to the root alone", async () => {
    const files = {
      [`${ROOT}/SKILL.md`]: skillText("skills"),
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
    };
    const snapshot = await discoverIn(memoryFileSystem(files), {}, { maxDepth: 0 });
    expect(glance(snapshot)).toEqual(["enabled skills .agents/skills/SKILL.md"]);
    expect(snapshot.roots[0]?.partial).toBe(true);
  });

  test("no more directories are looked at than the bound, nearest and first names first", async () => {
    const fileSystem = memoryFileSystem();
    for (let index = 0; index < 40; index += 1) {
      const name = `s${String(index).padStart(2, "0")}`;
      fileSystem.write(`${ROOT}/${name}/SKILL.md`, skillText(name));
      fileSystem.write(`${ROOT}/a-group/deep-${name}/SKILL.md`, skillText(`deep-${name}`));
    }
    fileSystem.reversed = true;
    const snapshot = await discoverIn(fileSystem, {}, { maxDirectories: 12 });
    expect(snapshot.skills.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `s0${index}`),
    );
    expect(rootFindings(snapshot)).toEqual(["root.directories-reached .agents/skills"]);
    expect(snapshot.roots[0]?.partial).toBe(true);
    const listed = fileSystem.calls.filter(({ method }) => method === "readDirectory");
    expect(listed).toHaveLength(12);
  });

  test("5,000 directories are cut at the usual bound, and all read with a higher one", async () => {
    const fileSystem = memoryFileSystem();
    for (let index = 0; index < 5000; index += 1) {
      const directory = `${ROOT}/d${index % 50}/e${index}`;
      fileSystem.write(`${directory}/readme.md`, "");
      if (index % 10 === 0) fileSystem.write(`${directory}/SKILL.md`, skillText(`e${index}`));
    }
    const bounded = await discoverIn(fileSystem);
    expect(rootFindings(bounded)).toEqual(["root.directories-reached .agents/skills"]);
    const listed = fileSystem.calls.filter(({ method }) => method === "readDirectory");
    expect(listed).toHaveLength(2000);
    const whole = await discoverIn(fileSystem, {}, { maxDirectories: 6000 });
    expect(whole.skills).toHaveLength(500);
    expect(whole.roots[0]?.partial).toBe(false);
  });

  test("a tree of exactly as many directories is complete", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      [`${ROOT}/b/SKILL.md`]: skillText("b"),
    });
    const snapshot = await discoverIn(fileSystem, {}, { maxDirectories: 3 });
    expect(snapshot.roots[0]?.partial).toBe(false);
    expect(snapshot.skills).toHaveLength(2);
  });

  test("bounds hold for each root by itself", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      [`${ROOT}/b/SKILL.md`]: skillText("b"),
      "/home/ada/.agents/skills/c/SKILL.md": skillText("c"),
    });
    const snapshot = await discoverIn(fileSystem, {}, { maxDirectories: 2 });
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["a", "c"]);
  });

  test.each([
    { maxDepth: -1 },
    { maxDepth: 1.5 },
    { maxDirectories: 0 },
    { maxDirectories: Number.NaN },
  ])("%j is refused", async (rules) => {
    await expect(discoverIn(memoryFileSystem(), {}, rules)).rejects.toThrow(/whole number/);
  });
});
