import { describe, expect, test } from "vitest";
import { type MemoryFileSystem, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, rejections, rootFindings, skillText } from "../support/skills.ts";

const PROJECT = "/w/.agents/skills";
const USER = "/home/ada/.agents/skills";

function withOutside(): MemoryFileSystem {
  return memoryFileSystem({
    "/elsewhere/tool/SKILL.md": skillText("tool"),
    "/w/shared/tool/SKILL.md": skillText("tool"),
  });
}

describe("links in project roots", () => {
  test("to a skill's directory are followed inside the workspace", async () => {
    const fileSystem = withOutside();
    fileSystem.link(`${PROJECT}/tool`, "../../shared/tool");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled tool .agents/skills/tool/SKILL.md"]);
    expect(snapshot.skills[0]?.linkTarget).toBe("shared/tool/SKILL.md");
    expect(snapshot.skills[0]?.diagnostics.map(({ code }) => code)).toEqual(["file.link"]);
  });

  test("to a skill's directory outside are refused, and nothing there is read", async () => {
    const fileSystem = withOutside();
    fileSystem.link(`${PROJECT}/tool`, "/elsewhere/tool");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual([]);
    expect(rootFindings(snapshot)).toEqual(["directory.link-outside .agents/skills/tool"]);
    const read = fileSystem.calls.filter(
      ({ method, path }) => method !== "stat" && path.startsWith("/elsewhere"),
    );
    expect(read).toEqual([]);
  });

  test("to a SKILL.md are followed inside the workspace only", async () => {
    const fileSystem = withOutside();
    fileSystem.link(`${PROJECT}/inside/SKILL.md`, "/w/shared/tool/SKILL.md");
    fileSystem.link(`${PROJECT}/outside/SKILL.md`, "/elsewhere/tool/SKILL.md");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled tool .agents/skills/inside/SKILL.md"]);
    expect(snapshot.skills[0]?.linkTarget).toBe("shared/tool/SKILL.md");
    expect(rejections(snapshot)).toEqual([".agents/skills/outside/SKILL.md: file.link-outside"]);
  });

  test("as the root itself, or on the way to it, are held to the same", async () => {
    const fileSystem = memoryFileSystem({
      "/elsewhere/skills/a/SKILL.md": skillText("a"),
      "/w/real/skills/b/SKILL.md": skillText("b"),
    });
    fileSystem.link("/w/.agents", "/elsewhere");
    fileSystem.link("/w/.claude/skills", "../real/skills");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled b .claude/skills/b/SKILL.md"]);
    expect(snapshot.roots[0]).toMatchObject({ searched: false, reason: "link-outside" });
    expect(snapshot.roots[2]).toMatchObject({ searched: true, linkTarget: "real/skills" });
  });

  test("that only begin like the workspace root are outside", async () => {
    const fileSystem = memoryFileSystem({ "/w-other/tool/SKILL.md": skillText("tool") });
    fileSystem.link(`${PROJECT}/tool`, "/w-other/tool");
    expect(glance(await discoverIn(fileSystem))).toEqual([]);
  });

  test("a workspace root that is a link itself holds by what it really is", async () => {
    const fileSystem = memoryFileSystem({
      "/real/w/.agents/skills/a/SKILL.md": skillText("a"),
      "/real/w/shared/b/SKILL.md": skillText("b"),
    });
    fileSystem.link("/w", "/real/w");
    fileSystem.link("/real/w/.agents/skills/b", "../../shared/b");
    expect(glance(await discoverIn(fileSystem))).toEqual([
      "enabled a .agents/skills/a/SKILL.md",
      "enabled b .agents/skills/b/SKILL.md",
    ]);
  });
});

describe("links in other roots", () => {
  test("are followed anywhere, and the target is told", async () => {
    const fileSystem = withOutside();
    fileSystem.link(`${USER}/tool`, "/elsewhere/tool");
    fileSystem.write("/elsewhere/one.md", skillText("one"));
    fileSystem.link(`${USER}/one/SKILL.md`, "/elsewhere/one.md");
    fileSystem.link("/home/ada/.config/alisio/skills", "/elsewhere");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual([
      "enabled one ~/.agents/skills/one/SKILL.md",
      "enabled tool ~/.agents/skills/tool/SKILL.md",
    ]);
    expect(snapshot.skills.map(({ linkTarget }) => linkTarget)).toEqual([
      "/elsewhere/one.md",
      "/elsewhere/tool/SKILL.md",
    ]);
    expect(snapshot.roots.at(-1)).toMatchObject({ searched: true, linkTarget: "/elsewhere" });
  });

  test("broken ones and ones to files are no harm", async () => {
    const fileSystem = memoryFileSystem({ [`${USER}/a/SKILL.md`]: skillText("a"), "/x": "" });
    fileSystem.link(`${USER}/gone`, "/nowhere");
    fileSystem.link(`${USER}/readme`, "/x");
    fileSystem.link(`${USER}/b/SKILL.md`, "/nowhere");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toHaveLength(1);
    expect(rootFindings(snapshot)).toEqual(["directory.link-broken ~/.agents/skills/gone"]);
    expect(rejections(snapshot)).toEqual(["~/.agents/skills/b/SKILL.md: file.unreadable"]);
  });
});

describe("cycles", () => {
  test.each([
    ["itself", "loop"],
    ["its own directory", "."],
    ["the root", ".."],
    ["a directory above the root", "/home/ada"],
    ["everything", "/"],
  ])("a link to %s is a finding and adds nothing", async (_, target) => {
    const plain = memoryFileSystem({
      [`${USER}/group/a/SKILL.md`]: skillText("a"),
      [`${USER}/demo/SKILL.md`]: skillText("demo"),
    });
    const before = await discoverIn(plain);
    const cost = plain.calls.length;
    plain.link(`${USER}/group/loop`, target);
    plain.link(`${USER}/demo/demo`, target);
    plain.calls.length = 0;
    const snapshot = await discoverIn(plain);
    expect(glance(snapshot)).toEqual(glance(before));
    expect(rootFindings(snapshot)).toContain("directory.cycle ~/.agents/skills/group/loop");
    // One call or two for each link, however often it could be gone round.
    expect(plain.calls.length - cost).toBeLessThanOrEqual(4);
  });

  test("a skill that links to itself is found once", async () => {
    const fileSystem = memoryFileSystem({ [`${USER}/demo/SKILL.md`]: skillText("demo") });
    fileSystem.link(`${USER}/demo/demo`, "../demo");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled demo ~/.agents/skills/demo/SKILL.md"]);
    expect(rootFindings(snapshot)).toEqual(["directory.cycle ~/.agents/skills/demo/demo"]);
  });

  test("two directories that link to each other are each taken once", async () => {
    const fileSystem = memoryFileSystem({
      [`${USER}/a/x/SKILL.md`]: skillText("x"),
      [`${USER}/b/y/SKILL.md`]: skillText("y"),
    });
    fileSystem.link(`${USER}/a/to-b`, "../b");
    fileSystem.link(`${USER}/b/to-a`, "../a");
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills.map(({ path }) => path)).toEqual([
      "~/.agents/skills/a/x/SKILL.md",
      "~/.agents/skills/b/y/SKILL.md",
    ]);
  });

  test("a root that is a link to itself", async () => {
    const fileSystem = memoryFileSystem();
    fileSystem.link(USER, USER);
    const snapshot = await discoverIn(fileSystem);
    expect(rootFindings(snapshot)).toEqual(["root.cycle ~/.agents/skills"]);
  });
});

describe("each real directory is taken once", () => {
  test("under its own path, not under an alias that sorts before it", async () => {
    const fileSystem = memoryFileSystem({ [`${USER}/tool/SKILL.md`]: skillText("tool") });
    fileSystem.link(`${USER}/alias`, "tool");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled tool ~/.agents/skills/tool/SKILL.md"]);
    expect(rootFindings(snapshot)).toEqual(["directory.duplicate ~/.agents/skills/alias"]);
  });

  test("a root that is another root's link is told as a duplicate", async () => {
    const fileSystem = memoryFileSystem({ [`${PROJECT}/a/SKILL.md`]: skillText("a") });
    fileSystem.link("/w/.claude/skills", "../.agents/skills");
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled a .agents/skills/a/SKILL.md"]);
    expect(snapshot.roots[2]).toMatchObject({ searched: false, reason: "duplicate" });
    expect(rootFindings(snapshot)).toEqual(["root.duplicate .claude/skills"]);
  });

  test("a root within another one adds what the first could not reach", async () => {
    const deep = "/srv/all/1/2/3/4/5/6/SKILL.md";
    const fileSystem = memoryFileSystem({
      [deep]: skillText("deep"),
      "/srv/all/1/2/near/SKILL.md": skillText("near"),
    });
    const snapshot = await discoverIn(fileSystem, { configRoots: ["/srv/all", "/srv/all/1/2"] });
    expect(glance(snapshot)).toEqual([
      "enabled near /srv/all/1/2/near/SKILL.md",
      "enabled deep /srv/all/1/2/3/4/5/6/SKILL.md",
    ]);
  });

  test("what a project root refuses, a user root may take", async () => {
    const fileSystem = withOutside();
    fileSystem.link(`${PROJECT}/tool`, "/elsewhere/tool");
    fileSystem.link(`${USER}/tool`, "/elsewhere/tool");
    expect(glance(await discoverIn(fileSystem))).toEqual([
      "enabled tool ~/.agents/skills/tool/SKILL.md",
    ]);
  });
});

describe("a directory that is swapped for a link while discovery reads", () => {
  /** Discovers while, before each call, the schedule says whether the link stands. */
  async function leaks(isOutside: (call: number) => boolean, tellsOwnPath: boolean) {
    const fileSystem = memoryFileSystem({
      "/elsewhere/x/SKILL.md": skillText("x", "Secret."),
      [`${PROJECT}/x/SKILL.md`]: skillText("x", "Public."),
    });
    fileSystem.tellsOwnPath = tellsOwnPath;
    let call = 0;
    fileSystem.before = ({ path }) => {
      if (!path.startsWith(PROJECT)) return;
      fileSystem.swap(PROJECT, isOutside(call) ? "/elsewhere" : undefined);
      call += 1;
    };
    const { skills } = await discoverIn(fileSystem);
    return skills.map(({ description }) => description);
  }

  test("nothing outside is read, at any pattern of swaps, where the system tells a file's path", async () => {
    const seen = new Set<string>();
    for (let pattern = 0; pattern < 1024; pattern += 1) {
      const found = await leaks((call) => ((pattern >> (call % 12)) & 1) === 1, true);
      for (const description of found) seen.add(description);
    }
    expect([...seen]).toEqual(["Public."]);
  });

  test("nor at any swap there and back where it doesn't", async () => {
    const seen = new Set<string>();
    for (let start = 0; start < 20; start += 1) {
      for (let end = start; end < 24; end += 1) {
        const found = await leaks((call) => call >= start && call < end, false);
        for (const description of found) seen.add(description);
      }
    }
    expect([...seen]).toEqual(["Public."]);
  });
});
