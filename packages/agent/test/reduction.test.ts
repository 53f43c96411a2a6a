import { sessionContext } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import { ModelError } from "../src/index.ts";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

const files = {
  small: "s".repeat(400),
  middle: "m".repeat(10_000),
  big: "b".repeat(40_000),
  bigger: "c".repeat(60_000),
};
const read = (path: string) => ({ calls: [call("read_file", { path }, path)] });
const sizes = (history: readonly { role: string }[]) =>
  Object.fromEntries(
    history.flatMap((message) => {
      const { role, callId, content } = message as unknown as {
        role: string;
        callId: string;
        content: string;
      };
      return role === "tool" ? [[callId, content.length]] : [];
    }),
  );

test("what does not fit is cut in place, the largest old results first", async () => {
  const it = await bench({ workspace: { files } });
  const model = fakeModel([read("big"), read("bigger"), read("middle"), { text: "ok" }]);
  // 25,000 tokens when both large ones are there, and 28,000 when both are old.
  const runner = await it.open(model, {
    contextWindow: 26_500,
    governance: { ...OFF, mode: "on" },
  });
  expect((await runner.run("go")).end).toBe("completed");
  expect(sizes(runner.history)).toMatchObject({
    big: expect.toSatisfy((n) => n > 40_000),
    middle: expect.toSatisfy((n) => n > 10_000),
  });
  expect(sizes(runner.history)["bigger"]).toBeLessThan(2500);
  const [event, ...others] = it.of("context_reduced");
  expect(others).toEqual([]);
  expect(event).toMatchObject({ reason: "budget", results: 1 });
  expect(event?.tokensSaved).toBeGreaterThan(14_000);
  const cut = runner.history.find(
    (message) => message.role === "tool" && message.callId === "bigger",
  ) as { content: string };
  expect(cut.content).toMatch(
    /^\{"path":"bigger".*\n\[cut to fit the context: \d+ characters \(about \d+ tokens\) are missing here; make the call again to see them\]\n.*"truncated":false\}$/,
  );
  // The full result is in the file as it was.
  expect(it.text(runner.sessionId)).toContain(files.bigger);
  expect(sessionContext(it.records(runner.sessionId))).toEqual(runner.history);
  expect(model.sent[3]).toContain("cut to fit the context");
});

test("those of the last turn are cut only where the old ones are not enough", async () => {
  const it = await bench({ workspace: { files } });
  const model = fakeModel([
    { calls: [call("read_file", { path: "bigger" }, "1")] },
    { text: "ok" },
  ]);
  const runner = await it.open(model, { contextWindow: 10_000 });
  await runner.run("go");
  expect(sizes(runner.history)["1"]).toBeLessThan(2500);
});

test("a request that the provider finds too large is made smaller, and sent again", async () => {
  const it = await bench({ workspace: { files } });
  const overflow = { error: new ModelError("context_overflow", "too large") };
  const model = fakeModel([read("bigger"), read("big"), overflow, overflow, { text: "ok" }]);
  const runner = await it.open(model);
  expect(await runner.run("go")).toMatchObject({ end: "completed", text: "ok" });
  expect(it.of("context_reduced")).toHaveLength(2);
  expect(sizes(runner.history)["bigger"]).toBeLessThan(2500);
  expect(sizes(runner.history)["big"]).toBeLessThan(2500);
});

test("with nothing to cut the run fails, and says so", async () => {
  const it = await bench();
  const model = fakeModel(() => ({ error: new ModelError("context_overflow", "too large") }));
  const runner = await it.open(model, { contextWindow: 1000 });
  expect(await runner.run("p".repeat(8000))).toMatchObject({
    end: "failed",
    problem: { code: "context_overflow" },
  });
  expect(it.of("notice").map(({ problem }) => problem.code)).toEqual(["context_too_large"]);
});

test("cutting the later result brings an elided one back", async () => {
  const it = await bench({ workspace: { files: { a: "a".repeat(5000) } } });
  const twice = (id: string) => ({ calls: [call("read_file", { path: "a" }, id)] });
  const overflow = { error: new ModelError("context_overflow", "too large") };
  const model = fakeModel((_request, n) => {
    if (n === 1) it.workspace.files.set("a", "b".repeat(9000));
    return (
      [
        twice("1"),
        twice("2"),
        { calls: [call("shell", { command: "x" })] },
        { calls: [call("shell", { command: "y" })] },
        overflow,
        { text: "ok" },
      ][n] ?? { text: "ok" }
    );
  });
  const runner = await it.open(model, { governance: { ...OFF, mode: "on" } });
  await runner.run("go");
  expect(model.sent[3]).toContain("[elided: read_file");
  expect(model.sent[5]).not.toContain("[elided: read_file");
});

test("instructions that a cut took away come again", async () => {
  const it = await bench({
    onDisk: { "sub/AGENTS.md": "Nested rule.\n", "sub/a": "1" },
    workspace: { files: { "sub/a": "x".repeat(60_000), ...files } },
  });
  const nested = () => ({ calls: [call("read_file", { path: "sub/a" })] });
  const runner = await it.open(
    fakeModel([nested(), read("small"), read("big"), nested(), { text: "ok" }]),
    {
      contextWindow: 20_000,
    },
  );
  await runner.run("go");
  expect(it.of("context_reduced").length).toBeGreaterThan(0);
  expect(it.of("instructions.attached")).toHaveLength(2);
});

test("what leaves no room for an answer is compacted before anything is cut, also below the threshold", async () => {
  const it = await bench({ workspace: { files } });
  const model = fakeModel(({ purpose }, n) => {
    if (purpose === "summary") return { text: JSON.stringify({ summary: "It was read." }) };
    return n < 8 ? read("middle") : { text: "ok" };
  });
  // 2,500 tokens a result; a quarter of the window is kept for an answer, so that 15,000 are left.
  const runner = await it.open(model, {
    contextWindow: 20_000,
    maxOutputTokens: 16_000,
    compaction: { auto: true, threshold: 0.85, keepTurns: 2 },
  });
  expect(runner.context()).toMatchObject({ window: 20_000, compactAt: 15_000 });
  expect((await runner.run("go")).end).toBe("completed");
  expect(it.of("context.compacted")).toHaveLength(1);
  expect(it.of("context_reduced")).toEqual([]);
  expect(it.of("request.started").every(({ tokens }) => tokens <= 15_000)).toBe(true);
});
