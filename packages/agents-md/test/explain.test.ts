import { describe, expect, it } from "vitest";
import {
  AgentsMdError,
  createInstructionTracker,
  explainAll,
  explainPath,
  resolveInstructions,
} from "../src/index.ts";
import { codes, explain, optionsOf, resolve, statuses } from "./support/tables.ts";
import { readerOf, systemError, type Tree } from "./support/virtual-tree.ts";

const text = (bytes: number): string => `${"x".repeat(99)}\n`.repeat(bytes / 100);

describe("the target", () => {
  const tree: Tree = {
    "/repo/AGENTS.md": "root",
    "/repo/a/AGENTS.md": "a",
    "/repo/a/b/AGENTS.md": "b",
    "/repo/a/file": "",
  };

  it.each([
    ["a directory includes its own files", "a/b", "a/b", 3],
    ["one with a slash", "a/b/", "a/b", 3],
    ["a file's parent is the closest", "a/file", "a/file", 2],
    ["a path that is not there", "a/none", "a/none", 2],
    ["one that ends in a slash", "a/none/", "a/none/", 2],
    ["a directory that is not there has no files", "none/deeper/", "none/deeper/", 1],
    ["the root", ".", ".", 1],
    ["the root by its own path", "/repo", ".", 1],
    ["dots", "a/../a/./b/x", "a/b/x", 3],
    ["a path below a file", "a/file/x", "a/file/x", 2],
    ["an instruction file", "a/AGENTS.md", "a/AGENTS.md", 2],
    ["a backslash at the end of a name", "a/b\\", "a/b\\", 2],
  ])("%s", async (_name, target, shown, count) => {
    const value = await explain(tree, target);
    expect(value.target).toBe(shown);
    expect(value.files).toHaveLength(count);
  });

  it("is relative to the working directory", async () => {
    const value = await explain(tree, "b/x", { cwd: "/repo/a" });
    expect(value).toMatchObject({ target: "a/b/x", workspaceRoot: ".." });
    expect(value.files.map(({ scope, delivery }) => `${scope} ${delivery}`)).toEqual([
      "project eager",
      "project eager",
      "nested attached",
    ]);
  });

  it("may lie beside the working directory", async () => {
    const value = await explain({ ...tree, "/repo/c/AGENTS.md": "c" }, "../c/x", {
      cwd: "/repo/a",
    });
    expect(value.files.map(({ path, scope }) => `${path} ${scope}`)).toEqual([
      "AGENTS.md project",
      "c/AGENTS.md nested",
    ]);
  });

  it.each(["", "a\0b", 7, undefined])("refuses %j", async (target) => {
    await expect(explain(tree, target as string)).rejects.toMatchObject({ code: "invalid_path" });
  });

  it("leaves out a directory without a candidate", async () => {
    expect((await explain({ "/repo/x/y/z": "" }, "x/y/z")).files).toEqual([]);
  });
});

describe("tokens", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["abcd", 1],
    ["abcde", 2],
    ["😀😀", 1],
    ["€€€€€", 2],
  ])("of %j are %i", async (content, tokens) => {
    const value = await explain({ "/repo/AGENTS.md": content }, "x");
    expect(value.files[0]?.tokens).toBe(tokens);
  });
});

describe("what a session in the working directory holds", () => {
  const tree: Tree = {
    "/repo/AGENTS.md": text(600),
    "/repo/a/AGENTS.md": text(800),
    "/repo/a/b/AGENTS.md": text(900),
    "/repo/c/AGENTS.md": text(100),
  };
  const rows = (value: Awaited<ReturnType<typeof explain>>): readonly string[] =>
    value.files.map(({ path, status, loadedBytes, delivery }) =>
      [path, status, loadedBytes, delivery].join(" "),
    );

  it("keeps the status of the touched path's set, and says what was sent", async () => {
    const value = await explain(tree, "b/x", { cwd: "/repo/a", maxBytes: 1024 });
    expect(rows(value)).toEqual([
      "AGENTS.md dropped 0 eager",
      "a/AGENTS.md truncated 100 eager",
      "a/b/AGENTS.md loaded 900 attached",
    ]);
    expect(value.files[0]?.reason).toContain("a session here still holds its first 200 bytes");
    expect(value.files[1]?.reason).toContain("a session here still holds it whole");
    expect(value.budget.usedBytes).toBe(1000);
  });

  it("never calls loaded what the text that was sent had to cut", async () => {
    const value = await explain(tree, "../c/x", { cwd: "/repo/a", maxBytes: 1024 });
    expect(rows(value)).toEqual([
      "AGENTS.md truncated 200 eager",
      "c/AGENTS.md loaded 100 attached",
    ]);
    expect(value.files[0]?.reason).toContain(
      "it was cut in the text that a session here starts with",
    );
  });

  it("says that a file which was left out comes with a touch where it fits", async () => {
    const small = { "/repo/AGENTS.md": "€", "/repo/a/AGENTS.md": "x".repeat(1023) };
    const left = await explain({ ...small, "/repo/c/AGENTS.md": "c" }, "../c/x", {
      cwd: "/repo/a",
      maxBytes: 1024,
    });
    expect(rows(left)).toEqual(["AGENTS.md loaded 3 attached", "c/AGENTS.md loaded 1 attached"]);
    expect(left.files[0]?.reason).toContain("did not fit the text that a session here starts with");
  });

  it("says that a nested name of an eager file is held already", async () => {
    const linked: Tree = {
      "/repo/AGENTS.md": "rules",
      "/repo/a/AGENTS.md": { symlink: "../AGENTS.md" },
    };
    const value = await explain(linked, "a/x");
    expect(statuses(value)).toEqual(["AGENTS.md duplicate", "a/AGENTS.md loaded"]);
    expect(value.files[1]?.reason).toContain("a session here already holds it as AGENTS.md");
  });
});

describe("what other agents read differently", () => {
  it("a CLAUDE.md that hides nested AGENTS.md in Claude Code", async () => {
    const tree: Tree = {
      "/repo/CLAUDE.md": { symlink: "AGENTS.md" },
      "/repo/AGENTS.md": "root",
      "/repo/a/AGENTS.md": "a",
      "/repo/a/b/AGENTS.md": "b",
      "/repo/a/b/CLAUDE.md": "@AGENTS.md",
      "/repo/a/b/c/AGENTS.md": "c",
    };
    const value = await explain(tree, "a/b/c/x");
    expect(codes(value)).toEqual(["other-agents.claude-code-hides CLAUDE.md"]);
    expect(value.diagnostics[0]?.message).toContain(
      "CLAUDE.md hides a/AGENTS.md, a/b/c/AGENTS.md in Claude Code",
    );
  });

  it("a CLAUDE.md above the workspace hides every AGENTS.md", async () => {
    const tree: Tree = { "/CLAUDE.md": "x", "/repo/AGENTS.md": "root", "/repo/a/AGENTS.md": "a" };
    const value = await explain(tree, "a/x");
    expect(codes(value)).toEqual(["other-agents.claude-code-hides ../CLAUDE.md"]);
    expect(value.diagnostics[0]?.message).toContain("hides AGENTS.md, a/AGENTS.md in Claude Code");
  });

  it("a CLAUDE.md below the working directory hides nothing outside its own directory", async () => {
    const tree: Tree = {
      "/repo/AGENTS.md": "root",
      "/repo/a/CLAUDE.md": "a",
      "/repo/a/b/AGENTS.md": "b",
    };
    expect(codes(await explain(tree, "a/b/x"))).toEqual([]);
  });

  it("a chain that Codex cuts at its closest end", async () => {
    const tree: Tree = {
      "/repo/AGENTS.md": text(30000),
      "/repo/a/AGENTS.override.md": text(3000),
      "/repo/a/b/AGENT.md": text(1000),
    };
    const value = await explain(tree, "a/b/x", { maxBytes: 100000 });
    expect(codes(value)).toEqual(["other-agents.codex-cuts-closest a/AGENTS.override.md"]);
    expect(value.diagnostics[0]?.message).toContain("keeps 2768 of the 3000 bytes");
    const short = { ...tree, "/repo/a/AGENTS.override.md": text(2700) };
    expect(codes(await explain(short, "a/b/x", { maxBytes: 100000 }))).toEqual([]);
  });
});

describe("a reader that fails", () => {
  it("in one directory or one file hides no other", async () => {
    const good = readerOf({
      "/repo/.git/HEAD": "x",
      "/repo/AGENTS.md": "root",
      "/repo/a/AGENTS.md": "a",
      "/repo/a/b/AGENTS.md": "b",
    });
    const failing = {
      ...good,
      readFile: async (...args: Parameters<typeof good.readFile>) => {
        if (args[0] === "/repo/a/AGENTS.md") throw systemError("EACCES");
        return await good.readFile(...args);
      },
      locate: async (path: string) => {
        if (path.endsWith("/x")) throw systemError("EACCES");
        return await good.locate(path);
      },
    };
    const value = await explainPath({ ...optionsOf({}), reader: failing, target: "a/b/x" });
    expect(statuses(value)).toEqual([
      "AGENTS.md loaded",
      "a/AGENTS.md unreadable",
      "a/b/AGENTS.md loaded",
    ]);
  });
});

describe("options", () => {
  it.each([
    ["reader", { reader: undefined }, "invalid_option"],
    ["listDirectory", { reader: {} }, "invalid_option"],
    ["locate", { reader: { ...readerOf({}), locate: undefined } }, "invalid_option"],
    ["sha256", { sha256: "md5" }, "invalid_option"],
    ["cwd", { cwd: "repo" }, "invalid_path"],
    ["workspaceRoot", { workspaceRoot: "repo" }, "invalid_path"],
    ["workspaceRoot", { workspaceRoot: undefined }, "invalid_path"],
    ["configHome", { configHome: "home" }, "invalid_path"],
    ["maxBytes", { maxBytes: Number.NaN }, "invalid_option"],
  ])("refuses a wrong %s", async (name, wrong, code) => {
    const options = { ...optionsOf({}), ...wrong } as Parameters<typeof resolveInstructions>[0];
    const error: unknown = await resolveInstructions(options).catch((one: unknown) => one);
    expect(AgentsMdError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code, message: expect.stringContaining(name) });
  });

  it.each([undefined, null, "/repo"])("refuses %j in place of options", async (options) => {
    const calls = [resolveInstructions, explainPath, explainAll, createInstructionTracker];
    for (const call of calls as ((wrong: unknown) => Promise<unknown>)[]) {
      await expect(call(options)).rejects.toMatchObject({ code: "invalid_argument" });
    }
  });

  it("takes the least and the greatest budget", async () => {
    for (const maxBytes of [1024, 1048576]) {
      expect((await resolve({ "/repo/AGENTS.md": "x" }, { maxBytes })).budget.maxBytes).toBe(
        maxBytes,
      );
    }
  });

  it("recognises the errors of another copy of the package", () => {
    const other = { [Symbol.for("@alisio/agents-md/AgentsMdError")]: true };
    expect(AgentsMdError.isInstance(other)).toBe(true);
    expect(AgentsMdError.isInstance(new Error("x"))).toBe(false);
    expect(AgentsMdError.isInstance(null)).toBe(false);
  });
});
