import { profile } from "@alisio/governor/profiles/alisio";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { createWorkspaceTools } from "../../src/tools/create-workspace-tools.ts";
import type {
  WorkspaceTools,
  WorkspaceToolsOptions,
} from "../../src/tools/types-workspace-tools.ts";
import { createWorkspace, type TestWorkspace } from "./workspace.ts";

/** What the governor makes of a call and its result. */
async function observe({ call }: TestWorkspace, name: string, args: unknown): Promise<unknown> {
  const { text, isError } = await call(name, args);
  expect([name, isError]).toEqual([name, false]);
  return profile({ id: "c", name, args }, { text, isError: false });
}

describe("what the governor understands", () => {
  it("reads, changes and listings", async () => {
    const workspace = createWorkspace({ "a.txt": "a\nb\n", "big.txt": "x\n".repeat(600_000) });
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const none = { startLine: undefined, limit: undefined };
    expect(await observe(workspace, "read_file", { path: "./a.txt" })).toEqual([
      { kind: "read", path: "./a.txt", sha256: hash, ...none },
    ]);
    expect(
      await observe(workspace, "read_file", { path: "a.txt", startLine: 2, limit: 1 }),
    ).toEqual([{ kind: "read", path: "a.txt", sha256: hash, startLine: 2, limit: 1 }]);
    expect(await observe(workspace, "read_file", { path: "big.txt" })).toEqual([
      { kind: "read", path: "big.txt", sha256: undefined, ...none },
    ]);
    expect(await observe(workspace, "write_file", { path: "n.txt", content: "n" })).toEqual([
      { kind: "change", path: "n.txt" },
    ]);
    const { sha256: expectedSha256 } = await workspace.result("read_file", { path: "n.txt" });
    const edit = { path: "n.txt", expectedSha256, oldText: "n", newText: "m" };
    expect(await observe(workspace, "edit_file", edit)).toEqual([
      { kind: "change", path: "n.txt" },
    ]);
    expect(await observe(workspace, "list_files", {})).toEqual([
      { kind: "paths", paths: ["a.txt", "big.txt", "n.txt"], isListing: true },
    ]);
  });

  it("searches: the same ones as the same, whatever time they took", async () => {
    let time = 0;
    const workspace = createWorkspace(
      { "a.txt": "x\ny\nz\n" },
      { now: () => (time += Math.random() * 50) },
    );
    const args = { pattern: "y", context: 1 };
    const first = await observe(workspace, "search_text", args);
    expect(first).toMatchObject([{ kind: "search", pattern: "y", paths: ["a.txt"] }]);
    expect(await observe(workspace, "search_text", args)).toEqual(first);
    expect(await observe(workspace, "search_text", { ...args, context: 0 })).not.toEqual(first);
    expect(await observe(workspace, "search_text", { pattern: "none" })).toMatchObject([
      { kind: "search", paths: [] },
    ]);
  });

  it("polls, and nothing of processes", async () => {
    const workspace = createWorkspace();
    const started = { command: "echo out; sleep 1000", background: true };
    expect(await observe(workspace, "shell", started)).toEqual([]);
    const poll = { kind: "background", taskId: "task-1", limit: 20_000 };
    await expect
      .poll(() => observe(workspace, "bg_output", { id: "task-1" }))
      .toEqual([{ ...poll, offset: 0, isEmpty: false, nextOffset: 4 }]);
    expect(await observe(workspace, "bg_output", { id: "task-1", offset: 4, limit: 10 })).toEqual([
      { ...poll, offset: 4, limit: 10, isEmpty: true, nextOffset: 4 },
    ]);
    expect(await observe(workspace, "bg_stop", { id: "task-1" })).toEqual([]);
    expect(await observe(workspace, "run_process", { command: "true" })).toEqual([]);
  });
});

describe("every tool", () => {
  it("is told to the model with a schema, in a fixed order", () => {
    const { tools } = createWorkspace();
    expect(tools.map(({ name, effect }) => [name, effect])).toEqual([
      ["read_file", "read"],
      ["list_files", "read"],
      ["search_text", "read"],
      ["write_file", "write"],
      ["edit_file", "write"],
      ["run_process", "process"],
      ["shell", "process"],
      ["bg_output", "none"],
      ["bg_stop", "process"],
    ]);
    for (const { description, parameters } of tools) {
      expect(description.length).toBeGreaterThan(40);
      expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
    }
    expect(tools[0]?.parameters["required"]).toEqual(["path"]);
    expect(createWorkspace().tools.map((tool) => JSON.stringify(tool))).toEqual(
      tools.map((tool) => JSON.stringify(tool)),
    );
  });

  it.each([
    ["list_files", { path: "a" }, { paths: ["a"] }],
    ["list_files", {}, {}],
    ["search_text", { pattern: "x", path: "a" }, { paths: ["a"] }],
    ["search_text", { pattern: "x" }, {}],
    ["write_file", { path: "a", content: "" }, { paths: ["a"] }],
    ["edit_file", { path: "a" }, { paths: ["a"] }],
    ["run_process", { command: "a", args: ["b", 1, "c"] }, { command: ["a", "b", "c"] }],
    ["run_process", { command: "a", cwd: "d" }, { command: ["a"], cwd: "d" }],
    ["run_process", { args: ["a"] }, {}],
    ["shell", { command: "a b", cwd: "d" }, { command: "a b", cwd: "d" }],
    ["bg_output", { id: "a" }, {}],
    ["bg_stop", { id: "a" }, {}],
  ])("%s says what %j is about", (name, args, subject) => {
    expect(createWorkspace().byName[name]?.subject(args)).toEqual(subject);
  });

  it("takes any JSON for arguments and answers with an outcome", async () => {
    const { tools, call } = createWorkspace({ "a.txt": "a" });
    const names = [
      "path",
      "pattern",
      "content",
      "id",
      "offset",
      "limit",
      "glob",
      "__proto__",
      "cwd",
    ];
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom("a.txt", ".", "..", "\0", "\ud800"));
    const path = fc.constantFrom("a.txt", ".", "new/x");
    const plain = fc.record(
      { path, pattern: fc.string(), content: fc.string() },
      { requiredKeys: [] },
    );
    const args = fc.oneof(fc.jsonValue(), plain, fc.dictionary(fc.constantFrom(...names), value));
    let good = 0;
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        for (const { name, subject, effect } of tools) {
          expect(subject(given)).toBeTypeOf("object");
          // What a process does is up to its command.
          if (effect === "process" && name !== "bg_stop") continue;
          const { text, isError } = await call(name, given);
          expect(text).not.toBe("");
          if (!isError) good += 1;
          else expect(text).not.toMatch(/undefined|\[object/);
        }
      }),
      { numRuns: 200 },
    );
    expect(good).toBeGreaterThan(20);
  });
});

it("has a small interface", () => {
  expectTypeOf<typeof createWorkspaceTools>().toEqualTypeOf<
    (options: WorkspaceToolsOptions) => WorkspaceTools
  >();
  expectTypeOf<keyof WorkspaceTools>().toEqualTypeOf<
    | "tools"
    | "resolvePath"
    | "isInside"
    | "outsideDirectoryOf"
    | "allowDirectory"
    | "onBackgroundExit"
    | "close"
  >();
  expectTypeOf<WorkspaceToolsOptions["environment"]>().toEqualTypeOf<
    Readonly<Record<string, string | undefined>>
  >();
});
