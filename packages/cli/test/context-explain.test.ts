import { describe, expect, it } from "vitest";
import { makeTree, run } from "./helpers.ts";

const text = (bytes: number) => `${"x".repeat(79)}\n`.repeat(Math.ceil(bytes / 80)).slice(0, bytes);

describe("context explain", () => {
  it("prints the documented value", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/AGENTS.md": "# Root\n",
      "work/packages/api/AGENTS.md": "# Interface\n",
      "home/.config/alisio/AGENTS.md": "# Everywhere\n",
    });
    const { code, json } = await run(tree, ["context", "explain", "packages/api/x.ts", "--json"]);
    expect(code).toBe(0);
    const value = json();
    expect(Object.keys(value)).toEqual([
      "schemaVersion",
      "target",
      "workspaceRoot",
      "rootMarker",
      "budget",
      "files",
      "diagnostics",
    ]);
    expect(value).toMatchObject({
      schemaVersion: 1,
      target: "packages/api/x.ts",
      workspaceRoot: ".",
      rootMarker: ".git",
      budget: { maxBytes: 32768, usedBytes: 13 + 7 + 12 },
    });
    expect(
      value.files.map((file: Record<string, unknown>) => [
        file["path"],
        file["scope"],
        file["status"],
        file["delivery"],
      ]),
    ).toEqual([
      ["AGENTS.md", "global", "loaded", "eager"],
      ["AGENTS.md", "project", "loaded", "eager"],
      ["packages/api/AGENTS.md", "nested", "loaded", "attached"],
    ]);
  });

  it("takes the cap and the fallback from the configuration", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/CLAUDE.md": text(5000),
      "home/.config/alisio/config.json":
        '{"context": {"maxBytes": 2048, "claudeMdFallback": true}}',
    });
    const value = (await run(tree, ["context", "explain", ".", "--json"])).json();
    expect(value.budget.maxBytes).toBe(2048);
    expect(value.files[0]).toMatchObject({ kind: "claude", status: "truncated" });
  });

  it("shows as text what is cut, and why", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/AGENTS.md": text(40_000),
      "work/leaf/AGENTS.md": text(10_000),
    });
    const { stdout } = await run(tree, ["context", "explain", "leaf/"]);
    expect(stdout).toMatch(/^What the model gets for leaf/);
    expect(stdout).toMatch(
      /AGENTS\.md +project +agents +truncated +eager +40000 +22\d\d\d +~10000\n/,
    );
    expect(stdout).toMatch(
      /leaf\/AGENTS\.md +nested +agents +loaded +attached +10000 +10000 +~2500\n/,
    );
    expect(stdout).toMatch(/\nWhy\n {2}AGENTS\.md: /);
  });

  it("--all lists the directories, worst first", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/AGENTS.md": text(30_000),
      "work/a/AGENTS.md": text(1_000),
      "work/b/AGENTS.md": text(10_000),
      "work/.github/AGENTS.md": text(100),
      "work/node_modules/x/AGENTS.md": text(100),
    });
    const value = (await run(tree, ["context", "explain", "--all", "--json"])).json();
    expect(value.directories.map((directory: { path: string }) => directory.path)).toEqual([
      "b",
      "a",
      ".github",
      ".",
    ]);
    const { stdout } = await run(tree, ["context", "explain", "--all"]);
    expect(stdout).toMatch(/b +2 +40000 +32\d\d\d +AGENTS\.md cut to 22\d\d\d of 30000\n/);
  });

  it.each([
    [["context", "explain"], /name a path, or --all/],
    [["context", "explain", "x", "--all"], /a path or --all, not both/],
    [["context", "explain", "../../elsewhere"], /outside/],
    [["context", "explain", "x", "--cwd", "nowhere"], /--cwd: .*nowhere does not exist/],
    [
      ["context", "explain", "x", "--workspace-root", "none"],
      /--workspace-root: .*none does not exist/,
    ],
    [["context", "explain", "x", "--workspace-root", "a"], /outside/],
    [["context", "explain", "--no-such-flag"], /unknown option/],
    [["context", "explain", ""], /a path on the command line is empty/],
    [["context", "explain", "x", "--cwd", ""], /a path on the command line is empty/],
    [["no-such-command"], /unknown command no-such-command; alisio has .*context/],
    [["skills", "no-such-command"], /unknown command no-such-command; skills has list/],
    [["skills", "serach", "words"], /unknown command serach; skills has list/],
    [["skils", "search", "words"], /unknown command skils; alisio has .*skills/],
    [["chat", "words"], /unknown command words; alisio has/],
    [["help", "skills", "serach"], /unknown command serach; skills has list/],
    [["help", "serach"], /unknown command serach; alisio has/],
    [["--jsn"], /^alisio: unknown option '--jsn' \(did you mean --json\?\) \(alisio --help/],
    [["--\u001b[31m"], /unknown option '--\\u\{1b\}\[31m'/],
    [["skills"], /name a command; skills has list/],
    [[], /needs a terminal .*alisio run/],
  ])("wrong usage exits 2 with a line on standard error: %j", async (args, message) => {
    const tree = makeTree({ "work/.git/": "", "work/a/": "" });
    const { code, stdout, stderr } = await run(tree, args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it.each([
    [["help"], ["--help"]],
    [
      ["help", "skills"],
      ["skills", "--help"],
    ],
    [
      ["help", "context", "report"],
      ["context", "report", "--help"],
    ],
  ])("%j prints what %j does", async (help, flag) => {
    const tree = makeTree({ "work/.git/": "" });
    const asked = await run(tree, help);
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(asked.stdout).toBe((await run(tree, flag)).stdout);
  });

  it("--workspace-root does without a search: the marker is null", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/AGENTS.md": "a\n",
      "work/sub/AGENTS.md": "b\n",
    });
    const value = (
      await run(tree, [
        "context",
        "explain",
        ".",
        "--json",
        "--cwd",
        "sub",
        "--workspace-root",
        "..",
      ])
    ).json();
    expect(value).toMatchObject({ workspaceRoot: "..", rootMarker: null, target: "sub" });
    expect(value.files).toHaveLength(2);
  });

  it("no control character of a name reaches the terminal", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/\u001b[31mred\u202e/AGENTS.md": "a\n",
      "work/\u001b[31mred\u202e/CLAUDE.md": "a\n",
    });
    for (const args of [["--all"], ["\u001b[31mred\u202e/"]]) {
      const { stdout } = await run(tree, ["context", "explain", ...args]);
      expect(stdout).toContain("red");
      expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
  });
});
