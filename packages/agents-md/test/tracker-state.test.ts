import { describe, expect, it } from "vitest";
import {
  createInstructionTracker,
  type InstructionTrackerState,
  resolveInstructions,
} from "../src/index.ts";
import { parseText } from "./support/parse-text.ts";
import { optionsOf } from "./support/tables.ts";
import { base, read, session, summary, write } from "./support/tracker.ts";
import { readerOf } from "./support/virtual-tree.ts";

describe("state and forgetting", () => {
  it("survives being saved and restored", async () => {
    const tree = base();
    const first = await session(tree);
    await first.step([read("a/y.ts")]);
    const state = JSON.parse(JSON.stringify(first.saveState())) as InstructionTrackerState;
    const second = await session(tree, { state });
    expect(second.saveState()).toEqual(state);
    expect(summary(await second.step([write("a/y.ts"), write("c/z.ts")]))).toEqual(["run", "run"]);
  });

  it("notices what changed between stop and resume", async () => {
    const tree = base();
    const first = await session(tree);
    await first.step([read("a/b/x.ts")]);
    const state = first.saveState();
    tree["/repo/a/AGENTS.md"] = "edited while stopped";
    delete tree["/repo/a/b/AGENTS.md"];
    const second = await session(tree, { state });
    expect(summary(await second.step([read("a/b/x.ts")]))).toEqual([
      "run a/AGENTS.md -a/b/AGENTS.md(deleted)",
    ]);
  });

  it("attaches nested files again after forget, and eager ones not", async () => {
    const tracker = await session(base());
    await tracker.step([read("a/b/x.ts")]);
    tracker.forget();
    expect(summary(await tracker.step([write("a/b/x.ts")]))).toEqual([
      "return a/AGENTS.md a/b/AGENTS.md",
    ]);
  });

  it("forgets only the files that are named", async () => {
    const tracker = await session(base());
    await tracker.step([read("a/b/x.ts")]);
    tracker.forget({ paths: ["a/AGENTS.md", "never/seen.md"] });
    expect(summary(await tracker.step([read("a/b/x.ts")]))).toEqual(["run a/AGENTS.md"]);
  });

  it("forgets that an eager file was given in a newer version", async () => {
    const tree = base();
    const tracker = await session(tree);
    tree["/repo/AGENTS.md"] = "root rules 2";
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run AGENTS.md"]);
    tracker.forget();
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run AGENTS.md"]);
    const eager = await resolveInstructions({ ...optionsOf({}), reader: readerOf(tree) });
    tracker.forget({ eager });
    expect(summary(await tracker.step([read("c/z.ts")]))).toEqual(["run"]);
  });

  it.each([
    [{ schemaVersion: 2, eager: [], attached: [] }, "schemaVersion 2"],
    [{ schemaVersion: 1, eager: [] }, "damaged"],
    [{ schemaVersion: 1, eager: [], attached: [{ path: "x" }] }, "damaged"],
    [
      {
        schemaVersion: 1,
        eager: [],
        attached: [{ scope: "workspace", path: "../x", identity: "x", sha256: null }],
      },
      "damaged",
    ],
    [null, "schemaVersion"],
    ["text", "schemaVersion"],
  ])("refuses the state %j", async (state, message) => {
    await expect(session(base(), { state: state as never })).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining(message),
    });
  });

  it.each([["the text"], [null], [{}]])("refuses %j as eager instructions", async (eager) => {
    const options = { ...optionsOf(base()), eager: eager as never };
    const refusal = { code: "invalid_option", message: expect.stringContaining("eager") };
    await expect(createInstructionTracker(options)).rejects.toMatchObject(refusal);
    const tracker = await session(base());
    expect(() => tracker.forget({ eager: eager as never })).toThrow(
      expect.objectContaining(refusal),
    );
  });

  it("refuses one path in place of a list, and forgets nothing", async () => {
    const tracker = await session(base());
    await tracker.step([read("a/y.ts")]);
    const before = tracker.saveState();
    expect(() => tracker.forget({ paths: "a/AGENTS.md" as never })).toThrow(
      expect.objectContaining({ code: "invalid_option" }),
    );
    expect(tracker.saveState()).toEqual(before);
  });

  it.each([
    [null],
    [[{}]],
    [[{ id: "1", effect: "fly" }]],
    [[{ id: "1", effect: "read", paths: "a" }]],
  ])("refuses the calls %j", async (calls) => {
    const tracker = await session(base());
    await expect(tracker.step(calls as never)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

describe("the budget of an attachment is that of the touched path", () => {
  const text = (bytes: number): string => `${"x".repeat(99)}\n`.repeat(bytes / 100);

  it("cuts and drops nested files, and says so once", async () => {
    const tree = {
      "/repo/.git/HEAD": "x",
      "/repo/AGENTS.md": text(300),
      "/repo/a/AGENTS.md": text(400),
      "/repo/a/b/AGENTS.md": text(500),
      "/repo/a/b/c/AGENTS.md": text(700),
    };
    const tracker = await session(tree, { maxBytes: 1024 });
    const step = await tracker.step([read("a/b/c/x")]);
    expect(summary(step)).toEqual(["run a/b/AGENTS.md(truncated) a/b/c/AGENTS.md"]);
    expect(parseText(step.calls[0]?.text ?? "").notices).toEqual([
      "a/AGENTS.md is left out; 0 of 400 bytes are kept",
      "a/b/AGENTS.md is cut here, up to the end of line 3; 300 of 500 bytes are kept",
    ]);
    expect(summary(await tracker.step([write("a/b/c/x")]))).toEqual(["run"]);
    expect(summary(await tracker.step([write("a/x")]))).toEqual(["return a/AGENTS.md"]);
  });

  it("gives what the eager text had to leave out where there is room for it", async () => {
    const tree = {
      "/repo/.git/HEAD": "x",
      "/repo/AGENTS.md": text(500),
      "/repo/a/AGENTS.md": text(1100),
      "/repo/b/y": "",
    };
    const tracker = await session(tree, { maxBytes: 1024, cwd: "/repo/a" });
    expect(parseText(tracker.text).notices[0]).toContain("AGENTS.md is left out");
    expect(summary(await tracker.step([read("z"), read("../b/y")]))).toEqual([
      "run",
      "run AGENTS.md",
    ]);
  });
});
