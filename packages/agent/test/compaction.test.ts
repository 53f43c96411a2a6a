import { sessionContext } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../src/index.ts";
import { answering, append, compacted, on, summary } from "./support/compaction.ts";
import { call } from "./support/fake-model.ts";
import { bench } from "./support/harness.ts";

test("older messages become a checkpoint, the last turns and the system message stay", async () => {
  const { it, model, runner, result } = await compacted();
  expect(result).toMatchObject({ compacted: true });
  expect(
    runner.history.map((message) => [message.role, "kind" in message ? message.kind : undefined]),
  ).toEqual([
    ["system", undefined],
    ["user", "checkpoint"],
    ["user", undefined],
    ["assistant", undefined],
  ]);
  expect((runner.history[1] as { text: string }).text).toContain("We work on it.");
  expect(sessionContext(it.records(runner.sessionId))).toEqual(runner.history);
  expect(it.of("context.compacted")).toMatchObject([
    { trigger: "manual", messages: 2, quotesAdded: 1, quotesRefused: {} },
  ]);
  // The summariser had the whole history, as it is, and a question after it.
  const request = model.requests.at(-1) as ModelRequest;
  expect(request.purpose).toBe("summary");
  expect(request.messages.slice(0, -1).map(({ role }) => role)).toEqual([
    "system",
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
  expect(runner.context()).toMatchObject({ compactions: 1, messages: 4 });
});

test.each([
  ["a model that fails", { error: new ModelError("bad_request", "no") }],
  ["an empty answer", { text: " " }],
  ["an empty summary", { text: '{"summary":""}' }],
  ["a summary that was cut", { text: '{"summary":"We', finish: "length" as const }],
])("%s leaves everything as it was", async (_name, answer) => {
  const it = await bench();
  const runner = await it.open(answering(answer), { governance: on });
  await runner.run("one");
  await runner.run("two");
  const { history } = runner;
  expect(await runner.compact()).toMatchObject({ compacted: false });
  expect(runner.history).toEqual(history);
  expect(it.of("context.compacted")).toEqual([]);
  expect(it.text(runner.sessionId)).not.toContain('"compaction"');
});

test.each([
  ["a fence", '```json\n{"summary":"S","quotes":[]}\n```', "S"],
  ["words around it", 'Here: {"summary":"S"} Done.', "S"],
  ["plain text", "We did this {and} that.", "We did this {and} that."],
])("a summary with %s is read", async (_name, text, expected) => {
  const it = await bench();
  const runner = await it.open(answering({ text }));
  await runner.run("one");
  await runner.run("two");
  await runner.compact();
  expect((runner.history[1] as { text: string }).text).toContain(`\n\n${expected}`);
});

test("nothing is compacted when nothing is older than the turns that stay", async () => {
  const it = await bench();
  const model = answering({ text: summary() });
  const runner = await it.open(model);
  await runner.run("one");
  expect(await runner.compact()).toMatchObject({
    compacted: false,
    problem: { code: "nothing_to_compact" },
  });
  expect(model.requests).toHaveLength(1);
});

test("a focus is passed on", async () => {
  const { model, runner } = await compacted();
  await runner.run("more");
  await runner.compact({ focus: "the importer" });
  expect(model.requests.at(-1)?.messages.at(-1)).toMatchObject({
    text: expect.stringContaining("Keep in particular: the importer"),
  });
});

test("nested instructions are attached again after a compaction", async () => {
  const it = await bench({
    onDisk: { "sub/AGENTS.md": "Nested rule.\n", "sub/a": "1" },
    workspace: { files: { "sub/a": "1" } },
  });
  let reads = 0;
  const model = answering({ text: summary() }, (request) =>
    request.messages.at(-1)?.role === "user" && reads++ < 3
      ? { calls: [call("read_file", { path: "sub/a" })] }
      : { text: "ok" },
  );
  const runner = await it.open(model);
  await runner.run("read");
  await runner.run("read");
  await runner.compact();
  await runner.run("read");
  expect(it.of("instructions.attached")).toHaveLength(2);
});

test("after a kill a conversation is made whole before it is compacted", async () => {
  const it = await bench();
  const model = answering({ text: summary() });
  const first = await it.open(model);
  await first.run("one");
  await first.run("two");
  await first.close();
  append(it, first.sessionId, {
    type: "message",
    message: { role: "assistant", text: "", calls: [{ id: "x", name: "shell", args: {} }] },
  });
  const second = await it.open(model, { sessionId: first.sessionId });
  expect(await second.compact()).toMatchObject({ compacted: true });
  expect(second.history.at(-1)).toMatchObject({ role: "tool", callId: "x", isError: true });
});
