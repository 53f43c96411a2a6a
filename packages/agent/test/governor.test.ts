import { projectHistory } from "@alisio/governor";

import { sessionContext } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import type { AgentRunnerOptions, ModelRequest } from "../src/index.ts";
import { call, type FakeAnswer } from "./support/fake-model.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

/** Reads, writes and reads again, so that results become redundant. */
const ANSWERS: readonly FakeAnswer[] = [
  { text: "1", calls: [call("read_file", { path: "a" }, "r1")], usage: { inputTokens: 5 } },
  { text: "2", calls: [call("write_file", { path: "a", content: "y".repeat(400) }, "w1")] },
  { text: "3", calls: [call("read_file", { path: "a" }, "r2")], providerData: { signature: "s" } },
  { text: "4", calls: [call("read_file", { path: "b" }, "r3")] },
  { text: "cut", finish: "length" },
  { text: "5", calls: [call("read_file", { path: "b" }, "r4")] },
  { text: "6" },
];

async function play(mode: "off" | "shadow" | "on", more: Partial<AgentRunnerOptions> = {}) {
  const it = await bench({ workspace: { files: { a: "x".repeat(400), b: "z".repeat(400) } } });
  const model = fakeModel(ANSWERS);
  const runner = await it.open(model, { governance: { ...OFF, mode }, ...more });
  await runner.run("go");
  return { it, model, runner };
}

test("shadow sends the exact bytes of off", async () => {
  const off = await play("off");
  const shadow = await play("shadow");
  expect(shadow.model.sent).toEqual(off.model.sent);
  expect(shadow.model.requests.map(({ tools }) => tools)).toEqual(
    off.model.requests.map(({ tools }) => tools),
  );
  expect(off.it.of("context_governed")).toEqual([]);
});

test("on sends the projection and stores the history, byte by byte", async () => {
  const { it, model, runner } = await play("on");
  const off = await play("off");
  await runner.close();
  const history = sessionContext(it.records(runner.sessionId));
  expect(JSON.stringify(history)).toBe(JSON.stringify(off.runner.history));
  const policy = { mode: "on", minAgeTurns: 1, epochMessages: 0 } as const;
  let elided = 0;
  for (const [at, sent] of model.sent.entries()) {
    const { length } = (model.requests[at] as ModelRequest).messages;
    const projected = projectHistory(history.slice(0, length), policy);
    expect(sent).toBe(JSON.stringify(projected.messages));
    elided = projected.elisions.length;
  }
  expect(elided).toBeGreaterThan(0);
  expect(it.text(runner.sessionId)).not.toContain("[elided:");
});

test.each(["shadow", "on"] as const)(
  "%s tells of each request once, of a recovery request again",
  async (mode) => {
    const { it, model, runner } = await play(mode);
    const events = it.of("context_governed");
    expect(events.map(({ request }) => request)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(model.requests).toHaveLength(7);
    expect(it.of("request.started").map(({ request }) => request)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const policy = { mode, minAgeTurns: 1, epochMessages: 0 };
    for (const [at, event] of events.entries()) {
      const { length } = (model.requests[at] as ModelRequest).messages;
      const { totals } = projectHistory(runner.history.slice(0, length), policy);
      expect(event).toMatchObject({ ...totals, mode });
    }
    expect(events.flatMap(({ newlyElided }) => newlyElided)).toEqual(["r1"]);
    expect(runner.governance.lastEvent).toEqual(events.at(-1));
    expect(events.at(-1)?.usage.tools.map(({ tool }) => tool)).toEqual(["read_file"]);
  },
);

test("requests are counted anew in each run, and ids told once in the session", async () => {
  const { it, runner } = await play("on");
  it.events.length = 0;
  await runner.run("again");
  const [event] = it.of("context_governed");
  expect(event).toMatchObject({ request: 1, newlyElided: [] });
});

test("a request that is tried again is one request", async () => {
  const it = await bench();
  const { ModelError } = await import("../src/index.ts");
  const runner = await it.open(
    fakeModel([{ error: new ModelError("server_error", "x") }, { text: "ok" }]),
    {
      governance: { ...OFF, mode: "on" },
    },
  );
  await runner.run("go");
  expect(it.of("context_governed")).toHaveLength(1);
});

test("the mode can be changed, and is stored", async () => {
  const { it, runner } = await play("off");
  expect(runner.governance).toEqual({
    settings: { ...OFF, mode: "off" },
    lastEvent: undefined,
    invariants: undefined,
  });
  await runner.setGovernor("on");
  await runner.setGovernor("on");
  expect(it.of("state.changed")).toEqual([{ type: "state.changed", key: "governance" }]);
  await runner.run("go on");
  expect(it.of("context_governed")).toHaveLength(1);
  expect(it.of("context_governed")[0]).toMatchObject({ request: 1, newlyElided: ["r1"] });
  const states = it
    .records(runner.sessionId)
    .filter((record) => record.type === "state" && record.key === "governance");
  expect(states.map((record) => (record as { value: unknown }).value)).toEqual([
    OFF,
    { ...OFF, mode: "on" },
  ]);
});

test("a resumed session is governed as if it had never been closed", async () => {
  const whole = await play("on");
  for (const stop of [1, 3, 5]) {
    const it = await bench({ workspace: { files: { a: "x".repeat(400), b: "z".repeat(400) } } });
    const governance = { ...OFF, mode: "on" } as const;
    const first = await it.open(fakeModel(ANSWERS), { governance, maxRequests: stop });
    await first.run("go");
    await first.close();
    const model = fakeModel(ANSWERS.slice(stop));
    const second = await it.open(model, { governance, sessionId: first.sessionId });
    await second.resume();
    expect(model.sent).toEqual(whole.model.sent.slice(stop));
    expect(second.history).toEqual(whole.runner.history);
    await second.close();
  }
});

test("the report says what the events say", async () => {
  const { it, runner } = await play("on");
  it.events.length = 0;
  const report = runner.report({ madeAt: "2026-01-01T00:00:00Z" });
  await runner.run("one more");
  // The next request carried one message more.
  const [event] = it.of("context_governed");
  expect(report).toMatchObject({
    mode: "on",
    totals: { elided: event?.elided, elidedByReason: event?.elidedByReason },
  });
  expect(runner.report({ madeAt: "2026-01-01T00:00:00Z", mode: "off" })).toMatchObject({
    mode: "off",
  });
});
