import { describe, expect, test } from "vitest";
import { failure, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, rejections, rootFindings, skillText } from "../support/skills.ts";

const ROOT = "/w/.agents/skills";

describe("which directories are searched", () => {
  test("a directory with a SKILL.md is a skill and isn't searched further", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/outer/SKILL.md`]: skillText("outer"),
      [`${ROOT}/outer/inner/SKILL.md`]: skillText("inner"),
      [`${ROOT}/group/common/goodbye/SKILL.md`]: skillText("goodbye"),
    });
    expect(glance(await discoverIn(fileSystem))).toEqual([
      "enabled goodbye .agents/skills/group/common/goodbye/SKILL.md",
      "enabled outer .agents/skills/outer/SKILL.md",
    ]);
  });

  test("a SKILL.md in the root itself is loaded and hides no children", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/SKILL.md`]: skillText("skills"),
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
    });
    expect(glance(await discoverIn(fileSystem))).toEqual([
      "enabled skills .agents/skills/SKILL.md",
      "enabled a .agents/skills/a/SKILL.md",
    ]);
  });

  test("a rejected SKILL.md ends the search below it too", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/bad/SKILL.md`]: "no frontmatter",
      [`${ROOT}/bad/inner/SKILL.md`]: skillText("inner"),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual([]);
    expect(rejections(snapshot)).toEqual([".agents/skills/bad/SKILL.md: frontmatter.missing"]);
  });

  test("node_modules, .git and dot-directories are passed over", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/node_modules/x/SKILL.md`]: skillText("x"),
      [`${ROOT}/.git/x/SKILL.md`]: skillText("x"),
      [`${ROOT}/.git/SKILL.md`]: skillText("x"),
      [`${ROOT}/.cache/deep/SKILL.md`]: skillText("x"),
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual(["enabled a .agents/skills/a/SKILL.md"]);
    expect(rootFindings(snapshot)).toEqual([]);
    const touched = fileSystem.calls.filter(({ path }) => /node_modules|\.git|deep/.test(path));
    expect(touched).toEqual([]);
  });

  test("a dot-directory that plainly holds skills is named with the path to configure", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/.hidden/SKILL.md`]: skillText("hidden"),
      [`${ROOT}/group/.opencode/skills/x/SKILL.md`]: skillText("x"),
      [`${ROOT}/.empty/readme.md`]: "",
    });
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual([]);
    expect(rootFindings(snapshot)).toEqual([
      "directory.hidden-skills .agents/skills/.hidden",
      "directory.hidden-skills .agents/skills/group/.opencode/skills",
    ]);
  });

  test("ignore files don't matter", async () => {
    const fileSystem = memoryFileSystem({
      "/w/.gitignore": "*",
      [`${ROOT}/.gitignore`]: "*",
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
    });
    expect(glance(await discoverIn(fileSystem))).toHaveLength(1);
  });

  test("each directory from the working one up to the root, nearest first", async () => {
    const fileSystem = memoryFileSystem({
      "/w/packages/a/.agents/skills/near/SKILL.md": skillText("same", "Near."),
      "/w/.claude/skills/far/SKILL.md": skillText("same", "Far."),
      "/w/packages/b/.agents/skills/beside/SKILL.md": skillText("beside"),
      "/.agents/skills/above/SKILL.md": skillText("above"),
    });
    expect(glance(await discoverIn(fileSystem, { cwd: "/w/packages/a" }))).toEqual([
      "enabled same packages/a/.agents/skills/near/SKILL.md",
      "shadowed same .claude/skills/far/SKILL.md",
    ]);
  });
});

describe("what is called SKILL.md", () => {
  test.each(["skill.md", "Skill.md", "SKILL.MD", "sKiLl.Md"])(
    "%s is not loaded, and told",
    async (name) => {
      const snapshot = await discoverIn(
        memoryFileSystem({ [`${ROOT}/a/${name}`]: skillText("a") }),
      );
      expect(glance(snapshot)).toEqual([]);
      expect(rejections(snapshot)).toEqual([`.agents/skills/a/${name}: file.wrong-case`]);
    },
  );

  test("beside a good SKILL.md a misnamed one is told, and the good one loads", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      [`${ROOT}/a/skill.md`]: skillText("a"),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toHaveLength(1);
    expect(rejections(snapshot)).toEqual([".agents/skills/a/skill.md: file.wrong-case"]);
  });

  test("a directory of that name is one finding, and hides nothing", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/x/SKILL.md/SKILL.md`]: skillText("x"),
      [`${ROOT}/x/below/SKILL.md`]: skillText("below"),
      [`${ROOT}/y/SKILL.md`]: skillText("y"),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["below", "y"]);
    expect(rejections(snapshot)).toEqual([".agents/skills/x/SKILL.md: file.not-regular"]);
  });

  test("a FIFO or device of that name is never opened", async () => {
    const fileSystem = memoryFileSystem({ [`${ROOT}/y/SKILL.md`]: skillText("y") });
    fileSystem.special(`${ROOT}/x/SKILL.md`);
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["y"]);
    expect(rejections(snapshot)).toEqual([".agents/skills/x/SKILL.md: file.not-regular"]);
    expect(fileSystem.calls).not.toContainEqual({ method: "openFile", path: `${ROOT}/x/SKILL.md` });
  });

  test("nor one behind a link", async () => {
    const fileSystem = memoryFileSystem();
    fileSystem.special("/w/fifo");
    fileSystem.link(`${ROOT}/x/SKILL.md`, "/w/fifo");
    expect(rejections(await discoverIn(fileSystem))).toEqual([
      ".agents/skills/x/SKILL.md: file.not-regular, file.link",
    ]);
    expect(fileSystem.calls.filter(({ method }) => method === "openFile")).toEqual([]);
  });
});

describe("an untrusted project", () => {
  test("is not touched at all, and the report says why", async () => {
    const fileSystem = memoryFileSystem({
      [`${ROOT}/a/SKILL.md`]: skillText("a"),
      "/home/ada/.agents/skills/mine/SKILL.md": skillText("mine"),
    });
    const snapshot = await discoverIn(fileSystem, { trustProject: false });
    expect(glance(snapshot)).toEqual(["enabled mine ~/.agents/skills/mine/SKILL.md"]);
    expect(snapshot.roots.slice(0, 3)).toMatchObject([
      { path: ".agents/skills", searched: false, reason: "untrusted" },
      { path: ".alisio/skills", searched: false, reason: "untrusted" },
      { path: ".claude/skills", searched: false, reason: "untrusted" },
    ]);
    expect(fileSystem.calls.filter(({ path }) => path.startsWith("/w"))).toEqual([]);
    expect(fileSystem.calls.length).toBeGreaterThan(0);
  });
});

describe("roots that can't be searched", () => {
  test("a missing one is a finding where somebody named it", async () => {
    const snapshot = await discoverIn(memoryFileSystem(), { configRoots: ["/srv/none"] });
    expect(rootFindings(snapshot)).toEqual(["root.missing /srv/none"]);
    expect(snapshot.roots.every(({ reason }) => reason === "missing")).toBe(true);
  });

  test("a file in a root's place", async () => {
    const fileSystem = memoryFileSystem({ [ROOT]: "", "/srv/a": "" });
    const snapshot = await discoverIn(fileSystem, { configRoots: ["/srv/a"] });
    expect(rootFindings(snapshot)).toEqual([
      "root.not-a-directory .agents/skills",
      "root.not-a-directory /srv/a",
    ]);
  });

  test.each(["realPath", "stat", "readDirectory"] as const)(
    "one whose %s is denied",
    async (method) => {
      const fileSystem = memoryFileSystem({
        [`${ROOT}/a/SKILL.md`]: skillText("a"),
        "/home/ada/.agents/skills/mine/SKILL.md": skillText("mine"),
      });
      fileSystem.before = (call) => {
        if (call.method === method && call.path === ROOT) throw failure("EACCES");
      };
      const snapshot = await discoverIn(fileSystem);
      expect(snapshot.roots[0]).toMatchObject({ searched: false, reason: "unreadable" });
      expect(rootFindings(snapshot)).toEqual(["root.unreadable .agents/skills"]);
      expect(glance(snapshot)).toHaveLength(1);
    },
  );
});

describe("what fails in the middle", () => {
  const files = {
    [`${ROOT}/a/SKILL.md`]: skillText("a"),
    [`${ROOT}/b/SKILL.md`]: skillText("b"),
    [`${ROOT}/c/SKILL.md`]: skillText("c"),
  };

  test.each(["openFile", "read"] as const)(
    "a file whose %s fails is rejected, and alone",
    async (method) => {
      for (const code of ["EACCES", "EIO", "EMFILE", "ELOOP", "EISDIR"]) {
        const fileSystem = memoryFileSystem(files);
        fileSystem.before = (call) => {
          if (call.method === method && call.path === `${ROOT}/b/SKILL.md`) throw failure(code);
        };
        const snapshot = await discoverIn(fileSystem);
        expect(snapshot.skills.map(({ name }) => name)).toEqual(["a", "c"]);
        expect(rejections(snapshot)).toEqual([".agents/skills/b/SKILL.md: file.unreadable"]);
      }
    },
  );

  test("a directory that can't be listed is a finding, and the result partial", async () => {
    const fileSystem = memoryFileSystem(files);
    fileSystem.before = ({ method, path }) => {
      if (method === "readDirectory" && path === `${ROOT}/b`) throw failure("EACCES");
    };
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(rootFindings(snapshot)).toEqual(["directory.unreadable .agents/skills/b"]);
    expect(snapshot.roots[0]).toMatchObject({ searched: true, partial: true });
  });

  test("a directory that vanishes leaves no trace, a file that does is told", async () => {
    for (const method of ["stat", "openFile"] as const) {
      const fileSystem = memoryFileSystem(files);
      fileSystem.before = (call) => {
        if (call.method !== method || !call.path.startsWith(`${ROOT}/b`)) return;
        fileSystem.before = undefined;
        fileSystem.remove(`${ROOT}/b`);
      };
      const snapshot = await discoverIn(fileSystem);
      expect(snapshot.skills.map(({ name }) => name)).toEqual(["a", "c"]);
      expect(rejections(snapshot)).toEqual(
        method === "stat" ? [] : [".agents/skills/b/SKILL.md: file.unreadable"],
      );
    }
  });

  test("a file that grows while it is read is read to its end or refused", async () => {
    const fileSystem = memoryFileSystem(files);
    const grown = skillText("b", "Grown.", "x".repeat(200_000));
    fileSystem.before = ({ method, path }) => {
      if (method === "read" && path === `${ROOT}/b/SKILL.md`) {
        fileSystem.before = undefined;
        fileSystem.write(path, grown);
      }
    };
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills.map(({ name }) => name)).toContain("a");
    expect(snapshot.skills.length + snapshot.rejected.length).toBe(3);
  });
});

describe("sizes", () => {
  test("a file of exactly 1 MiB is read, one byte more is refused unread", async () => {
    const head = skillText("big");
    const fileSystem = memoryFileSystem({
      [`${ROOT}/big/SKILL.md`]: head + "x".repeat(1_048_576 - head.length),
      [`${ROOT}/bigger/SKILL.md`]: head + "x".repeat(1_048_577 - head.length),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(snapshot.skills).toMatchObject([{ name: "big", bytes: 1_048_576 }]);
    expect(rejections(snapshot)).toEqual([".agents/skills/bigger/SKILL.md: file.too-large"]);
    const read = fileSystem.calls.filter(
      ({ method, path }) => method === "read" && /bigger/.test(path),
    );
    expect(read).toEqual([]);
  });
});

describe("other work", () => {
  test("is let run now and then", async () => {
    const fileSystem = memoryFileSystem();
    for (let index = 0; index < 1500; index += 1) {
      fileSystem.write(`${ROOT}/s${index}/SKILL.md`, skillText(`s${index}`));
    }
    let pauses = 0;
    const pausing = Object.assign(fileSystem, {
      pause: async () => {
        pauses += 1;
      },
    });
    await discoverIn(pausing);
    expect(pauses).toBeGreaterThan(5);
  });
});

describe("what a caller has to give", () => {
  test.each([
    ["a file system", { fileSystem: undefined }],
    ["a list of roots", { roots: "/srv" }],
    ["overrides by name", { overrides: ["pdf"] }],
  ])("%s", async (_, rules) => {
    const discover = discoverIn(memoryFileSystem(), {}, rules as object);
    await expect(discover).rejects.toMatchObject({ code: "invalid_option" });
  });
});

describe("order", () => {
  test("the file system's order makes no difference", async () => {
    const names = ["b", "a", "B", "10", "9", "ä", "z", "a-b", "a.b"];
    const results = [false, true].map(async (reversed) => {
      const fileSystem = memoryFileSystem();
      for (const name of reversed ? [...names].reverse() : names) {
        fileSystem.write(`${ROOT}/${name}/SKILL.md`, skillText("same"));
        fileSystem.write(`${ROOT}/${name}/skill.md`, "");
        fileSystem.write(`${ROOT}/.${name}/SKILL.md`, "");
      }
      fileSystem.reversed = reversed;
      return JSON.stringify(await discoverIn(fileSystem));
    });
    const [first, second] = await Promise.all(results);
    expect(first).toBe(second);
  });
});
