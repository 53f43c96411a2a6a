import { decodeSession, sessionContext } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import type { AgentRunnerOptions, ModelChunk } from "../src/index.ts";
import { call, fakeModel } from "./support/fake-model.ts";
import { bench, OFF } from "./support/harness.ts";

/** Reads, writes, asks, delegates, fails once, is compacted, and answers. */
const eventful = () => {
  let failures = 0;
  return fakeModel(({ purpose, answered, messages }) => {
    if (purpose === "summary") return { text: '{"summary":"S","quotes":["Go"]}' };
    if (messages.at(-1)?.role === "user" && failures++ === 1) {
      return async function* (): AsyncGenerator<ModelChunk> {
        yield { type: "text", text: "half" };
      };
    }
    if (purpose === "task") {
      return answered === 0 ? { calls: [call("shell", { command: "ls" })] } : { text: "listed" };
    }
    const reads = [call("read_file", { path: "a" }), call("read_file", { path: "/outside/a" })];
    if (answered === 0) return { text: "First.", calls: reads };
    if (answered === 1) return { calls: [call("write_file", { path: "b", content: "x" })] };
    if (answered === 2) return { calls: [call("task", { prompt: "List." })] };
    return { text: "Done." };
  });
};

const settings: Partial<AgentRunnerOptions> = {
  governance: { ...OFF, mode: "on" },
  contextWindow: 8000,
  compaction: { auto: true, threshold: 0.5, keepTurns: 1 },
  permissions: { write: false, process: false, readOnly: false, directories: [] },
  approve: async () => "once",
};

async function interruptedAt(nth: number): Promise<number> {
  const it = await bench({ workspace: { files: { a: "x".repeat(9000) } } });
  const runner = await it.open(eventful(), settings);
  const controller = new AbortController();
  let seen = 0;
  runner.subscribe(() => {
    seen += 1;
    if (seen === nth) controller.abort();
  });
  const result = await runner.run("Go", { signal: controller.signal });
  expect(["interrupted", "completed"]).toContain(result.end);
  expect(it.events.at(-1)?.event).toMatchObject({ type: "run.finished", end: result.end });
  const total = seen;
  // It goes on in another process, and ends as if nothing had happened.
  await runner.close();
  const again = await it.open(eventful(), { ...settings, sessionId: runner.sessionId });
  expect((await again.resume()).end).toBe("completed");
  const calls = again.history.flatMap((message) =>
    message.role === "assistant" ? (message.calls ?? []).map(({ id }) => id) : [],
  );
  const results = again.history.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
  expect(results).toEqual(calls);
  expect(decodeSession(it.text(runner.sessionId)).problems).toEqual([]);
  expect(sessionContext(it.records(runner.sessionId))).toEqual(again.history);
  await again.close();
  return total;
}

test("interrupted at any event, a run ends in order and can be gone on with", async () => {
  const total = await interruptedAt(Number.POSITIVE_INFINITY);
  expect(total).toBeGreaterThan(40);
  for (let nth = 1; nth <= total; nth += 1) await interruptedAt(nth);
});
