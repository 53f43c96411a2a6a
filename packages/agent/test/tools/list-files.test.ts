import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, writeTree } from "./workspace.ts";

const TREE = {
  ".gitignore": "node_modules/\n*.log\n!keep.log\n/dist\n",
  ".git/config": "",
  ".hidden": "",
  "a.ts": "",
  "a/b.ts": "",
  "a/.gitignore": "local.*\n!x.log\n",
  "a/local.txt": "",
  "a/x.log": "",
  "a/dist/kept.js": "",
  "a-b.ts": "",
  "dist/out.js": "",
  "keep.log": "",
  "node_modules/m/index.js": "",
  "node_modules/m/debug.log": "",
  "z.log": "",
};

describe("list_files", () => {
  it("lists what is no git's and not ignored, in order of paths", async () => {
    const { root, result } = createWorkspace(TREE);
    symlinkSync("a.ts", path.join(root, "link.ts"));
    symlinkSync("a", path.join(root, "loop"));
    mkdirSync(path.join(root, "empty"));
    const { files, ...rest } = await result("list_files", {});
    expect(files).toEqual([
      ".gitignore",
      ".hidden",
      "a-b.ts",
      "a.ts",
      "a/.gitignore",
      "a/b.ts",
      "a/dist/kept.js",
      "a/x.log",
      "keep.log",
      "link.ts",
      "loop",
    ]);
    expect(files).toEqual([...(files as string[])].sort());
    expect(rest).toEqual({ nextOffset: null, truncated: false });
  });

  it.each([
    [{ path: "a" }, ["a/.gitignore", "a/b.ts", "a/dist/kept.js", "a/x.log"]],
    [{ path: "./a/" }, ["a/.gitignore", "a/b.ts", "a/dist/kept.js", "a/x.log"]],
    [{ path: "a/../a/dist" }, ["a/dist/kept.js"]],
    [{ path: "a.ts" }, ["a.ts"]],
    [{ path: "z.log" }, ["z.log"]],
    [{ path: "node_modules/m" }, ["node_modules/m/debug.log", "node_modules/m/index.js"]],
    [{ glob: "*.ts" }, ["a-b.ts", "a.ts", "a/b.ts"]],
    [{ glob: "/*.ts" }, ["a-b.ts", "a.ts"]],
    [{ glob: "**/*.{js,log}" }, ["a/dist/kept.js", "a/x.log", "keep.log"]],
    [{ glob: "a/**" }, ["a/.gitignore", "a/b.ts", "a/dist/kept.js", "a/x.log"]],
    [{ path: "a", glob: "dist/*" }, ["a/dist/kept.js"]],
    [{ glob: "!*.ts", path: "a" }, ["a/.gitignore", "a/dist/kept.js", "a/x.log"]],
    [{ glob: "[ab].ts" }, ["a.ts", "a/b.ts"]],
    [{ recursive: false }, [".gitignore", ".hidden", "a-b.ts", "a.ts", "a/", "keep.log"]],
    [{ glob: "nothing" }, []],
  ])("lists for %j", async (args, files) => {
    const { result } = createWorkspace(TREE);
    expect(await result("list_files", args)).toEqual({ files, nextOffset: null, truncated: false });
  });

  it("calls files of the workspace by their relative paths when it is named by its absolute one", async () => {
    const { root, result } = createWorkspace(TREE);
    expect(await result("list_files", { path: path.join(root, "a/dist") })).toMatchObject({
      files: ["a/dist/kept.js"],
    });
  });

  it("gives pages that together are the listing", async () => {
    const { result } = createWorkspace(TREE);
    const { files } = await result("list_files", {});
    const paged: string[] = [];
    for (let offset: unknown = 0; offset !== null; ) {
      const page = await result("list_files", { offset, limit: 2 });
      expect(page["truncated"]).toBe(page["nextOffset"] !== null);
      paged.push(...(page["files"] as string[]));
      offset = page["nextOffset"];
    }
    expect(paged).toEqual(files);
  });

  it.each([
    [{ maxListedFiles: 3 }, { nextOffset: 3, truncated: true }],
    [{ maxReadCharacters: 20 }, { nextOffset: 2, truncated: true }],
    [{ maxWalkEntries: 4 }, { nextOffset: null, truncated: true }],
  ])("is bounded and says so: %j", async (limits, expected) => {
    const { result } = createWorkspace(TREE, { limits });
    expect(await result("list_files", {})).toMatchObject(expected);
  });

  it("ends in time, and on an abort, whatever the rules are", async () => {
    const costly = `${"*a".repeat(250)}b\n`.repeat(2_000);
    const names = Array.from({ length: 300 }, (_, at) => "a".repeat(200) + at);
    const files = Object.fromEntries(names.map((name) => [name, ""]));
    const slow = createWorkspace(
      { ...files, ".gitignore": costly },
      { limits: { maxSearchMs: 200 } },
    );
    expect(await slow.result("list_files", {})).toMatchObject({ truncated: true });
    const { call } = createWorkspace(files);
    const controller = new AbortController();
    const listing = call("list_files", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 0);
    expect((await listing).isError).toBe(true);
  });

  it("copes with names that are hard to show", async () => {
    const { root, result } = createWorkspace();
    const names = ["a\nb", "c\u001b[31m", "d\u202e", "e".repeat(255), "😀"];
    writeTree(root, Object.fromEntries(names.map((name) => [name, "x"])));
    const { files } = await result("list_files", {});
    expect(files).toEqual(names);
    for (const name of names) {
      expect(await result("read_file", { path: name })).toMatchObject({ content: "x" });
    }
  });

  it.each([
    [{ path: "none" }, 'There is no "none"'],
    [{ glob: "{a,b}".repeat(20) }, "alternatives"],
    [{ glob: "a".repeat(2_000) }, "characters long"],
    [{ offset: -1 }, "offset has to be"],
    [[], "to be a JSON object"],
  ])("says what is wrong with %#", async (args, message) => {
    const { refusal } = createWorkspace(TREE);
    expect(await refusal("list_files", args)).toContain(message);
  });
});
