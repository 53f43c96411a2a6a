import { promises } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { explainPath, type PathExplanation } from "../src/index.ts";
import { createInstructionTracker, explainPath as explainOnDisk } from "../src/node.ts";
import { optionsOf, statuses } from "./support/tables.ts";
import { temporaryTree } from "./support/temporary-tree.ts";
import { readerOf, type Tree } from "./support/virtual-tree.ts";

/** Calls of the file system while something runs. */
async function countCalls(run: () => Promise<unknown>): Promise<number> {
  const names = ["lstat", "open", "readdir", "readlink", "realpath", "stat", "readFile"] as const;
  const spies = names.map((name) => vi.spyOn(promises, name));
  try {
    await run();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Directories below each other with a file in each, and many more beside every one of them. */
function treeOf(depth: number, beside: number): Record<string, string> {
  const tree: Record<string, string> = { ".git/HEAD": "x" };
  for (let level = 0; level <= depth; level += 1) {
    const path = "d/".repeat(level);
    tree[`${path}AGENTS.md`] = `rules of level ${level}`;
    for (let count = 0; count < beside; count += 1) {
      tree[`${path}other${count}/deep/AGENTS.md`] = "rules of others";
    }
  }
  return tree;
}

const rooted = (tree: Record<string, string>): Tree =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [`/repo/${path}`, text]));

describe("the cost of an explanation", () => {
  it("depends on the depth of the path, not on the size of the tree, by the reader's calls", async () => {
    const count = async (depth: number, beside: number): Promise<number> => {
      const reader = readerOf(rooted(treeOf(depth, beside)));
      await explainPath({ ...optionsOf({}), reader, target: `${"d/".repeat(depth)}x` });
      return reader.calls.list + reader.calls.read + reader.calls.locate;
    };
    const small = await count(4, 0);
    // 20,000 directories: 2,000 beside each of five levels, and one in each of them.
    expect(await count(4, 2000)).toBe(small);
    const steps = [await count(5, 3), await count(6, 3), await count(7, 3)];
    const perLevel = (steps[0] ?? 0) - small;
    expect(steps).toEqual([1, 2, 3].map((levels) => small + levels * perLevel));
    expect(perLevel).toBeLessThanOrEqual(3);
  });

  it("is the same on disk, counted at node:fs", async () => {
    const count = async (depth: number, beside: number): Promise<number> => {
      const top = temporaryTree(treeOf(depth, beside));
      const target = join(top, "d/".repeat(depth), "x");
      let value: PathExplanation | undefined;
      const calls = await countCalls(async () => {
        value = await explainOnDisk({ cwd: top, target });
      });
      expect(statuses(value ?? { files: [] })).toHaveLength(depth + 1);
      expect(calls).toBeGreaterThan(depth);
      return calls;
    };
    const small = await count(3, 0);
    expect(await count(3, 100)).toBe(small);
    const deeper = [await count(4, 1), await count(5, 1), await count(6, 1)];
    const perLevel = (deeper[0] ?? 0) - small;
    expect(deeper).toEqual([1, 2, 3].map((levels) => small + levels * perLevel));
    expect(perLevel).toBeLessThanOrEqual(10);
  });

  it("of a step is no more than its own paths need", async () => {
    const top = temporaryTree(treeOf(3, 50));
    const tracker = await createInstructionTracker({ cwd: top });
    const step = (command: string) => () => tracker.step([{ id: "1", effect: "process", command }]);
    await step("cat d/d/d/x")();
    const known = await countCalls(step("cat d/d/d/x"));
    expect(known).toBeLessThan(40);
    const script = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(" ");
    expect(await countCalls(step(`echo ${script}`))).toBeLessThan(40);
  });
});
