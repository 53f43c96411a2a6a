import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AgentError, type AgentRunner, type AgentRunnerOptions } from "../src/index.ts";
import { createSessionReader } from "../src/sessions.ts";
import { call, fakeModel } from "./support/fake-model.ts";
import { type Bench, bench, OFF } from "./support/harness.ts";

const settings: Partial<AgentRunnerOptions> = {
  governance: { ...OFF, mode: "on" },
  compaction: { auto: true, threshold: 0.5, keepTurns: 1 },
  contextWindow: 8000,
};

const model = () =>
  fakeModel(({ purpose, answered }) => {
    if (purpose === "summary") return { text: '{"summary":"S","quotes":["Go"]}' };
    if (purpose === "task") return { text: "listed", usage: { inputTokens: 3 } };
    if (answered === 0) return { calls: [call("read_file", { path: "sub/a" }, "r")] };
    if (answered === 1) return { calls: [call("task", { prompt: "List." }, "t")] };
    return { text: "Done.", usage: { inputTokens: 5, outputTokens: 1 } };
  });

const setup = () =>
  bench({
    onDisk: { "sub/AGENTS.md": "Rule.\n" },
    workspace: { files: { "sub/a": "x".repeat(9000) } },
  });

/** A session with every kind of record, as parsed lines. */
async function lines(): Promise<readonly unknown[]> {
  const it = await setup();
  const runner = await it.open(model(), settings);
  await runner.run("Go");
  await runner.setGoal({ objective: "Ship", status: "active" });
  await runner.setCriteria([{ text: "Green", required: true }]);
  await runner.setPlan({ title: "P", revision: 1, hash: "1a2b3c4d", status: "approved" });
  await runner.run("Again");
  await runner.compact();
  await runner.close();
  return it
    .text(runner.sessionId)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const HOSTILE: readonly unknown[] = [
  null,
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  "x",
  "main",
  "__proto__",
  [],
  {},
  [null],
  true,
  "\u001b[31m\u202e",
  "9".repeat(400),
];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** Everything that reads a session. Refusals are errors of the package's own. */
async function useAll(it: Bench): Promise<"used" | "refused"> {
  const reader = createSessionReader({ sessionsDirectory: it.sessions });
  const madeAt = "2026-01-01T00:00:00Z";
  let runner: AgentRunner;
  try {
    await reader.context("s");
    await reader.report("s", { madeAt });
    await reader.report("s", { madeAt, mode: "on", epochMessages: 3 });
    runner = await it.open(model(), { ...settings, sessionId: "s" });
  } catch (error) {
    expect(AgentError.isInstance(error), String((error as Error).stack)).toBe(true);
    return "refused";
  }
  await runner.resume();
  expect((await runner.run("More")).end).toBe("completed");
  await runner.compact();
  runner.report({ madeAt, mode: "on" });
  void [runner.context(), runner.goal, runner.plan, runner.criteria, runner.governance];
  const last = it.events.at(-1)?.id;
  await runner.close();
  // What was written can be read again.
  expect(await reader.context("s")).toBeDefined();
  expect(Number.isSafeInteger(last)).toBe(true);
  return "used";
}

test("a session that was tampered with anywhere is refused or gone on with, and never a crash", async () => {
  const whole = await lines();
  expect(new Set(whole.map((line) => (line as { type: string }).type)).size).toBe(6);
  const places = whole.flatMap((line, at) => pathsOf(line).map((path) => ({ at, path })));
  const seen = { used: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...places), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...HOSTILE),
      async (chosen, by) => {
        const it = await setup();
        const changed = [...whole];
        for (const { at, path } of chosen) changed[at] = replaced(changed[at], path, by);
        mkdirSync(it.sessions, { recursive: true });
        const text = changed.map((line) => `${JSON.stringify(line)}\n`).join("");
        writeFileSync(join(it.sessions, "s.jsonl"), text);
        seen[await useAll(it)] += 1;
      },
    ),
    { numRuns: Number(process.env["ALISIO_FC_RUNS"] ?? 150) },
  );
  expect(seen.used).toBeGreaterThan(seen.refused);
}, 120_000);
