import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectHistory } from "@alisio/governor";
import { describe, expect, test } from "vitest";
import { type AgentEvent, type AgentRunner, createAgentRunner } from "../../src/index.ts";
import { createModelClient } from "../../src/providers.ts";
import type { FakeModel } from "../support/fake-model.ts";
import { type Bench, bench, OFF } from "../support/harness.ts";
import { type FakeReply, type FakeServer, fakeServer, inBytes } from "./fake-server.ts";
import { type WireAnswer, type WireFormat, written } from "./wire-formats.ts";

const FORMATS: readonly WireFormat[] = ["openai-compatible", "anthropic"];
const LONG = "const value = 1; // a line that is long enough to be worth a stub\n".repeat(8);

const read = (id: string, path: string) => ({
  id,
  name: "read_file",
  json: JSON.stringify({ path }),
});

/** Reads twice what is replaced in between, so that the first read is redundant; then two more turns. */
const STORY: readonly WireAnswer[] = [
  { text: ["I read ", "both."], calls: [read("r1", "a.ts"), read("r2", "b.ts")] },
  {
    reasoning: "The file has to change.",
    calls: [
      { id: "w1", name: "write_file", json: JSON.stringify({ path: "c.ts", content: LONG }) },
    ],
  },
  { calls: [read("r3", "c.ts")] },
  { calls: [{ id: "e1", name: "edit_file", json: '{"path":"a.ts","oldText":"x"' }] },
  { calls: [{ id: "n1", name: "no_such_tool", json: "{}" }] },
  { calls: [read("r4", "a.ts")] },
  { text: ["Done."] },
];

interface Wired {
  readonly bench: Bench;
  readonly server: FakeServer;
  readonly runner: AgentRunner;
  readonly events: AgentEvent[];
}

async function wire(
  format: WireFormat,
  replies: Parameters<typeof fakeServer>[0],
  mode: "off" | "shadow" | "on" = "off",
): Promise<Wired> {
  const server = await fakeServer(replies);
  const made = await bench({ onDisk: { "a.ts": LONG, "b.ts": "export {};\n" } });
  const model = createModelClient({ type: format, baseURL: server.url, apiKey: "k", model: "m" });
  const runner = await createAgentRunner({
    ...made.options(model as FakeModel),
    governance: { ...OFF, mode },
  });
  const events: AgentEvent[] = [];
  runner.subscribe(({ event }) => events.push(event));
  return { bench: made, server, runner, events };
}

const types = (events: readonly AgentEvent[], type: AgentEvent["type"]) =>
  events.filter((event) => event.type === type);

describe.each(FORMATS)("%s", (format) => {
  /** Answers by how many answers the request holds; the file changes on disk before the last read. */
  const play =
    (root: () => string, size = 11) =>
    (body: string): FakeReply => {
      const { messages } = JSON.parse(body) as { messages: readonly { role: string }[] };
      const answered = messages.filter(({ role }) => role === "assistant").length;
      if (answered === 5) writeFileSync(join(root(), "a.ts"), `${LONG}changed\n`);
      return { pieces: inBytes(written(format, STORY[answered] ?? {}), size) };
    };

  async function playIn(mode: "off" | "shadow" | "on") {
    let root = "";
    const wired = await wire(
      format,
      play(() => root),
      mode,
    );
    root = wired.bench.root;
    const result = await wired.runner.run("Look at a.ts");
    expect(result).toMatchObject({ end: "completed", text: "Done.", requests: STORY.length });
    return wired;
  }

  test("a conversation over the wire: parallel calls, streamed arguments, a call that can't be read", async () => {
    const { runner, events, server } = await playIn("off");
    const results = runner.history.filter((message) => message.role === "tool");
    expect(results.map(({ callId }) => callId)).toEqual(["r1", "r2", "w1", "r3", "e1", "n1", "r4"]);
    expect(results.map(({ isError }) => isError === true)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(server.bodies).toHaveLength(STORY.length);
    const text = types(events, "text.delta").map((event) => "text" in event && event.text);
    expect(text.join("")).toBe("I read both.Done.");
    expect(types(events, "context_governed")).toEqual([]);
    await runner.close();
  });

  test("reasoning goes back with its answer also where ids of calls come again after a compaction", async () => {
    const counted = read("functions.read_file:0", "a.ts");
    const { runner, server } = await wire(format, (_body, n) => {
      const answers: readonly WireAnswer[] = [
        { text: ["One."], calls: [counted] },
        { text: ["Read."] },
        { text: ["Nothing else."] },
        { text: ['{"summary":"It was read."}'] },
        { reasoning: "Once more.", text: ["Two."], calls: [counted] },
        { text: ["Done."] },
      ];
      return { pieces: [written(format, answers[n] ?? {})] };
    });
    await runner.run("Read a.ts");
    await runner.run("What else?");
    await runner.compact();
    await runner.run("Read a.ts again");
    await runner.close();
    expect(server.bodies).toHaveLength(6);
    expect(server.bodies[5]).toContain("functions.read_file:0-2");
    expect(server.bodies[5]).toContain("Once more.");
  });

  test("shadow sends the exact bytes of off; on sends the projection and stores the history", async () => {
    const off = await playIn("off");
    const shadow = await playIn("shadow");
    expect(shadow.server.bodies).toEqual(off.server.bodies);
    expect(types(shadow.events, "context_governed")).toHaveLength(STORY.length);

    const on = await playIn("on");
    const governed = types(on.events, "context_governed");
    expect(governed).toHaveLength(STORY.length);
    expect(governed.at(-1)).toMatchObject({ elided: 1, elidedByReason: { superseded_read: 1 } });
    expect(on.server.bodies.at(-1)).not.toBe(off.server.bodies.at(-1));

    // Every request is what its projection alone gives, byte by byte.
    const { history } = on.runner;
    const lengths = history.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
    const direct = await fakeServer([{ pieces: [written(format, { text: ["x"] })] }]);
    const client = createModelClient({ type: format, baseURL: direct.url, model: "m" });
    for (const [n, length] of lengths.entries()) {
      const { messages } = projectHistory(history.slice(0, length), {
        mode: "on",
        minAgeTurns: OFF.minAgeTurns,
        epochMessages: OFF.epochMessages,
      });
      const sent = on.server.bodies[n] ?? "";
      const tools = toolsOf(format, sent);
      const request = {
        purpose: "turn",
        answered: 0,
        messages,
        tools,
        maxOutputTokens: null,
      } as const;
      const options = { signal: new AbortController().signal };
      for await (const _ of client.stream(request, options)) void _;
      expect(direct.bodies[n]).toBe(sent);
    }
    for (const { bench, runner } of [off, shadow, on]) {
      const stored = bench.text(runner.sessionId);
      expect(stored).not.toContain("[elided:");
      expect(stored.split(JSON.stringify(LONG).slice(1, 40)).length).toBeGreaterThan(2);
      await runner.close();
    }
    expect(on.runner.history).toEqual(off.runner.history);
  });

  test("429 and 500 are told and tried again; nothing is stored twice", async () => {
    const {
      runner,
      events,
      bench: made,
      server,
    } = await wire(format, [
      { status: 429, headers: { "retry-after": "3" }, pieces: ["{}"] },
      { status: 500, pieces: ["{}"] },
      { pieces: [written(format, { text: ["Well."] })] },
    ]);
    expect(await runner.run("Hello")).toMatchObject({ end: "completed", text: "Well." });
    const failed = types(events, "model.failed");
    expect(failed).toMatchObject([
      { problem: { code: "rate_limited" }, attempt: 1, retryInMs: 3000 },
      { problem: { code: "server_error" }, attempt: 2 },
    ]);
    expect(new Set(server.bodies).size).toBe(1);
    expect(types(events, "assistant.message")).toHaveLength(1);
    expect(made.text(runner.sessionId).split("Well.")).toHaveLength(3);
    await runner.close();
  });

  test("a truncated answer is gone on with, and the recovery request has an event of its own", async () => {
    const { runner, events, server } = await wire(
      format,
      [
        { pieces: [written(format, { text: ["The first half"], finish: "length" })] },
        { pieces: [written(format, { text: [" and the second."] })] },
      ],
      "shadow",
    );
    expect(await runner.run("Hello")).toMatchObject({ end: "completed", requests: 2 });
    expect(
      types(events, "context_governed").map((event) => "request" in event && event.request),
    ).toEqual([1, 2]);
    expect(server.bodies[1]).toContain("The first half");
    expect(types(events, "assistant.message")).toMatchObject([
      { text: "The first half", finishReason: "length" },
      { text: " and the second.", finishReason: "stop" },
    ]);
    await runner.close();
  });

  test("a cut connection and a malformed stream: told, tried again, no call of theirs run", async () => {
    const whole = written(format, {
      text: ["I write. "],
      calls: [{ id: "w", name: "write_file", json: '{"path":"new.ts","content":"x"}' }],
    });
    const cut = whole.slice(0, whole.lastIndexOf("finish_reason") + 1 || whole.length - 150);
    const { runner, events } = await wire(format, [
      { pieces: [cut], ending: "cut" },
      { pieces: [cut.slice(0, cut.length / 2), "\n\ndata: {nonsense\n\n"] },
      { pieces: [written(format, { text: ["I don't."] })] },
    ]);
    expect(await runner.run("Hello")).toMatchObject({ end: "completed", text: "I don't." });
    expect(types(events, "model.failed")).toHaveLength(2);
    expect(types(events, "tool.started")).toEqual([]);
    expect(runner.history.filter(({ role }) => role === "assistant")).toHaveLength(1);
    await runner.close();
  });

  test("a provider that stays down ends the run with a clear problem; the session goes on later", async () => {
    let isDown = true;
    const { runner, events } = await wire(format, () =>
      isDown
        ? { status: 503, pieces: ["down"] }
        : { pieces: [written(format, { text: ["Back."] })] },
    );
    const failed = await runner.run("Hello");
    expect(failed).toMatchObject({ end: "failed", problem: { code: "server_error" } });
    expect(types(events, "run.finished")).toHaveLength(1);
    isDown = false;
    expect(await runner.resume()).toMatchObject({ end: "completed", text: "Back." });
    const users = runner.history.filter(({ role }) => role === "user");
    expect(users).toHaveLength(1);
    await runner.close();
  });
});

/** The tools of a request, as the runner had them. */
function toolsOf(format: WireFormat, body: string) {
  const { tools } = JSON.parse(body) as { tools: readonly Record<string, unknown>[] };
  return tools.map((tool) => {
    const { name, description, parameters, input_schema } = (
      format === "anthropic" ? tool : tool["function"]
    ) as Record<string, unknown>;
    return {
      name: String(name),
      description: String(description),
      parameters: (parameters ?? input_schema) as Record<string, unknown>,
    };
  });
}
