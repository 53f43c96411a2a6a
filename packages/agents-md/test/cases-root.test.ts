import { describe, expect, it } from "vitest";
import { codes, explain, resolve, statuses } from "./support/tables.ts";

const messages = (value: { readonly diagnostics: readonly { readonly message: string }[] }) =>
  value.diagnostics.map(({ message }) => message).join("\n");

describe("where the workspace begins", () => {
  it("says that an outer file is not loaded and which marker fixed the root", async () => {
    const tree = {
      "/repo/AGENTS.md": "outer",
      "/repo/sub/.git": "gitdir: ../.git/modules/sub\n",
      "/repo/sub/AGENTS.md": "inner",
    };
    const value = await explain(tree, "x.ts", {
      workspaceRoot: { root: "/repo/sub", marker: ".git" },
      cwd: "/repo/sub",
    });
    expect(statuses(value)).toEqual(["AGENTS.md loaded"]);
    expect(value.rootMarker).toBe(".git");
    expect(codes(value)).toEqual(["root.marker .git", "file.outside-workspace ../AGENTS.md"]);
    expect(messages(value)).toContain("fixed by the .git in it: a file");
    expect(messages(value)).toContain(
      "../AGENTS.md is outside the workspace and not loaded: the .git",
    );
  });

  it("names an empty marker directory", async () => {
    const value = await explain({ "/repo/sub/.git": { directory: true } }, "x.ts", {
      workspaceRoot: { root: "/repo/sub", marker: ".git" },
      cwd: "/repo/sub",
    });
    expect(codes(value)).toEqual(["root.marker .git"]);
    expect(messages(value)).toContain("an empty directory");
  });

  it("says nothing about an ordinary marker with nothing above it", async () => {
    const value = await explain({ "/repo/AGENTS.md": "x" }, "x.ts");
    expect(value.diagnostics).toEqual([]);
  });

  it("takes the working directory alone where there is no marker", async () => {
    const value = await explain(
      { "/plain/AGENTS.md": "outer", "/plain/sub/AGENTS.md": "in" },
      "x",
      {
        workspaceRoot: { root: "/plain/sub", marker: null },
        cwd: "/plain/sub",
      },
    );
    expect(statuses(value)).toEqual(["AGENTS.md loaded"]);
    expect(value.rootMarker).toBeNull();
    expect(codes(value)).toEqual(["root.no-marker .", "file.outside-workspace ../AGENTS.md"]);
    expect(messages(value)).toContain("outside the workspace");
  });

  it.each([
    ["it has a .git", "/repo", { "/AGENTS.md": "outer" }],
    ["a .git lies above it", "/repo/a", { "/AGENTS.md": "outer", "/repo/a/x": "" }],
  ])("knows that a root without a marker was named when %s", async (_name, root, tree) => {
    const value = await explain(tree, "x", { workspaceRoot: { root, marker: null }, cwd: root });
    expect(codes(value)).toEqual([
      `file.outside-workspace ${root === "/repo" ? "" : "../"}../AGENTS.md`,
    ]);
    expect(messages(value)).toContain("the workspace root was named");
  });

  it("reports files above a root that was named", async () => {
    const value = await explain({ "/AGENTS.md": "outer" }, "x", { workspaceRoot: "/repo" });
    expect(value.rootMarker).toBeNull();
    expect(codes(value)).toEqual(["file.outside-workspace ../AGENTS.md"]);
    expect(messages(value)).toContain("the workspace root was named");
  });

  it("loads only the worktree's file in a linked worktree below the main checkout", async () => {
    const { text } = await resolve(
      {
        "/repo/AGENTS.md": "main rules",
        "/repo/.worktrees/x/.git": "gitdir: /repo/.git/worktrees/x\n",
        "/repo/.worktrees/x/AGENTS.md": "worktree rules",
      },
      {
        workspaceRoot: { root: "/repo/.worktrees/x", marker: ".git" },
        cwd: "/repo/.worktrees/x",
      },
    );
    expect(text).toContain("worktree rules");
    expect(text).not.toContain("main rules");
  });

  it("does not report the global file as a file above the root", async () => {
    const tree = { "/repo/AGENTS.md": "global", "/repo/deep/x": "" };
    const value = await explain(tree, "x", {
      workspaceRoot: { root: "/repo/deep", marker: null },
      cwd: "/repo/deep",
      configHome: "/repo",
    });
    expect(codes(value)).toEqual([]);
  });
});

describe("containment is of path segments", () => {
  const tree = { "/srv/project/AGENTS.md": "in", "/srv/project-sibling/AGENTS.md": "out" };
  const extra = { workspaceRoot: "/srv/project", cwd: "/srv/project" };

  it.each(["/srv/project-sibling/x", "../project-sibling/x", "../x", "/srv", "a/../../x"])(
    "refuses the target %s",
    async (target) => {
      await expect(explain(tree, target, extra)).rejects.toMatchObject({
        name: "AgentsMdError",
        code: "outside_workspace",
        message: expect.stringMatching(
          /"\/srv[^"]*" lies outside the workspace root "\/srv\/project"/,
        ),
      });
    },
  );

  it("refuses a working directory beside the root", async () => {
    await expect(resolve(tree, { ...extra, cwd: "/srv/project-sibling" })).rejects.toMatchObject({
      code: "outside_workspace",
      message: expect.stringContaining("/srv/project-sibling"),
    });
  });

  it("refuses a target that a symlinked directory leads out of the root", async () => {
    const linked = { ...tree, "/srv/project/out": { symlink: "../project-sibling" } };
    await expect(explain(linked, "out/x", extra)).rejects.toMatchObject({
      code: "outside_workspace",
    });
  });

  it("accepts names that only begin with dots", async () => {
    const value = await explain({ "/repo/..a/AGENTS.md": "x" }, "..a/y");
    expect(statuses(value)).toEqual(["..a/AGENTS.md loaded"]);
  });

  it.each([
    ["a root that is a file", { workspaceRoot: "/srv/project/AGENTS.md" }],
    ["a root that is not there", { workspaceRoot: "/srv/none" }],
    ["a working directory that is a file", { cwd: "/srv/project/AGENTS.md" }],
  ])("refuses %s, naming both", async (_name, bad) => {
    const error: unknown = await resolve(tree, { ...extra, ...bad }).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: "not_a_directory" });
    if ("workspaceRoot" in bad) {
      expect((error as Error).message).toContain(bad.workspaceRoot);
      expect((error as Error).message).toContain("/srv/project");
    }
  });
});

describe("order", () => {
  it("is by depth, root first, whatever the names", async () => {
    const tree = {
      "/repo/AGENTS.md": "root",
      "/repo/0pkg/AGENTS.md": "zero",
      "/repo/0pkg/!x/AGENTS.md": "deep",
    };
    const { text } = await resolve(tree, { cwd: "/repo/0pkg/!x" });
    const at = ["root", "zero", "deep"].map((word) => text.indexOf(`\n${word}\n`));
    expect(at.every((index) => index > 0)).toBe(true);
    expect([...at].sort((left, right) => left - right)).toEqual(at);
  });
});
