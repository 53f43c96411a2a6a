import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspaceTools } from "../../src/tools/create-workspace-tools.ts";
import { CANARY, createWorkspace, withLinks, writeTree } from "./workspace.ts";

const PATHS = (outside: string): readonly string[] => [
  "../workspace-outside/secret.txt",
  "dir/../../workspace-outside/secret.txt",
  path.join(outside, "secret.txt"),
  "file-link",
  "dir-link/secret.txt",
  "link-to-link/secret.txt",
  "dir-link/../workspace-outside/secret.txt",
  "dangling",
  "circle",
  "circle/x",
  "..",
  "../workspace-outside",
  "/etc/passwd",
  "/proc/self/environ",
  "/proc/self/cwd/../workspace-outside/secret.txt",
  "/dev/zero",
  "/dev/stdin",
  "~/x",
  "in.txt\0",
];

/** A tool that sees a place empty may make a file or directory there; it has to go first. */
function clearFor(place: string, put: () => void): void {
  for (;;) {
    try {
      rmSync(place, { recursive: true, force: true });
      put();
      return;
    } catch {
      // Made again in between.
    }
  }
}

/** Puts a link in the place of a file or directory, and that back, until it is ended. */
function swapWithLink(place: string, target: string): () => Promise<number> {
  const away = `${place}.away`;
  let isOver = false;
  let swaps = 0;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const swapping = (async () => {
    while (!isOver) {
      renameSync(place, away);
      clearFor(place, () => symlinkSync(target, place));
      await turn();
      clearFor(place, () => renameSync(away, place));
      swaps += 1;
      await turn();
    }
    return swaps;
  })();
  return () => {
    isOver = true;
    return swapping;
  };
}

describe("nothing outside is touched", () => {
  it("through any path", async () => {
    const { outside, call } = withLinks();
    const before = readdirSync(outside);
    for (const written of PATHS(outside)) {
      const calls: [string, Record<string, unknown>][] = [
        ["read_file", { path: written }],
        ["list_files", { path: written }],
        ["search_text", { pattern: "CANARY|root", path: written }],
        [
          "edit_file",
          { path: written, expectedSha256: "0".repeat(64), oldText: "C", newText: "X" },
        ],
        ["run_process", { command: "pwd", cwd: written }],
        ["shell", { command: "pwd", cwd: written }],
      ];
      // These two are names inside; only to read them fails, since nothing is there.
      if (written !== "~/x" && !written.startsWith("dir-link/.."))
        calls.push(["write_file", { path: written, content: "x" }]);
      for (const [name, args] of calls) {
        const { text, isError } = await call(name, args);
        expect([name, written, isError]).toEqual([name, written, true]);
        expect(text).not.toContain(CANARY);
      }
    }
    expect(readdirSync(outside)).toEqual(before);
    expect(readFileSync(path.join(outside, "secret.txt"), "utf8")).toBe(`${CANARY}\n`);
  });

  it("through new files and directories behind links", async () => {
    const { outside, refusal } = withLinks();
    for (const written of [
      "dir-link/new.txt",
      "link-to-link/a/b.txt",
      "../new.txt",
      "../workspace2/x",
    ]) {
      expect(await refusal("write_file", { path: written, content: "x" })).toContain("outside");
    }
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
    expect(existsSync(path.join(outside, "../workspace2"))).toBe(false);
  });

  it("by listing or searching a tree with links out of it", async () => {
    const { result } = withLinks();
    expect(await result("list_files", {})).toMatchObject({
      files: ["circle", "dangling", "dir-link", "dir/a.txt", "file-link", "in.txt", "link-to-link"],
    });
    expect(await result("search_text", { pattern: CANARY })).toMatchObject({ exitCode: 1 });
  });

  it("because a sibling's name begins like the workspace's", async () => {
    const { isInside, outside, root } = createWorkspace();
    expect(await isInside(path.join(outside, "secret.txt"))).toBe(false);
    expect(await isInside(`${root}-outside`)).toBe(false);
    expect(await isInside("..workspace")).toBe(true);
  });

  it("where the system doesn't tell the path of what is open either", async () => {
    const { platform } = process;
    Object.defineProperty(process, "platform", { value: "other" });
    try {
      const { outside, call, result, refusal } = withLinks();
      for (const name of ["file-link", "dir-link/secret.txt", "../workspace-outside/secret.txt"]) {
        expect(await refusal("read_file", { path: name })).toContain("outside");
        expect(await refusal("write_file", { path: name, content: "x" })).toContain("outside");
      }
      expect(await result("search_text", { pattern: CANARY })).toMatchObject({ exitCode: 1 });
      await result("write_file", { path: "new/deep/x.txt", content: "x" });
      const { sha256 } = await result("read_file", { path: "new/deep/x.txt" });
      const edit = { path: "new/deep/x.txt", expectedSha256: sha256, oldText: "x", newText: "y" };
      await result("edit_file", edit);
      expect(await result("list_files", { path: "new" })).toMatchObject({
        files: ["new/deep/x.txt"],
      });
      const stop = swapWithLink(path.join(outside, "../workspace/dir"), outside);
      for (let round = 0; round < 50; round += 1) {
        const { text } = await call("read_file", { path: "dir/secret.txt" });
        expect(text).not.toContain(CANARY);
      }
      await stop();
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
  });

  // Elsewhere a directory can't be held by what was opened, so that changes are only made unlikely.
  const itOnLinux = it.runIf(process.platform === "linux");

  itOnLinux("while links are swapped under the tools", async () => {
    const { root, outside, call } = createWorkspace({
      "d/secret.txt": "inside\n",
      "d/sub/x.txt": "x",
    });
    writeTree(outside, { "sub/x.txt": CANARY, [`sub/${CANARY}`]: CANARY, [CANARY]: CANARY });
    const before = readdirSync(outside, { recursive: true }).sort();
    const stop = swapWithLink(path.join(root, "d"), outside);
    const seen = { done: 0, refused: 0 };
    for (let round = 0; round < 100; round += 1) {
      const outcomes = await Promise.all([
        call("read_file", { path: "d/secret.txt" }),
        call("search_text", { pattern: "CANARY|inside" }),
        call("list_files", { path: "d" }),
        call("list_files", { path: "d/sub" }),
        call("write_file", { path: `d/sub/new-${round}.txt`, content: "new" }),
        call("write_file", { path: `d/new-${round}.txt`, content: "new" }),
        call("write_file", { path: `d/deep-${round}/er/x.txt`, content: "new" }),
      ]);
      for (const { text, isError } of outcomes) {
        expect(text).not.toContain(CANARY);
        seen[isError ? "refused" : "done"] += 1;
      }
    }
    expect(await stop()).toBeGreaterThan(20);
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
    expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
    expect(
      readdirSync(root, { recursive: true }).filter((name) => /\.tmp$/.test(String(name))),
    ).toEqual([]);
  });

  itOnLinux("while a file is swapped for a link under an edit", async () => {
    const { root, outside, call } = createWorkspace({ "a.txt": "in" });
    const hash = JSON.parse((await call("read_file", { path: "a.txt" })).text).sha256 as string;
    const stop = swapWithLink(path.join(root, "a.txt"), path.join(outside, "secret.txt"));
    for (let round = 0; round < 100; round += 1) {
      const edit = { path: "a.txt", expectedSha256: hash, oldText: "in", newText: "in" };
      const outcomes = await Promise.all([
        call("write_file", { path: "a.txt", content: "in", expectedSha256: hash }),
        call("edit_file", { ...edit, newText: "in " }),
        call("read_file", { path: "a.txt" }),
      ]);
      for (const { text } of outcomes) expect(text).not.toContain(CANARY);
    }
    expect(await stop()).toBeGreaterThan(20);
    expect(readFileSync(path.join(outside, "secret.txt"), "utf8")).toBe(`${CANARY}\n`);
  });
});

describe("what is no regular file", () => {
  it("is refused without waiting for it", async () => {
    const { root, refusal, result } = createWorkspace({ "a.txt": "fifo\n" });
    execFileSync("mkfifo", [path.join(root, "fifo")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path.join(root, "socket"), resolve));
    for (const name of ["fifo", "socket"]) {
      expect(await refusal("read_file", { path: name })).toContain("not a regular file");
      expect(await refusal("search_text", { path: name, pattern: "x" })).toContain("regular file");
      expect(await refusal("list_files", { path: name })).toContain("regular file");
      expect(await refusal("write_file", { path: name, content: "" })).toContain("regular file");
    }
    expect(await result("list_files", {})).toMatchObject({ files: ["a.txt"] });
    expect(await result("search_text", { pattern: "fifo" })).toMatchObject({ exitCode: 0 });
    server.close();
  });

  it("is passed over as a .gitignore", async () => {
    const { root, result } = createWorkspace({ "a.txt": "" });
    execFileSync("mkfifo", [path.join(root, ".gitignore")]);
    mkdirSync(path.join(root, "d/.gitignore"), { recursive: true });
    writeTree(root, { "d/b.txt": "" });
    expect(await result("list_files", {})).toMatchObject({ files: ["a.txt", "d/b.txt"] });
  });
});

it("a hard link can't be told from a file: it is a file of the workspace", async () => {
  const { root, outside, result } = createWorkspace();
  linkSync(path.join(outside, "secret.txt"), path.join(root, "hard.txt"));
  expect(await result("read_file", { path: "hard.txt" })).toMatchObject({ content: `${CANARY}\n` });
});

describe("a path from where the session began", () => {
  it("is told apart from one of the workspace", async () => {
    const { root } = createWorkspace({ "packages/a/src/x.ts": "x" });
    const tools = createWorkspaceTools({
      workspaceRoot: root,
      cwd: path.join(root, "packages/a"),
      environment: {},
      now: () => 0,
      createId: () => "x",
    });
    const context = { callId: "c", signal: new AbortController().signal };
    for (const [name, args] of [
      ["read_file", { path: "src/x.ts" }],
      ["list_files", { path: "src/x.ts" }],
      ["edit_file", { path: "src/x.ts", expectedSha256: "0", oldText: "x", newText: "y" }],
    ] as const) {
      const tool = tools.tools.find((one) => one.name === name);
      const { text, isError } = (await tool?.execute(args, context)) ?? {};
      expect([name, isError, text]).toEqual([
        name,
        true,
        expect.stringContaining('There is "packages/a/src/x.ts"'),
      ]);
    }
    await tools.close();
  });
});
