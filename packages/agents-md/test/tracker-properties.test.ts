import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createInstructionTracker,
  explainPath,
  type InstructionTracker,
  type ResolveInstructionsOptions,
  resolveInstructions,
  type StepOutcome,
  type ToolCall,
} from "../src/index.ts";
import {
  budgets,
  contents,
  DIRECTORIES,
  directories,
  numRuns,
  trees,
} from "./support/arbitraries.ts";
import { parseText } from "./support/parse-text.ts";
import { readerOf, sha256, type Tree } from "./support/virtual-tree.ts";

type Action =
  | { readonly type: "step"; readonly calls: readonly Omit<ToolCall, "id">[] }
  | { readonly type: "edit"; readonly path: string; readonly content: string | undefined }
  | { readonly type: "save" }
  | { readonly type: "forget" };

const name = fc.constantFrom("AGENTS.md", "AGENTS.md", "AGENTS.override.md", "AGENT.md");
const call = fc.record({
  effect: fc.constantFrom<ToolCall["effect"]>("read", "read", "write"),
  paths: fc.array(
    directories.map((path) => `/repo/${path}file`),
    { minLength: 1, maxLength: 2 },
  ),
});
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant("step" as const),
        calls: fc.array(call, { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant("edit" as const),
        path: fc.tuple(directories, name).map(([path, file]) => `/repo/${path}${file}`),
        content: fc.option(contents, { nil: undefined }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("save" as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("forget" as const) }) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** A tree that is edited while a session runs. */
class World {
  readonly tree: Record<string, Tree[string]> = {
    "/repo/.git/HEAD": "x",
    ...Object.fromEntries(DIRECTORIES.map((path) => [`/repo/${path}file`, ""])),
  };
  readonly options: ResolveInstructionsOptions = {
    workspaceRoot: { root: "/repo", marker: ".git" },
    cwd: "/repo/a",
    maxBytes: 1048576,
    sha256,
    reader: {
      listDirectory: (path) => readerOf(this.tree).listDirectory(path),
      readFile: (path, limits) => readerOf(this.tree).readFile(path, limits),
      locate: (path) => readerOf(this.tree).locate(path),
    },
  };

  edit({ path, content }: { readonly path: string; readonly content: string | undefined }): void {
    if (content === undefined) delete this.tree[path];
    else this.tree[path] = content;
  }

  /** Path and hash of what applies to a path, by explain. */
  async applying(target: string): Promise<ReadonlyMap<string, string>> {
    const { files } = await explainPath({ ...this.options, target });
    return new Map(
      files
        .filter(({ status }) => status === "loaded")
        .map(({ path, sha256: hash }) => [path, hash ?? ""]),
    );
  }
}

/** Checks one step against what the model knew before it; gives what it knows after it. */
async function checkStep(
  world: World,
  known: Map<string, string>,
  calls: readonly ToolCall[],
  { calls: outcomes }: StepOutcome,
): Promise<void> {
  const before = new Map(known);
  const first = new Map<string, number>();
  for (const [index, { paths = [], effect }] of calls.entries()) {
    const unseen = new Set<string>();
    for (const path of paths) {
      for (const [file, hash] of await world.applying(path)) {
        if (before.get(file) === hash) continue;
        unseen.add(file);
        if (!first.has(file)) first.set(file, index);
      }
    }
    const outcome = outcomes[index];
    expect(outcome?.id).toBe(calls[index]?.id);
    expect(outcome?.action).toBe(effect === "write" && unseen.size > 0 ? "return" : "run");
    const expected = [...first].filter(([, at]) => at === index).map(([file]) => file);
    expect(outcome?.attached.map(({ path }) => path).sort()).toEqual(expected.sort());
    const shown = /^# More project instructions/m.test(outcome?.text ?? "")
      ? parseText(outcome?.text.slice(outcome.text.indexOf("# More project")) ?? "").files
      : [];
    expect(shown.map(({ path, content }) => ({ path, content }))).toEqual(
      outcome?.attached.map(({ path, content }) => ({ path, content })),
    );
    for (const { path, sha256: hash } of outcome?.attached ?? []) known.set(path, hash ?? "");
    for (const { path } of outcome?.retracted ?? []) known.delete(path);
  }
}

describe("a session of any steps, edits, stops and compactions", () => {
  it("gives each content once, on the first call that touches it, and returns what it must", async () => {
    let attached = 0;
    let retracted = 0;
    let returned = 0;
    await fc.assert(
      fc.asyncProperty(actions, async (script) => {
        const world = new World();
        for (const action of script.slice(0, 2)) if (action.type === "edit") world.edit(action);
        world.edit({ path: "/repo/AGENTS.md", content: "root" });
        world.edit({ path: "/repo/a/b/AGENTS.md", content: "b" });
        const eager = await resolveInstructions(world.options);
        let tracker: InstructionTracker = await createInstructionTracker({
          ...world.options,
          eager,
        });
        const given = eager.files.filter(({ loadedBytes }) => loadedBytes > 0);
        const start = new Map(given.map(({ path, sha256: hash }) => [path, hash ?? ""]));
        const known = new Map(start);
        let count = 0;
        for (const action of script) {
          if (action.type === "edit") world.edit(action);
          if (action.type === "save") {
            const state = JSON.parse(JSON.stringify(tracker.saveState()));
            tracker = await createInstructionTracker({ ...world.options, state });
            expect(tracker.saveState()).toEqual(state);
          }
          if (action.type === "forget") {
            tracker.forget();
            known.clear();
            for (const [path, hash] of start) known.set(path, hash);
          }
          if (action.type !== "step") continue;
          const calls = action.calls.map((one, index) => ({ ...one, id: `${count}-${index}` }));
          count += 1;
          const outcome = await tracker.step(calls);
          await checkStep(world, known, calls, outcome);
          attached += outcome.calls.flatMap((one) => one.attached).length;
          retracted += outcome.calls.flatMap((one) => one.retracted).length;
          returned += outcome.calls.filter((one) => one.action === "return").length;
          // The same calls, told again, have nothing new.
          const again = await tracker.step(calls);
          expect(again.calls.every(({ text, action: what }) => text === "" && what === "run")).toBe(
            true,
          );
        }
      }),
      { numRuns },
    );
    expect(Math.min(attached, retracted, returned)).toBeGreaterThan(numRuns / 20);
  });

  it("keeps each attachment within the budget of its path, and gives no file twice", async () => {
    let truncated = 0;
    const touches = fc.array(directories, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        trees,
        budgets,
        directories,
        touches,
        async (tree, maxBytes, start, paths) => {
          const options: ResolveInstructionsOptions = {
            ...new World().options,
            cwd: `/repo/${start}`,
            configHome: "/me",
            maxBytes,
            reader: readerOf(tree),
          };
          const eager = await resolveInstructions(options);
          const tracker = await createInstructionTracker({ ...options, eager });
          const given = new Set<string>();
          for (const path of paths) {
            const one: ToolCall = { id: path, effect: "write", paths: [`/repo/${path}file`] };
            const { calls } = await tracker.step([one]);
            const attached = calls[0]?.attached ?? [];
            expect(calls[0]?.action).toBe(attached.length > 0 ? "return" : "run");
            expect(calls[0]?.retracted).toEqual([]);
            const sum = attached.reduce((total, { loadedBytes }) => total + loadedBytes, 0);
            expect(sum).toBeLessThanOrEqual(maxBytes);
            for (const { path: file, scope, status, content, loadedBytes } of attached) {
              const key = `${scope === "global"} ${file}`;
              expect(given.has(key)).toBe(false);
              given.add(key);
              expect(new TextEncoder().encode(content).length).toBe(loadedBytes);
              if (status === "truncated") truncated += 1;
            }
            expect((await tracker.step([one])).calls[0]).toMatchObject({ action: "run", text: "" });
          }
        },
      ),
      { numRuns },
    );
    expect(truncated).toBeGreaterThan(0);
  });

  it("takes any command without harm, in time that grows with its length", async () => {
    const world = new World();
    world.edit({ path: "/repo/a/b/AGENTS.md", content: "b" });
    const unit = fc.constantFrom(
      "a",
      "/",
      " ",
      "'",
      '"',
      "\\",
      ">",
      "|",
      "$",
      "`",
      "\n",
      "\0",
      ".",
      "b",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 60 }),
        fc.string({ unit, maxLength: 8 }),
        async (command, cwd) => {
          const tracker = await createInstructionTracker(world.options);
          const { calls } = await tracker.step([
            { id: "1", effect: "process", command, cwd },
            { id: "2", effect: "write", paths: [cwd, command] },
          ]);
          expect(calls.map(({ id }) => id)).toEqual(["1", "2"]);
        },
      ),
      { numRuns },
    );
  });
});
