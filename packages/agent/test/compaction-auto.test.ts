import { expect, test } from "vitest";
import { answering, auto, on, summary } from "./support/compaction.ts";
import { call } from "./support/fake-model.ts";
import { bench, OFF } from "./support/harness.ts";

test("it begins by itself at the threshold, before the request, on the whole history", async () => {
  // Some 200 tokens of system message, and 1,000 of each prompt.
  const it = await bench();
  const model = answering({ text: summary() });
  const runner = await it.open(model, auto(6000));
  expect(runner.context()).toMatchObject({ window: 6000, compactAt: 3000 });
  const prompt = "p".repeat(4000);
  await runner.run(prompt);
  await runner.run(prompt);
  expect(it.of("context.compacted")).toEqual([]);
  await runner.run(prompt);
  expect(it.of("context.compacted")).toMatchObject([{ trigger: "auto", messages: 4 }]);
  expect(model.requests.map(({ purpose }) => purpose)).toEqual(["turn", "turn", "summary", "turn"]);
  expect(runner.context().tokens).toBeLessThan(3000);
});

test("the governor does not put it off: on compacts where off does", async () => {
  const reads = async (mode: "off" | "on") => {
    const it = await bench({ workspace: { files: { a: "x".repeat(2000) } } });
    let n = 0;
    const model = answering({ text: summary() }, () => {
      n += 1;
      return n % 2 === 1
        ? {
            calls: [
              call("read_file", { path: "a" }),
              call("write_file", { path: "a", content: `${n}`.padEnd(2000, "x") }),
            ],
          }
        : { text: "ok" };
    });
    const runner = await it.open(model, { governance: { ...OFF, mode }, ...auto(8000) });
    for (let turn = 0; turn < 6; turn += 1) await runner.run("again");
    return model.requests.map(({ purpose }) => purpose).indexOf("summary");
  };
  expect(await reads("on")).toBe(await reads("off"));
  expect(await reads("on")).toBeGreaterThan(0);
});

test("a single long turn is compacted between its steps, and says what it works on", async () => {
  const it = await bench({ workspace: { files: { a: "x".repeat(2000) } } });
  let n = 0;
  const model = answering({ text: summary() }, () =>
    ++n < 20 ? { calls: [call("read_file", { path: "a" })] } : { text: "finished" },
  );
  const runner = await it.open(model, auto(6000, 2));
  expect(await runner.run("Read it nineteen times.")).toMatchObject({
    end: "completed",
    text: "finished",
  });
  expect(it.of("context.compacted").length).toBeGreaterThan(1);
  for (const request of model.requests) {
    const calls = request.messages.flatMap((m) =>
      m.role === "assistant" ? (m.calls ?? []).map(({ id }) => id) : [],
    );
    const results = request.messages.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
    expect(results).toEqual(calls);
  }
  expect((runner.history[1] as { text: string }).text).toContain("Read it nineteen times.");
  expect(runner.history.map(({ role }) => role).slice(0, 3)).toEqual([
    "system",
    "user",
    "assistant",
  ]);
});

test("a summary that fails is not asked for again at every request", async () => {
  const it = await bench({ workspace: { files: { a: "x".repeat(100) } } });
  let n = 0;
  const model = answering({ text: "" }, () =>
    ++n < 8 ? { calls: [call("read_file", { path: "a" })] } : { text: "ok" },
  );
  const runner = await it.open(model, auto(4000));
  await runner.run("p".repeat(8000));
  expect(model.requests.filter(({ purpose }) => purpose === "summary").length).toBeLessThan(3);
  expect(it.of("notice").filter(({ problem }) => problem.code === "compaction_failed")).not.toEqual(
    [],
  );
});

test("an unknown window is told once, and nothing is compacted by itself", async () => {
  const it = await bench();
  const model = answering({ text: summary() });
  const runner = await it.open(model, { compaction: { auto: true, threshold: 0.5, keepTurns: 1 } });
  for (let turn = 0; turn < 3; turn += 1) await runner.run("p".repeat(100_000));
  expect(it.of("notice").map(({ problem }) => problem.code)).toEqual(["window_unknown"]);
  expect(it.of("context.compacted")).toEqual([]);
});

test("a subagent's conversation is compacted by itself, quotes nobody and leaves the main one alone", async () => {
  const it = await bench({ workspace: { files: { a: "x".repeat(2000) } } });
  let n = 0;
  const model = answering({ text: summary(["Read it."]) }, ({ purpose, answered }) => {
    if (purpose === "turn")
      return answered === 0 ? { calls: [call("task", { prompt: "Read it." })] } : { text: "done" };
    return ++n < 15 ? { calls: [call("read_file", { path: "a" })] } : { text: "read" };
  });
  const runner = await it.open(model, { governance: on, ...auto(6000) });
  expect(await runner.run("go")).toMatchObject({ end: "completed" });
  expect(it.of("context.compacted").length).toBeGreaterThan(0);
  expect(
    it.events
      .filter(({ event }) => event.type === "context.compacted")
      .every(({ run }) => run !== undefined),
  ).toBe(true);
  expect(it.of("context.compacted")[0]).toMatchObject({ quotesAdded: 0, quotesRefused: {} });
  expect(it.text(runner.sessionId)).not.toContain("contextInvariants");
  expect(runner.context().compactions).toBe(0);
  expect(runner.history).toHaveLength(5);
});

test("the block counts: with it a conversation reaches the threshold that it doesn't reach without", async () => {
  const played = async (mode: "off" | "on") => {
    const it = await bench();
    const model = answering({ text: summary() });
    const runner = await it.open(model, { governance: { ...OFF, mode }, ...auto(8000) });
    await runner.run("one");
    await runner.run("two");
    await runner.compact();
    // 900 tokens of goal.
    await runner.setGoal({ objective: "g".repeat(3600), status: "active" });
    await runner.run("p".repeat(13_500));
    const { tokens } = runner.context();
    return { purposes: model.requests.map(({ purpose }) => purpose).slice(3), tokens };
  };
  expect((await played("off")).purposes).toEqual(["turn"]);
  const on = await played("on");
  expect(on.purposes).toEqual(["summary", "turn"]);
  // What stays has room for it, too: the threshold is at 4,000.
  expect(on.tokens).toBeLessThan(3100);
});

test("an interruption of a compaction is no failure of it", async () => {
  const it = await bench();
  const controller = new AbortController();
  const model = answering(async function* () {
    controller.abort();
    yield { type: "text" as const, text: "S" };
    await new Promise(() => {});
  });
  const runner = await it.open(model, auto(4000));
  await runner.run("p".repeat(4000));
  expect(await runner.run("p".repeat(8000), { signal: controller.signal })).toMatchObject({
    end: "interrupted",
  });
  expect(it.of("notice")).toEqual([]);
  expect(runner.context().compactions).toBe(0);
});
