import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeSession, encodeSessionRecord } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import { call, fakeModel } from "./support/fake-model.ts";
import { bench } from "./support/harness.ts";

/** A main run that gives work to a subagent, which reads, writes and answers. */
const delegating = () =>
  fakeModel(({ purpose, answered }) => {
    if (purpose !== "task") {
      return answered === 0
        ? { text: "I delegate.", calls: [call("task", { prompt: "Copy a to b." }, "t1")] }
        : { text: "Over." };
    }
    if (answered === 0)
      return { text: "Reading.", calls: [call("read_file", { path: "a" }, "s1")] };
    if (answered === 1) {
      return { text: "", calls: [call("write_file", { path: "b", content: "1" }, "s2")] };
    }
    return { text: "Copied." };
  });

const setup = () => bench({ workspace: { files: { a: "1" } } });

test("killed after any record of a subagent, its call gets what it did, and nothing runs again", async () => {
  const first = await setup();
  const runner = await first.open(delegating());
  await runner.run("go");
  await runner.close();
  const records = first.records(runner.sessionId);
  const began = records.findIndex(({ type }) => type === "run");
  const ended = records.findIndex(
    (record) =>
      record.type === "message" && record.message.role === "tool" && record.message.callId === "t1",
  );
  expect(ended - began).toBeGreaterThan(12);
  const seen = new Set<string>();
  for (let length = began + 1; length <= ended; length += 1) {
    const it = await setup();
    const stored = records.slice(0, length).map(encodeSessionRecord).join("");
    mkdirSync(it.sessions, { recursive: true });
    writeFileSync(join(it.sessions, "s.jsonl"), stored);
    const again = await it.open(delegating(), { sessionId: "s" });
    expect(await again.resume()).toMatchObject({ end: "completed", text: "Over." });
    await again.close();

    expect(it.workspace.ran).toEqual([]);
    // Whatever the subagent's records were, they are where they were.
    expect(it.text("s").startsWith(stored)).toBe(true);
    expect(decodeSession(it.text("s")).problems).toEqual([]);
    const results = again.history.flatMap((message) => (message.role === "tool" ? [message] : []));
    expect(results.map(({ callId }) => callId)).toEqual(["t1"]);
    const { end, answer, problem, calls } = JSON.parse(String(results[0]?.content));
    expect(results[0]?.isError).toBe(end === "completed" ? undefined : true);
    const told = calls?.map((each: { tool: string; about: string; result: string }) =>
      [each.tool, each.about, each.result].join(" "),
    );
    seen.add(JSON.stringify([end, answer, told]));
    if (end !== "completed") expect(problem).toContain("a new task is needed");
    expect(it.of("task.finished")).toEqual([{ type: "task.finished", callId: "t1", end }]);
  }
  expect([...seen].map((each) => JSON.parse(each))).toEqual([
    ["interrupted", "", []],
    ["interrupted", "Reading.", ["read_file a uncertain"]],
    ["interrupted", "Reading.", ["read_file a done"]],
    ["interrupted", "", ["read_file a done", "write_file b uncertain"]],
    ["interrupted", "", ["read_file a done", "write_file b done"]],
    // Its answer is there, and not yet that it was the last.
    ["interrupted", "Copied.", ["read_file a done", "write_file b done"]],
    ["completed", "Copied.", null],
  ]);
});

test("a new prompt answers the lost call as well, and so does a compaction", async () => {
  const first = await setup();
  const runner = await first.open(delegating());
  await runner.run("go");
  await runner.close();
  const records = first.records(runner.sessionId);
  const began = records.findIndex(({ type }) => type === "run");
  const it = await setup();
  mkdirSync(it.sessions, { recursive: true });
  const stored = records
    .slice(0, began + 2)
    .map(encodeSessionRecord)
    .join("");
  writeFileSync(join(it.sessions, "s.jsonl"), stored);
  const again = await it.open(delegating(), { sessionId: "s" });
  expect((await again.run("Something else.")).end).toBe("completed");
  const roles = again.history.map(({ role }) => role);
  expect(roles.slice(-3)).toEqual(["tool", "user", "assistant"]);
});

test("a subagent that fails says what it did until then", async () => {
  const { ModelError } = await import("../src/index.ts");
  const it = await setup();
  const read = Array.from({ length: 45 }, () => call("read_file", { path: "a" }));
  const runner = await it.open(
    fakeModel([
      { calls: [call("task", { prompt: "x" })] },
      { calls: [...read, call("nothing", "no object")] },
      { error: new ModelError("bad_request", "no") },
    ]),
  );
  await runner.run("go");
  const result = runner.history.find(({ role }) => role === "tool") as { content?: string };
  const { end, problem, calls, earlierCalls } = JSON.parse(String(result.content));
  expect([end, problem, calls.length, earlierCalls]).toEqual(["failed", "no", 40, 6]);
  expect(calls[0]).toEqual({ tool: "read_file", about: "a", result: "done" });
  expect(calls.at(-1)).toEqual({ tool: "nothing", result: "failed" });
});
