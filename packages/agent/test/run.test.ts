import { sessionContext } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

test("a prompt, a tool, an answer, a session's file", async () => {
  const it = await bench({ workspace: { files: { "a.txt": "hello" } } });
  const model = fakeModel([
    {
      text: "I look.",
      calls: [call("read_file", { path: "a.txt" }, "c1")],
      usage: { inputTokens: 10, outputTokens: 2 },
    },
    { text: "It says hello.", usage: { inputTokens: 20, outputTokens: 3 } },
  ]);
  const runner = await it.open(model);
  const result = await runner.run("What does a.txt say?");
  expect(result).toEqual({
    end: "completed",
    text: "It says hello.",
    requests: 2,
    usage: { inputTokens: 30, outputTokens: 5 },
  });
  await runner.close();

  const records = it.records(runner.sessionId);
  expect(records[0]).toMatchObject({ type: "session", sessionId: runner.sessionId, cwd: it.root });
  const context = sessionContext(records);
  expect(context.map(({ role }) => role)).toEqual([
    "system",
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(runner.history).toEqual(context);
  expect(model.sent[1]).toBe(JSON.stringify(context.slice(0, 4)));
  expect(it.events.map(({ event }) => event.type)).toEqual([
    "run.started",
    "request.started",
    "text.delta",
    "assistant.message",
    "tool.started",
    "tool.finished",
    "request.started",
    "text.delta",
    "assistant.message",
    "run.finished",
  ]);
  expect(it.events.flatMap(({ id }) => (id === undefined ? [] : [id]))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ]);
});
