import { expect, test } from "vitest";
import { AgentError, ModelError } from "../src/index.ts";
import { call, type FakeAnswer } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

const failing = (code: ConstructorParameters<typeof ModelError>[0], more = {}): FakeAnswer => ({
  error: new ModelError(code, `It is ${code}.`, more),
});

test("a request is sent again until it is answered, and each failure is told", async () => {
  const it = await bench();
  const waits: number[] = [];
  const runner = await it.open(
    fakeModel([
      failing("rate_limited", { retryAfterMs: 1234 }),
      failing("server_error"),
      { text: "half an", error: new ModelError("dropped", "gone") },
      { text: "The whole answer." },
    ]),
    {
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  );
  expect(await runner.run("go")).toMatchObject({
    end: "completed",
    text: "The whole answer.",
    requests: 1,
  });
  expect(waits).toEqual([1234, 1000, 2000]);
  expect(it.of("model.failed")).toEqual([
    {
      type: "model.failed",
      problem: { code: "rate_limited", message: "It is rate_limited." },
      attempt: 1,
      retryInMs: 1234,
    },
    {
      type: "model.failed",
      problem: { code: "server_error", message: "It is server_error." },
      attempt: 2,
      retryInMs: 1000,
    },
    {
      type: "model.failed",
      problem: { code: "dropped", message: "gone" },
      attempt: 3,
      retryInMs: 2000,
    },
  ]);
  // The half that was dropped is nowhere.
  expect(it.text(runner.sessionId)).not.toContain("half an");
});

test.each([
  ["unauthorised", 1],
  ["bad_request", 1],
  ["server_error", 5],
  ["malformed_stream", 5],
  ["timeout", 5],
] as const)("%s ends the run after %d tries, and nothing is lost", async (code, tries) => {
  const it = await bench();
  const model = fakeModel((_request, n) => (n < tries ? failing(code) : { text: "again" }));
  const runner = await it.open(model);
  const result = await runner.run("Do it");
  expect(result).toMatchObject({ end: "failed", problem: { code } });
  expect(model.requests).toHaveLength(tries);
  expect(it.of("model.failed").at(-1)).not.toHaveProperty("retryInMs");
  expect(it.of("run.finished")).toMatchObject([{ end: "failed", problem: { code } }]);
  expect(runner.history.at(-1)).toEqual({ role: "user", text: "Do it" });
  expect(await runner.resume()).toMatchObject({ end: "completed", text: "again" });
});

test("who asks to wait too long is not waited for", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([failing("rate_limited", { retryAfterMs: 3_600_000 })]));
  expect(await runner.run("go")).toMatchObject({
    end: "failed",
    problem: { code: "rate_limited" },
  });
});

test("an answer that ends before it is finished counts as dropped", async () => {
  const it = await bench();
  const runner = await it.open(
    fakeModel([
      async function* () {
        yield { type: "text", text: "half" };
      },
    ]),
  );
  expect(await runner.run("go")).toMatchObject({ end: "completed", text: "done" });
  expect(it.of("model.failed")).toMatchObject([{ problem: { code: "dropped" } }]);
});

test("text of a request that failed for good stays, calls of it never run", async () => {
  const it = await bench();
  const runner = await it.open(
    fakeModel([
      {
        text: "I began",
        calls: [call("write_file", { path: "a", content: "" })],
        error: new ModelError("bad_request", "no"),
      },
      { text: " and ended." },
    ]),
  );
  expect(await runner.run("go")).toMatchObject({ end: "failed", text: "I began" });
  expect(runner.history.at(-1)).toEqual({ role: "assistant", text: "I began" });
  expect(it.workspace.ran).toEqual([]);
  expect(await runner.resume()).toMatchObject({ end: "completed" });
  expect(runner.history.at(-2)).toMatchObject({ role: "user" });
});

test("an interruption while the answer comes: what was seen stays, a client that hangs doesn't", async () => {
  const it = await bench();
  const controller = new AbortController();
  const runner = await it.open(
    fakeModel([
      async function* () {
        yield { type: "text", text: "So far" };
        controller.abort();
        await new Promise(() => {});
      },
      { text: "On I go." },
    ]),
  );
  expect(await runner.run("go", { signal: controller.signal })).toMatchObject({
    end: "interrupted",
  });
  expect(runner.history.at(-1)).toEqual({ role: "assistant", text: "So far" });
  expect(it.of("model.failed")).toEqual([]);
  expect(await runner.resume()).toMatchObject({ end: "completed", text: "On I go." });
});

test("half an answer counts as none: a script goes on where it was", async () => {
  const it = await bench();
  const controller = new AbortController();
  const model = fakeModel([
    async function* () {
      yield { type: "text", text: "So far" };
      controller.abort();
      await new Promise(() => {});
    },
  ]);
  const first = await it.open(model);
  await first.run("go", { signal: controller.signal });
  await first.close();
  const second = await it.open(model, { sessionId: first.sessionId });
  await second.resume();
  await second.run("more");
  expect(model.requests.map(({ answered }) => answered)).toEqual([0, 0, 1]);
});

test("an interruption while it waits for the next try", async () => {
  const it = await bench();
  const controller = new AbortController();
  const runner = await it.open(fakeModel([failing("server_error")]), {
    sleep: (_ms, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        controller.abort();
      }),
  });
  expect(await runner.run("go", { signal: controller.signal })).toMatchObject({
    end: "interrupted",
  });
});

test("a client that fails in its own way is no crash", async () => {
  const it = await bench();
  const runner = await it.open(
    fakeModel([{ error: new TypeError("undefined is not a function") }]),
  );
  expect(await runner.run("go")).toMatchObject({
    end: "failed",
    problem: { message: "The model client failed: undefined is not a function" },
  });
});

test("a cut answer is gone on with, its calls are not run", async () => {
  const it = await bench();
  const model = fakeModel([
    { text: "The first part", calls: [call("shell", { command: "rm" }, "x")], finish: "length" },
    { text: "and the rest." },
  ]);
  const runner = await it.open(model);
  expect(await runner.run("go")).toMatchObject({ end: "completed", requests: 2 });
  expect(it.workspace.ran).toEqual([]);
  expect(model.requests[1]?.messages.slice(-3)).toMatchObject([
    { role: "assistant", text: "The first part" },
    { role: "tool", callId: "x", isError: true },
    { role: "user" },
  ]);
  const injected = it
    .records(runner.sessionId)
    .filter((record) => record.type === "message" && record.injected === true);
  expect(injected).toHaveLength(1);
});

test("answers that are cut again and again end the run", async () => {
  const it = await bench();
  const model = fakeModel(() => ({ text: "more", finish: "length" }));
  const runner = await it.open(model);
  expect(await runner.run("go")).toMatchObject({
    end: "failed",
    requests: 4,
    problem: { code: "output_truncated" },
  });
});

test("a model that calls tools for ever ends", async () => {
  const it = await bench({ workspace: { files: { a: "" } } });
  const runner = await it.open(
    fakeModel(() => ({ calls: [call("read_file", { path: "a" })] })),
    { maxRequests: 3 },
  );
  expect(await runner.run("go")).toMatchObject({
    end: "limit",
    requests: 3,
    problem: { code: "request_limit" },
  });
  expect(runner.history.at(-1)).toMatchObject({ role: "tool" });
});

test("one prompt at a time, and none after the end", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  const first = runner.run("go");
  await expect(runner.run("too")).rejects.toMatchObject({ code: "busy" });
  await expect(runner.compact()).rejects.toSatisfy(AgentError.isInstance);
  await first;
  await runner.close();
  await runner.close();
  expect(it.workspace.isClosed).toBe(true);
  await expect(runner.run("late")).rejects.toMatchObject({ code: "closed" });
  await expect(runner.setGoal(undefined)).rejects.toMatchObject({ code: "closed" });
});

test("closing interrupts what runs", async () => {
  const it = await bench();
  const runner = await it.open(
    fakeModel([
      async function* () {
        yield { type: "text", text: "..." };
        await new Promise(() => {});
      },
    ]),
  );
  const run = runner.run("go");
  await new Promise((resolve) =>
    runner.subscribe(({ event }) => event.type === "text.delta" && resolve(0)),
  );
  await runner.close();
  expect((await run).end).toBe("interrupted");
  expect(it.text(runner.sessionId)).toContain("run.finished");
});

test("a listener that throws disturbs nobody", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  const stop = runner.subscribe(() => {
    throw new Error("mine");
  });
  expect((await runner.run("go")).end).toBe("completed");
  stop();
});

test("what a provider reports as tokens is taken as far as it is counts", async () => {
  const it = await bench();
  const usage = {
    inputTokens: 5,
    outputTokens: -1,
    cacheReadTokens: Number.NaN,
    cacheWriteTokens: 1.5,
  };
  const runner = await it.open(fakeModel([{ text: "ok", finish: "content-filter", usage }]));
  expect(await runner.run("go")).toMatchObject({ end: "completed", usage: { inputTokens: 5 } });
  expect(it.of("assistant.message")).toMatchObject([{ usage: { inputTokens: 5 } }]);
  expect(it.of("notice")).toMatchObject([{ problem: { code: "answer_filtered" } }]);
});
