import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createInstructionTracker,
  explainAll,
  explainPath,
  type InstructionTrackerState,
  resolveInstructions,
} from "../src/index.ts";
import {
  instructionTrackerStateSchema,
  pathExplanationSchema,
  workspaceExplanationSchema,
} from "../src/schemas.ts";
import { optionsOf } from "./support/tables.ts";
import type { Tree } from "./support/virtual-tree.ts";

/** One file of every status, and a diagnostic of most kinds. */
const tree: Tree = {
  "/AGENTS.md": "above",
  "/me/AGENTS.md": "global rules\n",
  "/repo/AGENTS.md": `${"root rule\n".repeat(60)}`,
  "/repo/AGENT.md": "old rules\n",
  "/repo/agents.md": "not read\n",
  "/repo/CLAUDE.md": "AGENTS.md",
  "/repo/a/AGENTS.override.md": "\n",
  "/repo/a/AGENTS.md": "hidden\n",
  "/repo/a/b/AGENTS.md": {
    error: "EACCES",
    message: "permission denied, open '/repo/a/b/AGENTS.md'",
  },
  "/repo/a/b/c/AGENTS.md": { symlink: "/outside/key" },
  "/repo/a/b/c/d/AGENTS.md": { symlink: "e/AGENTS.md" },
  "/repo/a/b/c/d/e/AGENTS.md": `${"deep rule\n".repeat(50)}`,
  "/repo/a/b/c/d/e/f/AGENTS.md": `${"closest rule\n".repeat(20)}`,
  "/outside/key": "SECRET",
};
const options = { ...optionsOf(tree), maxBytes: 1024, configHome: "/me" };
const target = "a/b/c/d/e/f/x.ts";

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", name, "value.json"), "utf8"));

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("values that leave as JSON", () => {
  it("pathExplanationSchema, version 1", async () => {
    const value = json(await explainPath({ ...options, target }));
    expect(value).toEqual(fixture("path-explanation-v1"));
    expect(pathExplanationSchema.parse(value)).toEqual(value);
  });

  it("workspaceExplanationSchema, version 1", async () => {
    const value = json(await explainAll(options));
    expect(value).toEqual(fixture("workspace-explanation-v1"));
    expect(workspaceExplanationSchema.parse(value)).toEqual(value);
  });

  it("instructionTrackerStateSchema, version 1", async () => {
    const eager = await resolveInstructions(options);
    const tracker = await createInstructionTracker({ ...options, eager });
    await tracker.step([{ id: "1", effect: "read", paths: [target] }]);
    const value = json(tracker.saveState());
    expect(value).toEqual(fixture("tracker-state-v1"));
    expect(instructionTrackerStateSchema.parse(value)).toEqual(value);
  });

  it("a stored state of version 1 is taken", async () => {
    const state = fixture("tracker-state-v1") as InstructionTrackerState;
    const tracker = await createInstructionTracker({ ...options, state });
    const { calls } = await tracker.step([{ id: "1", effect: "write", paths: [target] }]);
    expect(calls[0]).toMatchObject({ action: "run", text: "", attached: [] });
  });

  it.each([
    [pathExplanationSchema, "path-explanation-v1"],
    [workspaceExplanationSchema, "workspace-explanation-v1"],
    [instructionTrackerStateSchema, "tracker-state-v1"],
  ])("%# refuses what is not of its version", (schema, name) => {
    const value = fixture(name) as object;
    expect(schema.safeParse({ ...value, schemaVersion: 2 }).success).toBe(false);
    expect(schema.safeParse({ schemaVersion: 1 }).success).toBe(false);
  });
});
