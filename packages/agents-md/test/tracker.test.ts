import { describe, expect, it } from "vitest";
import type { ToolCall } from "../src/index.ts";
import { parseText } from "./support/parse-text.ts";
import { base, read, run, session, summary, write } from "./support/tracker.ts";
import type { Tree } from "./support/virtual-tree.ts";

describe("what is attached", () => {
  it("attaches the whole chain once, on the first of parallel reads", async () => {
    const tracker = await session(base());
    const step = await tracker.step([read("a/b/x.ts"), read("a/b/x.ts"), read("a/b/w.ts")]);
    expect(summary(step)).toEqual(["run a/AGENTS.md a/b/AGENTS.md", "run", "run"]);
    const parsed = parseText(step.calls[0]?.text ?? "");
    expect(parsed.files).toEqual([
      { scope: "nested", path: "a/AGENTS.md", content: "a rules" },
      { scope: "nested", path: "a/b/AGENTS.md", content: "b rules" },
    ]);
    expect(step.calls.slice(1).map(({ text }) => text)).toEqual(["", ""]);
    expect(summary(await tracker.step([read("a/b/x.ts")]))).toEqual(["run"]);
  });

  it("attaches once when steps are told at the same time", async () => {
    const tracker = await session(base());
    const steps = await Promise.all([1, 2, 3].map(() => tracker.step([read("a/y.ts")])));
    expect(steps.flatMap(summary)).toEqual(["run a/AGENTS.md", "run", "run"]);
  });

  it("counts eager files as seen, and attaches files beside the working directory", async () => {
    const tree = { ...base(), "/repo/c/AGENTS.md": "c rules" };
    const tracker = await session(tree, { cwd: "/repo/a" });
    expect(summary(await tracker.step([read("y.ts"), read("../c/z.ts"), read("b/x.ts")]))).toEqual([
      "run",
      "run c/AGENTS.md",
      "run a/b/AGENTS.md",
    ]);
  });

  it.each([
    ["a directory that is listed", "a"],
    ["a path that does not exist", "a/new/dir/file.ts"],
    ["an absolute path", "/repo/a/y.ts"],
    ["a path with dots", "c/../a/./y.ts"],
    ["a directory that does not exist", "a/none/"],
  ])("%s touches its directories", async (_name, path) => {
    const tracker = await session(base());
    expect(summary(await tracker.step([read(path)]))).toEqual(["run a/AGENTS.md"]);
  });

  it.each(["/etc/passwd", "../other/x", "", "\0", "a\0b", "/repository/a/x", "x".repeat(5000)])(
    "%j touches nothing and harms nothing",
    async (path) => {
      const tracker = await session(base());
      expect(summary(await tracker.step([read(path), write(path)]))).toEqual(["run", "run"]);
    },
  );

  it("follows a symlinked directory, and a symlinked file to both ends", async () => {
    const tree = {
      ...base(),
      "/repo/link": { symlink: "a/b" },
      "/repo/d/AGENTS.md": "d rules",
      "/repo/d/f.ts": { symlink: "../a/y.ts" },
    };
    const tracker = await session(tree);
    expect(summary(await tracker.step([read("d/f.ts"), read("link/x.ts")]))).toEqual([
      "run d/AGENTS.md a/AGENTS.md",
      "run a/b/AGENTS.md",
    ]);
  });

  it("gives one real file once under all its names", async () => {
    const tree = { ...base(), "/repo/c/AGENTS.md": { symlink: "../AGENTS.md" } };
    const tracker = await session(tree);
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run"]);
  });

  it("gives one real file once under two numbers of the system", async () => {
    const file = { content: "shared", fileId: "1:2" };
    const tree = { ...base(), "/repo/AGENTS.md": file, "/repo/c/AGENTS.md": file };
    const tracker = await session(tree);
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run"]);
  });

  it("attaches nothing of an empty, unreadable or refused file, and reports it once", async () => {
    const tree = {
      ...base(),
      "/repo/c/AGENTS.md": { error: "EACCES" },
      "/repo/c/d/AGENTS.md": " \n",
      "/repo/c/d/e/AGENTS.md": { symlink: "/etc/passwd" },
      "/etc/passwd": "root",
    };
    const tracker = await session(tree);
    const first = await tracker.step([write("c/d/e/x")]);
    expect(summary(first)).toEqual(["run"]);
    expect(first.diagnostics.map(({ code }) => code)).toEqual([
      "file.unreadable",
      "file.symlink-outside",
    ]);
    expect((await tracker.step([write("c/d/e/x")])).diagnostics).toEqual([]);
    tree["/repo/c/AGENTS.md"] = "now readable" as never;
    expect(summary(await tracker.step([read("c/d/e/x")]))).toEqual(["run c/AGENTS.md"]);
  });

  it("counts a file that the model reads itself as seen", async () => {
    const tracker = await session(base());
    expect(summary(await tracker.step([read("a/AGENTS.md")]))).toEqual(["run"]);
    expect(summary(await tracker.step([write("a/y.ts")]))).toEqual(["run"]);
  });

  it("counts a file as seen that the model reads through a symlink", async () => {
    const tree = { ...base(), "/repo/a/CLAUDE.md": { symlink: "AGENTS.md" } };
    const tracker = await session(tree);
    expect(summary(await tracker.step([read("a/CLAUDE.md")]))).toEqual(["run"]);
    expect(summary(await tracker.step([write("a/y.ts")]))).toEqual(["run"]);
    const part = await session(tree);
    const step = await part.step([{ ...read("a/CLAUDE.md"), partial: true }]);
    expect(summary(step)).toEqual(["run a/AGENTS.md"]);
  });

  it("does not when only a part of it is read", async () => {
    const tracker = await session(base());
    const step = await tracker.step([{ ...read("a/AGENTS.md"), partial: true }]);
    expect(summary(step)).toEqual(["run a/AGENTS.md"]);
  });
});

describe("calls that write or run", () => {
  it("go back once with the instructions, and run from the next step on", async () => {
    const tracker = await session(base());
    const first = await tracker.step([write("a/new.ts")]);
    expect(summary(first)).toEqual(["return a/AGENTS.md"]);
    expect(first.calls[0]?.text).toMatch(/^This call was not run/);
    expect(first.calls[0]?.text).toContain("a rules");
    expect(summary(await tracker.step([write("a/new.ts")]))).toEqual(["run"]);
  });

  it("all go back in one step, with the text on the first of them", async () => {
    const tracker = await session(base());
    const step = await tracker.step([write("a/1"), read("a/2"), write("a/3"), run("cat a/y.ts")]);
    expect(summary(step)).toEqual(["return a/AGENTS.md", "run", "return", "return"]);
    expect(step.calls[2]?.text).toContain("another result of this step");
    expect(step.calls[2]?.text).not.toContain("a rules");
  });

  it("go back also when a read of the same step attaches the file", async () => {
    const tracker = await session(base());
    const step = await tracker.step([read("a/y.ts"), write("a/y.ts"), write("c/z.ts")]);
    expect(summary(step)).toEqual(["run a/AGENTS.md", "return", "run"]);
  });

  it("go back also when the model reads the file itself in the same step", async () => {
    const tracker = await session(base());
    const step = await tracker.step([read("a/AGENTS.md"), write("a/y.ts")]);
    expect(summary(step)).toEqual(["run", "return"]);
  });

  it("go back again when a file changed in between", async () => {
    const tree = base();
    const tracker = await session(tree);
    await tracker.step([write("a/y.ts")]);
    tree["/repo/a/AGENTS.md"] = "a rules, second edition";
    const step = await tracker.step([write("a/y.ts")]);
    expect(summary(step)).toEqual(["return a/AGENTS.md"]);
    expect(parseText(step.calls[0]?.text ?? "").files[0]?.scope).toBe("changed nested");
    expect(summary(await tracker.step([write("a/y.ts")]))).toEqual(["run"]);
  });

  it("touch both ends of a move", async () => {
    const tree = { ...base(), "/repo/c/AGENTS.md": "c rules" };
    const tracker = await session(tree);
    const step = await tracker.step([write("c/z.ts", "a/b/z.ts")]);
    expect(summary(step)).toEqual(["return c/AGENTS.md a/AGENTS.md a/b/AGENTS.md"]);
    expect(parseText(step.calls[0]?.text ?? "").files.map(({ path }) => path)).toEqual([
      "c/AGENTS.md",
      "a/AGENTS.md",
      "a/b/AGENTS.md",
    ]);
  });

  it.each<[string, ToolCall, string]>([
    ["a word that is a path", run("cat a/y.ts"), "return a/AGENTS.md"],
    ["grep in a directory", run("grep -rn TODO a"), "return a/AGENTS.md"],
    ["sed", run("sed -i s/a/b/ 'a/b/x.ts'"), "return a/AGENTS.md a/b/AGENTS.md"],
    ["its working directory", run("ls", "a"), "return a/AGENTS.md"],
    ["an absolute working directory", run("ls", "/repo/a/b"), "return a/AGENTS.md a/b/AGENTS.md"],
    [
      "a word relative to its working directory",
      run("cat x.ts", "/repo/a/b"),
      "return a/AGENTS.md a/b/AGENTS.md",
    ],
    ["an argument list", run(["cat", "a/y.ts"]), "return a/AGENTS.md"],
    [
      "a command inside an argument",
      run(["bash", "-lc", "cd a && cat y.ts"]),
      "return a/AGENTS.md",
    ],
    ["a command inside a quoted word", run('sh -c "cat a/y.ts | wc"'), "return a/AGENTS.md"],
    ["operators without spaces", run("cat a/y.ts;ls"), "return a/AGENTS.md"],
    ["a redirection to a new file", run("echo x >a/new.ts"), "return a/AGENTS.md"],
    ["both ends of mv", run("mv c/z.ts a/z.ts"), "return a/AGENTS.md"],
    ["the new end of git mv", run("git mv c/z.ts a/z.ts"), "return a/AGENTS.md"],
    ["a new file of touch", run("touch a/new.ts"), "return a/AGENTS.md"],
    ["a word that is no path", run("echo a/nothing.ts"), "run"],
    ["a part of a word", run("echo --dir=a/y.ts xa/y.tsx"), "run"],
    ["a path outside", run("cat /etc/hosts ../x"), "run"],
    ["a working directory outside", run("ls a", "/elsewhere"), "run"],
    ["no command", run(""), "run"],
  ])("touch what they name: %s", async (_name, process, expected) => {
    const tracker = await session(base());
    expect(summary(await tracker.step([process]))).toEqual([expected]);
  });
});

describe("what changes during a session", () => {
  it("attaches an edited file again, once, eager files too", async () => {
    const tree = base();
    const tracker = await session(tree);
    await tracker.step([read("a/y.ts")]);
    tree["/repo/AGENTS.md"] = "root rules 2";
    tree["/repo/a/AGENTS.md"] = "a rules 2";
    const step = await tracker.step([read("a/y.ts"), read("c/z.ts")]);
    expect(summary(step)).toEqual(["run AGENTS.md a/AGENTS.md", "run"]);
    expect(parseText(step.calls[0]?.text ?? "").files[0]).toEqual({
      scope: "changed project",
      path: "AGENTS.md",
      content: "root rules 2",
    });
    expect(summary(await tracker.step([read("a/y.ts")]))).toEqual(["run"]);
  });

  it("attaches a content again that was given before another one", async () => {
    const tree = base();
    const tracker = await session(tree);
    for (const [content, expected] of [
      ["one", "run a/AGENTS.md"],
      ["two", "run a/AGENTS.md"],
      ["one", "run a/AGENTS.md"],
      ["one", "run"],
    ] as const) {
      tree["/repo/a/AGENTS.md"] = content;
      expect(summary(await tracker.step([read("a/y.ts")]))).toEqual([expected]);
    }
  });

  it("goes by content, not by time or place", async () => {
    const tree = base();
    const tracker = await session(tree);
    await tracker.step([read("a/y.ts")]);
    tree["/repo/a/AGENTS.md"] = new TextEncoder().encode("\ufeffa rules");
    expect(summary(await tracker.step([write("a/y.ts")]))).toEqual(["run"]);
  });

  it.each<[string, (tree: Record<string, Tree[string]>) => void, string]>([
    ["deleted", (tree) => delete tree["/repo/a/AGENTS.md"], "run -a/AGENTS.md(deleted)"],
    [
      "replaced by another winner",
      (tree) => {
        tree["/repo/a/AGENTS.override.md"] = "new a rules";
      },
      "run a/AGENTS.override.md -a/AGENTS.md(replaced)",
    ],
    [
      "deleted, with a lower candidate in its place",
      (tree) => {
        delete tree["/repo/a/AGENTS.md"];
        tree["/repo/a/AGENT.md"] = "old a rules";
      },
      "run a/AGENT.md -a/AGENTS.md(deleted)",
    ],
    [
      "emptied",
      (tree) => {
        tree["/repo/a/AGENTS.md"] = "";
      },
      "run -a/AGENTS.md(emptied)",
    ],
    [
      "made binary",
      (tree) => {
        tree["/repo/a/AGENTS.md"] = "\0";
      },
      "run -a/AGENTS.md(refused)",
    ],
    [
      "made unreadable for the moment",
      (tree) => {
        tree["/repo/a/AGENTS.md"] = { error: "EBUSY" };
      },
      "run",
    ],
  ])("retracts a file once that was %s", async (_name, change, expected) => {
    for (const next of ["a/y.ts", "c/z.ts"]) {
      const tree = base();
      const tracker = await session(tree);
      await tracker.step([read("a/y.ts")]);
      change(tree);
      const step = await tracker.step([read("/outside"), read(next)]);
      const elsewhere = next === "c/z.ts";
      // Only a look at the file itself shows that its content went.
      const seen = elsewhere && /emptied|refused/.test(expected) ? "run" : expected;
      const here = elsewhere ? seen.replace(/ a\/\S+/, "") : seen;
      expect(summary(step)).toEqual(["run", here]);
      const again = await tracker.step([read("c/z.ts")]);
      expect(summary(again)).toEqual(["run"]);
      if (here.includes("-"))
        expect(step.calls[1]?.text).toContain("a/AGENTS.md no longer applies");
    }
  });

  it("retracts with the deleted directory, runs the call, and attaches what comes back", async () => {
    const tree = base();
    const tracker = await session(tree);
    await tracker.step([read("a/b/x.ts")]);
    for (const path of Object.keys(tree)) if (path.startsWith("/repo/a/b")) delete tree[path];
    const step = await tracker.step([write("a/y.ts")]);
    expect(summary(step)).toEqual(["run -a/b/AGENTS.md(deleted)"]);
    tree["/repo/a/b/AGENTS.md"] = "b rules";
    expect(summary(await tracker.step([write("a/b/x.ts")]))).toEqual(["return a/b/AGENTS.md"]);
  });

  it("retracts an eager file that was deleted", async () => {
    const tree = base();
    const tracker = await session(tree);
    delete tree["/repo/AGENTS.md"];
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run -AGENTS.md(deleted)"]);
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run"]);
  });
});
