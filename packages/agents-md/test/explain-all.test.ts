import { describe, expect, it } from "vitest";
import { type ExplainAllOptions, explainAll, explainPath } from "../src/index.ts";
import { codes, type Extra, optionsOf } from "./support/tables.ts";
import { readerOf, type Tree } from "./support/virtual-tree.ts";

const text = (bytes: number): string => `${"x".repeat(99)}\n`.repeat(bytes / 100);

const all = (tree: Tree, extra: Extra & Partial<ExplainAllOptions> = {}) =>
  explainAll({ ...optionsOf(tree), ...extra });

describe("explainAll", () => {
  it("gives one entry per instruction directory, the worst first", async () => {
    const value = await all(
      {
        "/me/AGENTS.md": text(100),
        "/repo/AGENTS.md": text(500),
        "/repo/a/b/x": "",
        "/repo/a/b/c/AGENTS.md": text(900),
        "/repo/a-b/AGENTS.md": text(400),
        "/repo/a/AGENTS.md": text(400),
        "/repo/.github/AGENT.md": text(300),
      },
      { maxBytes: 1024, configHome: "/me" },
    );
    expect(value).toMatchObject({
      schemaVersion: 1,
      workspaceRoot: ".",
      rootMarker: ".git",
      maxBytes: 1024,
      complete: true,
      directoriesWalked: 6,
      diagnostics: [],
    });
    expect(value.directories).toEqual([
      {
        path: "a/b/c",
        files: 4,
        bytes: 1900,
        usedBytes: 1000,
        lost: [
          { path: "AGENTS.md", scope: "global", status: "dropped", bytes: 100, loadedBytes: 0 },
          { path: "AGENTS.md", scope: "project", status: "dropped", bytes: 500, loadedBytes: 0 },
          {
            path: "a/AGENTS.md",
            scope: "nested",
            status: "truncated",
            bytes: 400,
            loadedBytes: 100,
          },
        ],
      },
      { path: "a", files: 3, bytes: 1000, usedBytes: 1000, lost: [] },
      { path: "a-b", files: 3, bytes: 1000, usedBytes: 1000, lost: [] },
      { path: ".github", files: 3, bytes: 900, usedBytes: 900, lost: [] },
      { path: ".", files: 2, bytes: 600, usedBytes: 600, lost: [] },
    ]);
  });

  it("agrees with the explanation of each directory", async () => {
    const tree: Tree = {
      "/repo/AGENTS.md": text(700),
      "/repo/a/AGENTS.override.md": "",
      "/repo/a/AGENTS.md": text(300),
      "/repo/a/b/AGENTS.md": { symlink: "../../AGENTS.md" },
      "/repo/a/b/c/AGENT.md": text(500),
      "/repo/d/AGENTS.md": { error: "EACCES" },
      "/repo/e/AGENTS.md": { directory: true },
    };
    const value = await all(tree, { maxBytes: 1024 });
    expect(value.directories.map(({ path }) => path).sort()).toEqual([
      ".",
      "a",
      "a/b",
      "a/b/c",
      "d",
    ]);
    for (const { path, usedBytes, bytes, lost } of value.directories) {
      const one = await explainPath({ ...optionsOf(tree), maxBytes: 1024, target: path });
      expect(one.budget.usedBytes).toBe(usedBytes);
      const counted = one.files.filter(({ status }) =>
        ["loaded", "truncated", "dropped"].includes(status),
      );
      expect(counted.reduce((sum, file) => sum + (file.bytes ?? 0), 0)).toBe(bytes);
      const cut = counted.filter(({ status }) => status !== "loaded");
      expect(lost.map((file) => `${file.path} ${file.status}`)).toEqual(
        cut.map((file) => `${file.path} ${file.status}`),
      );
    }
    expect(codes(value)).toEqual([
      "file.empty-override a/AGENTS.override.md",
      "file.unreadable d/AGENTS.md",
    ]);
  });

  it("looks into no .git, no node_modules and no symlinked directory", async () => {
    const value = await all({
      "/repo/.git/AGENTS.md": "x",
      "/repo/a/.git/AGENTS.md": "x",
      "/repo/node_modules/p/AGENTS.md": "x",
      "/repo/a/node_modules/p/AGENTS.md": "x",
      "/repo/a/.cfg/AGENTS.md": "x",
      "/repo/link": { symlink: "a" },
      "/repo/a/up": { symlink: ".." },
    });
    expect(value.directories.map(({ path }) => path)).toEqual(["a/.cfg"]);
  });

  it("stops at its limit of directories, and says so", async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`/repo/d${index}/AGENTS.md`, "x"]),
    );
    const value = await all(tree, { maxDirectories: 21 });
    expect(value).toMatchObject({ complete: false, directoriesWalked: 21 });
    expect(value.directories).toHaveLength(20);
    expect(codes(value)).toEqual(["walk.limit ."]);
    const whole = await all(tree, { maxDirectories: 61 });
    expect(whole).toMatchObject({ complete: true, directoriesWalked: 61, diagnostics: [] });
  });

  it("ends in a tree that goes on for ever", async () => {
    const endless = {
      ...readerOf({ "/repo/.git/HEAD": "x" }),
      listDirectory: async () => [
        { name: "AGENTS.md", type: "file" as const },
        { name: "again", type: "directory" as const },
      ],
    };
    const value = await all({}, { reader: endless, maxDirectories: 3000 });
    expect(value.complete).toBe(false);
    expect(value.directories).toHaveLength(257);
    const limits = codes(value).filter((code) => code.startsWith("walk.limit"));
    expect(limits).toEqual([`walk.limit ${"again/".repeat(256).slice(0, -1)}`]);
  });

  it("looks into a directory with more names than a call may have arguments", async () => {
    const wide = {
      ...readerOf({ "/repo/.git/HEAD": "x" }),
      listDirectory: async (path: string) =>
        path === "/repo"
          ? Array.from({ length: 400_000 }, (_, index) => ({
              name: `d${index}`,
              type: "directory" as const,
            }))
          : [],
    };
    const value = await all({}, { reader: wide, maxDirectories: 20 });
    expect(value).toMatchObject({ complete: false, directoriesWalked: 20 });
  });

  it("goes past directories that can't be listed", async () => {
    const value = await all({ "/repo/a": { unlistable: "EACCES" }, "/repo/b/AGENTS.md": "x" });
    expect(value.directories.map(({ path }) => path)).toEqual(["b"]);
    expect(codes(value)).toEqual(["directory.unreadable a"]);
  });

  it("reports its progress", async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`/repo/d${index}/x`, ""]),
    );
    const seen: number[] = [];
    await all(tree, { onProgress: (count) => seen.push(count) });
    expect(seen.at(-1)).toBe(41);
    expect([...seen].sort((left, right) => left - right)).toEqual(seen);
    expect(seen.length).toBeGreaterThan(1);
  });

  it("refuses a progress callback that is none", async () => {
    await expect(all({}, { onProgress: true as never })).rejects.toMatchObject({
      code: "invalid_option",
    });
  });

  it.each([0, -1, 1.5, "5"])("refuses the limit %j", async (maxDirectories) => {
    await expect(all({}, { maxDirectories: maxDirectories as number })).rejects.toMatchObject({
      code: "invalid_option",
    });
  });
});
