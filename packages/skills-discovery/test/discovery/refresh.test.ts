import { describe, expect, test } from "vitest";
import { refreshSkills, type SkillSnapshot } from "../../src/index.ts";
import { failure, type MemoryFileSystem, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, skillText } from "../support/skills.ts";

const ROOT = "/w/.agents/skills";
const A = `${ROOT}/a/SKILL.md`;
const B = `${ROOT}/group/b/SKILL.md`;

async function setUp(): Promise<{ fileSystem: MemoryFileSystem; snapshot: SkillSnapshot }> {
  const fileSystem = memoryFileSystem({
    [A]: skillText("a"),
    [B]: skillText("b"),
    "/home/ada/.agents/skills/a/SKILL.md": skillText("a", "The user's."),
  });
  const snapshot = await discoverIn(fileSystem);
  fileSystem.calls.length = 0;
  return { fileSystem, snapshot };
}

describe("refreshSkills", () => {
  test("with nothing changed opens and lists nothing and gives the same snapshot", async () => {
    const { fileSystem, snapshot } = await setUp();
    const refresh = await refreshSkills({ snapshot });
    expect(refresh).toEqual({ snapshot, added: [], removed: [], changed: [] });
    expect(refresh.snapshot).toBe(snapshot);
    const methods = new Set(fileSystem.calls.map(({ method }) => method));
    expect(methods).toEqual(new Set(["realPath", "stat", "lstat"]));
  });

  test("reads only what changed", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.write(A, skillText("a", "Changed."));
    const refresh = await refreshSkills({ snapshot });
    expect(refresh).toMatchObject({
      added: [],
      removed: [],
      changed: [".agents/skills/a/SKILL.md"],
    });
    expect(refresh.snapshot.skills[0]?.description).toBe("Changed.");
    const opened = fileSystem.calls.filter(({ method }) => method === "openFile");
    expect(opened.map(({ path }) => path)).toEqual([A]);
    expect(fileSystem.calls.filter(({ method }) => method === "readDirectory")).toEqual([]);
  });

  test("leaves the earlier snapshot as it was", async () => {
    const { fileSystem, snapshot } = await setUp();
    const before = JSON.stringify(snapshot);
    fileSystem.write(A, skillText("a", "Changed."));
    await refreshSkills({ snapshot });
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  test("a file written anew with the same bytes counts as unchanged", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.write(A, skillText("a"));
    const refresh = await refreshSkills({ snapshot });
    expect(fileSystem.calls.some(({ method }) => method === "openFile")).toBe(true);
    expect(refresh.snapshot).toBe(snapshot);
  });

  test("a change of the body alone is a change", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.write(B, skillText("b", "Helps with b.", "Do that.\n"));
    const { changed } = await refreshSkills({ snapshot });
    expect(changed).toEqual([".agents/skills/group/b/SKILL.md"]);
  });

  test("tells what came and went, and whom that lets win", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.remove(`${ROOT}/a`);
    fileSystem.write(`${ROOT}/group/c/SKILL.md`, skillText("c"));
    const { snapshot: now, added, removed, changed } = await refreshSkills({ snapshot });
    expect(added).toEqual([".agents/skills/group/c/SKILL.md"]);
    expect(removed).toEqual([".agents/skills/a/SKILL.md"]);
    // No longer shadowed.
    expect(changed).toEqual(["~/.agents/skills/a/SKILL.md"]);
    expect(glance(now)).toEqual(glance(await discoverIn(fileSystem)));
  });

  test("a skill that becomes invalid, unreadable, or a FIFO is a change", async () => {
    for (const spoil of [
      (fileSystem: MemoryFileSystem) => fileSystem.write(A, "nothing"),
      (fileSystem: MemoryFileSystem) => fileSystem.special(A),
      (fileSystem: MemoryFileSystem) => {
        fileSystem.write(A, skillText("a", "Other."));
        fileSystem.before = ({ method, path }) => {
          if (method === "openFile" && path === A) throw failure("EACCES");
        };
      },
    ]) {
      const { fileSystem, snapshot } = await setUp();
      spoil(fileSystem);
      const refresh = await refreshSkills({ snapshot });
      expect(refresh.changed).toContain(".agents/skills/a/SKILL.md");
      expect(refresh.snapshot.rejected.map(({ path }) => path)).toEqual([
        ".agents/skills/a/SKILL.md",
      ]);
      // What could not be read is tried again, and is no news the second time.
      const again = await refreshSkills({ snapshot: refresh.snapshot });
      expect(again.snapshot).toBe(refresh.snapshot);
      fileSystem.before = undefined;
      fileSystem.write(A, skillText("a"));
      const mended = await refreshSkills({ snapshot: again.snapshot });
      expect(glance(mended.snapshot)).toEqual(glance(snapshot));
    }
  });

  test("links are resolved anew each time", async () => {
    const fileSystem = memoryFileSystem({
      "/w/one/SKILL.md": skillText("x", "One."),
      "/w/two/SKILL.md": skillText("x", "Two."),
      "/elsewhere/SKILL.md": skillText("x", "Three."),
    });
    fileSystem.link("/w/current", "one");
    fileSystem.link(`${ROOT}/x`, "/w/current");
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills[0]?.description).toBe("One.");
    fileSystem.link("/w/current", "two");
    const second = await refreshSkills({ snapshot });
    expect(second.snapshot.skills[0]?.description).toBe("Two.");
    expect(second.changed).toEqual([".agents/skills/x/SKILL.md"]);
    fileSystem.link("/w/current", "/elsewhere");
    const third = await refreshSkills({ snapshot: second.snapshot });
    expect(third.removed).toEqual([".agents/skills/x/SKILL.md"]);
    expect(third.snapshot.skills).toEqual([]);
  });

  test("overrides from now on can be given", async () => {
    const { snapshot } = await setUp();
    const off = await refreshSkills({ snapshot, overrides: { a: "off" } });
    expect(glance(off.snapshot)[0]).toBe("disabled a .agents/skills/a/SKILL.md");
    expect(off.changed).toContain(".agents/skills/a/SKILL.md");
    const still = await refreshSkills({ snapshot: off.snapshot });
    expect(still.snapshot).toBe(off.snapshot);
  });

  test("a stamp that a later change could share is not trusted", async () => {
    const fileSystem = memoryFileSystem({ [A]: skillText("a", "First.") });
    const now = { value: fileSystem.clock + 1_000n };
    const racy = Object.assign(fileSystem, { now: () => now.value });
    const snapshot = await discoverIn(racy);
    // The same size and, in one tick of the clock, the same times.
    const clock = fileSystem.clock;
    fileSystem.clock = clock - 1_000_000_001n;
    fileSystem.write(A, skillText("a", "Later."));
    expect(fileSystem.clock).toBe(clock);
    const second = await refreshSkills({ snapshot });
    expect(second.snapshot.skills[0]?.description).toBe("Later.");
    // Once the tick is over, the stamp tells everything and nothing is read any more.
    now.value += 10_000_000_000n;
    await refreshSkills({ snapshot: second.snapshot });
    fileSystem.calls.length = 0;
    await refreshSkills({ snapshot: second.snapshot });
    expect(fileSystem.calls.map(({ method }) => method)).not.toContain("openFile");
    expect(fileSystem.calls.map(({ method }) => method)).not.toContain("readDirectory");
  });

  test("snapshots are frozen all through", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.write(`${ROOT}/bad/SKILL.md`, "---\nname: [\n---\n");
    fileSystem.write(`${ROOT}/.x/SKILL.md`, "");
    const refresh = await refreshSkills({ snapshot });
    const isDeeplyFrozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen));
    expect(isDeeplyFrozen(snapshot)).toBe(true);
    expect(isDeeplyFrozen(refresh.snapshot)).toBe(true);
    expect(refresh.snapshot.rejected).toHaveLength(1);
  });

  test("a copy of a snapshot can't be refreshed", async () => {
    const { snapshot } = await setUp();
    await expect(refreshSkills({ snapshot: structuredClone(snapshot) })).rejects.toMatchObject({
      code: "unknown_snapshot",
    });
  });
});
