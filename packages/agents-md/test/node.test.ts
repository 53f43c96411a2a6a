import { execFileSync } from "node:child_process";
import { linkSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createInstructionTracker,
  createNodeReader,
  explainAll,
  explainPath,
  findWorkspaceRoot,
  resolveInstructions,
  sha256,
} from "../src/node.ts";
import { codes, statuses } from "./support/tables.ts";
import { temporaryTree } from "./support/temporary-tree.ts";

describe("findWorkspaceRoot", () => {
  it.each([
    ["a directory", { "r/.git/HEAD": "x" }],
    ["an empty directory", { "r/.git": { directory: true } }],
    ["a file", { "r/.git": "gitdir: elsewhere\n" }],
    ["an empty file", { "r/.git": "" }],
    ["a symlink to a directory", { "r/.git": { symlink: "../g" }, "g/HEAD": "x" }],
  ] as const)("takes the nearest .git: %s", async (_name, marker) => {
    const top = temporaryTree({ ".git/HEAD": "x", ...marker, "r/a/b/x": "" });
    expect(await findWorkspaceRoot(join(top, "r/a/b"))).toEqual({
      root: join(top, "r"),
      marker: ".git",
    });
    expect(await findWorkspaceRoot(join(top, "r"))).toEqual({
      root: join(top, "r"),
      marker: ".git",
    });
  });

  it("takes the directory alone without one, or with a dangling one", async () => {
    const top = temporaryTree({ "a/x": "", "b/.git": { symlink: "nowhere" } });
    for (const name of ["a", "b"]) {
      const directory = join(top, name);
      expect(await findWorkspaceRoot(directory)).toEqual({ root: directory, marker: null });
    }
  });

  it("resolves symlinks before it looks", async () => {
    const top = temporaryTree({ "r/.git/HEAD": "x", "r/a/x": "", link: { symlink: "r/a" } });
    expect((await findWorkspaceRoot(join(top, "link"))).root).toBe(join(top, "r"));
  });

  it("takes a relative path from the process's directory", async () => {
    const top = temporaryTree({ "r/.git/HEAD": "x" });
    const path = relative(process.cwd(), join(top, "r"));
    expect((await findWorkspaceRoot(path)).root).toBe(join(top, "r"));
  });

  it.each(["none", "file"])("refuses %s", async (name) => {
    const top = temporaryTree({ file: "" });
    await expect(findWorkspaceRoot(join(top, name))).rejects.toMatchObject({
      code: "not_a_directory",
      message: expect.stringContaining(name),
    });
  });

  it.each(["", "a\0b", undefined])("refuses the path %j", async (path) => {
    await expect(findWorkspaceRoot(path as string)).rejects.toMatchObject({ code: "invalid_path" });
  });
});

describe("for somebody who has only a directory", () => {
  const tree = {
    ".git/HEAD": "x",
    "AGENTS.md": "root rules\n",
    "a/AGENTS.md": "a rules\n",
    "a/b/AGENTS.md": "b rules\n",
    "a/b/x.ts": "",
  };

  it("resolves", async () => {
    const top = temporaryTree(tree);
    const result = await resolveInstructions({ cwd: join(top, "a") });
    expect(statuses(result)).toEqual(["AGENTS.md loaded", "a/AGENTS.md loaded"]);
    expect(result).toMatchObject({ workspaceRoot: "..", rootMarker: ".git" });
    expect(result.files[0]?.sha256).toBe(sha256(Buffer.from("root rules\n")));
  });

  it("explains", async () => {
    const top = temporaryTree(tree);
    const value = await explainPath({ cwd: join(top, "a"), target: "b/x.ts" });
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      schemaVersion: 1,
      target: "a/b/x.ts",
      workspaceRoot: "..",
      rootMarker: ".git",
      budget: { maxBytes: 32768, usedBytes: 27 },
      files: ["AGENTS.md", "a/AGENTS.md", "a/b/AGENTS.md"].map((path, index) => {
        const content = ["root rules\n", "a rules\n", "b rules\n"][index] ?? "";
        return {
          path,
          scope: index < 2 ? "project" : "nested",
          kind: "agents",
          status: "loaded",
          delivery: index < 2 ? "eager" : "attached",
          bytes: content.length,
          loadedBytes: content.length,
          tokens: Math.ceil(content.length / 4),
          sha256: sha256(Buffer.from(content)),
          reason: expect.any(String),
        };
      }),
      diagnostics: [],
    });
    expect(Object.keys(value)).toEqual([
      "schemaVersion",
      "target",
      "workspaceRoot",
      "rootMarker",
      "budget",
      "files",
      "diagnostics",
    ]);
    expect(Object.keys(value.files[0] ?? {})).toEqual([
      "path",
      "scope",
      "kind",
      "status",
      "delivery",
      "bytes",
      "loadedBytes",
      "tokens",
      "sha256",
      "reason",
    ]);
  });

  it("explains everything", async () => {
    const top = temporaryTree(tree);
    const value = await explainAll({ cwd: top });
    expect(value.directories.map(({ path, bytes }) => [path, bytes])).toEqual([
      ["a/b", 27],
      ["a", 19],
      [".", 11],
    ]);
  });

  it("tracks", async () => {
    const top = temporaryTree(tree);
    const tracker = await createInstructionTracker({ cwd: top });
    const { calls } = await tracker.step([
      { id: "1", effect: "process", command: "cat b/x.ts", cwd: "a" },
    ]);
    expect(calls[0]?.action).toBe("return");
    expect(calls[0]?.attached.map(({ path }) => path)).toEqual(["a/AGENTS.md", "a/b/AGENTS.md"]);
  });

  it("tracks on from a saved state", async () => {
    const top = temporaryTree(tree);
    const first = await createInstructionTracker({ cwd: top });
    await first.step([{ id: "1", effect: "read", paths: ["a/b/x.ts"] }]);
    writeFileSync(join(top, "a/AGENTS.md"), "changed");
    const second = await createInstructionTracker({ cwd: top, state: first.saveState() });
    const { calls } = await second.step([{ id: "1", effect: "write", paths: ["a/b/x.ts"] }]);
    expect(calls[0]?.attached.map(({ content }) => content)).toEqual(["changed"]);
  });

  it("takes a root that is named, as a path or as a value", async () => {
    const top = temporaryTree(tree);
    const cwd = join(top, "a");
    const named = await resolveInstructions({ cwd, workspaceRoot: cwd });
    expect(named).toMatchObject({ workspaceRoot: ".", rootMarker: null });
    expect(statuses(named)).toEqual(["AGENTS.md loaded"]);
    const found = await resolveInstructions({ cwd, workspaceRoot: await findWorkspaceRoot(cwd) });
    expect(found).toEqual(await resolveInstructions({ cwd }));
  });

  it("reads the global file of a config home, be it a symlink", async () => {
    const top = temporaryTree({
      ...tree,
      "home/AGENTS.md": { symlink: "../dotfiles/rules.md" },
      "dotfiles/rules.md": "global rules\n",
    });
    const cwd = join(top, "a");
    const result = await resolveInstructions({
      cwd,
      workspaceRoot: cwd,
      configHome: join(top, "home"),
    });
    expect(result.files[0]).toMatchObject({ scope: "global", content: "global rules\n" });
    const missing = { cwd, configHome: join(top, "no-home") };
    expect((await resolveInstructions(missing)).diagnostics).toEqual([]);
  });

  it.each([
    ["maxBytes", { maxBytes: 1023 }, "invalid_option"],
    ["maxBytes", { maxBytes: 1048577 }, "invalid_option"],
    ["maxBytes", { maxBytes: 2000.5 }, "invalid_option"],
    ["maxBytes", { maxBytes: "2000" }, "invalid_option"],
    ["claudeMdFallback", { claudeMdFallback: "yes" }, "invalid_option"],
    ["cwd", { cwd: "" }, "invalid_path"],
    ["cwd", { cwd: undefined }, "invalid_path"],
    ["workspaceRoot", { workspaceRoot: "" }, "invalid_path"],
    ["workspaceRoot", { workspaceRoot: { root: "/", marker: "a/b" } }, "invalid_option"],
    ["configHome", { configHome: "\0" }, "invalid_path"],
    ["root", { workspaceRoot: "/no/such/root" }, "not_a_directory"],
  ])("refuses a wrong %s", async (name, wrong, code) => {
    const top = temporaryTree(tree);
    const options = { cwd: top, ...wrong } as Parameters<typeof resolveInstructions>[0];
    await expect(resolveInstructions(options)).rejects.toMatchObject({
      name: "AgentsMdError",
      code,
      message: expect.stringContaining(name),
    });
  });

  it.each([undefined, null, "/repo"])("refuses %j in place of options", async (options) => {
    const calls = [resolveInstructions, explainPath, explainAll, createInstructionTracker];
    for (const call of calls as ((wrong: unknown) => Promise<unknown>)[]) {
      await expect(call(options)).rejects.toMatchObject({ code: "invalid_argument" });
    }
  });

  it.skipIf(process.platform === "win32")(
    "takes what is a drive elsewhere for a name",
    async () => {
      const top = temporaryTree({ ...tree, "C:/AGENTS.md": "c rules\n" });
      const value = await explainPath({ cwd: top, target: "C:/x" });
      expect(statuses(value)).toEqual(["AGENTS.md loaded", "C:/AGENTS.md loaded"]);
      const tracker = await createInstructionTracker({ cwd: top });
      const { calls } = await tracker.step([{ id: "1", effect: "write", paths: ["C:/x"] }]);
      expect(calls[0]).toMatchObject({ action: "return", attached: [{ path: "C:/AGENTS.md" }] });
    },
  );

  it("finds one file under two names of the system", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": "rules", "a/x": "" });
    linkSync(join(top, "AGENTS.md"), join(top, "a/AGENTS.md"));
    const value = await explainPath({ cwd: top, target: "a/x" });
    expect(statuses(value)).toEqual(["AGENTS.md duplicate", "a/AGENTS.md loaded"]);
  });

  it("explains what a symlinked directory reaches where it really is", async () => {
    const top = temporaryTree({ ...tree, link: { symlink: "a/b" } });
    const value = await explainPath({ cwd: top, target: "link/x.ts" });
    expect(value.target).toBe("a/b/x.ts");
    expect(statuses(value)).toEqual([
      "AGENTS.md loaded",
      "a/AGENTS.md loaded",
      "link/AGENTS.md duplicate",
      "a/b/AGENTS.md loaded",
    ]);
  });

  it("says where a symlinked target leads", async () => {
    const top = temporaryTree({ ...tree, "c.ts": { symlink: "a/b/x.ts" } });
    const value = await explainPath({ cwd: top, target: "c.ts" });
    expect(codes(value)).toEqual(["target.symlink c.ts"]);
    expect(statuses(value)).toEqual(["AGENTS.md loaded"]);
  });

  it("finds the same thing in a linked worktree below the checkout", async () => {
    const top = temporaryTree({ "main/AGENTS.md": "main rules" });
    const main = join(top, "main");
    const git = (...args: string[]): void => {
      const identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"];
      execFileSync("git", [...identity, ...args], { cwd: main, stdio: "ignore" });
    };
    git("init");
    git("add", ".");
    git("commit", "-m", "first");
    git("worktree", "add", "trees/one");
    const value = await explainPath({ cwd: join(main, "trees/one"), target: "x" });
    expect(statuses(value)).toEqual(["AGENTS.md loaded"]);
    expect(codes(value)).toEqual(["root.marker .git", "file.outside-workspace ../../AGENTS.md"]);
  });

  it("reads a file that is replaced at once by another", async () => {
    const top = temporaryTree(tree);
    writeFileSync(join(top, "next"), "replaced");
    renameSync(join(top, "next"), join(top, "AGENTS.md"));
    expect((await resolveInstructions({ cwd: top })).files[0]?.content).toBe("replaced");
  });

  it("gives a reader that lists, reads and locates", async () => {
    const top = temporaryTree({ ...tree, f: { symlink: "a" } });
    const reader = createNodeReader();
    const entries = await reader.listDirectory(top);
    expect(entries?.map(({ name, type }) => `${name} ${type}`).sort()).toEqual([
      ".git directory",
      "AGENTS.md file",
      "a directory",
      "f symlink",
    ]);
    expect(await reader.listDirectory(join(top, "none"))).toBeUndefined();
    expect(await reader.listDirectory(join(top, "AGENTS.md"))).toBeUndefined();
    expect(await reader.locate(join(top, "f/b/none/x"))).toEqual({
      kind: "missing",
      path: join(top, "a/b/none/x"),
      realPath: join(top, "a/b/none/x"),
    });
  });
});
