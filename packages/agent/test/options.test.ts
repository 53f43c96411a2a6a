import { expect, test } from "vitest";
import { createAgentRunner } from "../src/index.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

test.each([
  ["cwd", { cwd: "relative" }],
  ["sessionsDirectory", { sessionsDirectory: "relative" }],
  ["workspace", { workspace: { root: "relative", marker: null } }],
  ["contextWindow", { contextWindow: 0 }],
  ["maxOutputTokens", { maxOutputTokens: 1.5 }],
  ["compaction.threshold", { compaction: { auto: true, threshold: 0, keepTurns: 1 } }],
  ["compaction.threshold", { compaction: { auto: true, threshold: Number.NaN, keepTurns: 1 } }],
  ["compaction.keepTurns", { compaction: { auto: true, threshold: 1, keepTurns: -1 } }],
  ["maxRequests", { maxRequests: 0 }],
  ["minAgeTurns", { governance: { ...OFF, minAgeTurns: 0 } }],
  ["maxChars", { governance: { ...OFF, maxInvariantCharacters: 10 } }],
])("%s out of range is refused by name", async (name, wrong) => {
  const it = await bench();
  const options = it.options(fakeModel([]), wrong as never);
  await expect(createAgentRunner(options)).rejects.toThrow(name);
});

test.each([
  ["a goal", (r: never) => (r as { setGoal(g: unknown): Promise<void> }).setGoal({ objective: 1 })],
  [
    "a plan",
    (r: never) =>
      (r as { setPlan(g: unknown): Promise<void> }).setPlan({
        title: "t",
        revision: 1,
        hash: "xyz",
        status: "approved",
      }),
  ],
  ["criteria", (r: never) => (r as { setCriteria(g: unknown): Promise<void> }).setCriteria("all")],
])("%s of another shape is refused", async (_name, set) => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  await expect(set(runner as never)).rejects.toMatchObject({ code: "invalid_option" });
});
