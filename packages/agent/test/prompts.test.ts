import { expect, test } from "vitest";
import type { ModelRequest } from "../src/index.ts";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

const onDisk = {
  ".agents/skills/deploy/SKILL.md":
    "---\nname: deploy\ndescription: Deploys the program.\n---\nNever deploy on Fridays.\n",
};

test("the catalog stands in the system message, a body comes with skill_load", async () => {
  const it = await bench({ onDisk });
  const runner = await it.open(
    fakeModel([
      {
        calls: [
          call("skill_load", { name: "deploy" }),
          call("skill_search", { query: "deploy" }),
          call("skill_load", "deploy"),
        ],
      },
    ]),
  );
  await runner.run("go");
  const [system] = runner.history as unknown as [{ text: string }];
  expect(system.text).toContain("Deploys the program.");
  expect(system.text).not.toContain("Fridays");
  const results = runner.history.filter(({ role }) => role === "tool") as unknown as {
    content: string;
    isError?: boolean;
  }[];
  expect(results[0]?.content).toBe("Never deploy on Fridays.\n");
  expect(results[1]?.content).toContain("deploy");
  expect(results[2]?.isError).toBe(true);
  expect(it.of("skill.loaded")).toEqual([{ type: "skill.loaded", name: "deploy", bytes: 25 }]);
});

test("/skill:name puts the body after the user's own words, and not among them", async () => {
  const it = await bench({ onDisk });
  const runner = await it.open(fakeModel([]));
  expect((await runner.run("/skill:deploy to production")).end).toBe("completed");
  const users = it
    .records(runner.sessionId)
    .flatMap((record) =>
      record.type === "message" && record.message.role === "user" ? [record] : [],
    );
  expect(users.map(({ injected }) => injected)).toEqual([undefined, true]);
  expect(users[0]?.message).toEqual({ role: "user", text: "/skill:deploy to production" });
  expect((users[1] as unknown as { message: { text: string } }).message.text).toContain(
    "Never deploy on Fridays.",
  );
  expect(runner.skills.active().map(({ name }) => name)).toEqual(["deploy"]);
});

test("a skill that isn't there is told, and nothing is sent", async () => {
  const it = await bench({ onDisk });
  const model = fakeModel([]);
  const runner = await it.open(model);
  expect(await runner.run("/skill:nothing")).toMatchObject({
    end: "failed",
    problem: { code: "unknown_skill" },
  });
  expect(model.requests).toEqual([]);
  expect(it.events.map(({ event }) => event.type)).toEqual(["run.started", "run.finished"]);
});

test.each(["/init", "/init keep it short", " /init"])(
  "%j asks to read before it writes",
  async (prompt) => {
    const it = await bench();
    const model = fakeModel([]);
    const runner = await it.open(model);
    await runner.run(prompt);
    const [, user, injected] = (model.requests[0] as ModelRequest).messages as unknown as {
      text: string;
    }[];
    expect(user?.text).toBe(prompt);
    expect(injected?.text).toContain("read it if it does");
    expect(injected?.text).toContain("Never write it anew");
  },
);

test.each(["/initialise", "tell me about /init", "/skills"])(
  "%j is a prompt like any other",
  async (prompt) => {
    const it = await bench();
    const model = fakeModel([]);
    await (await it.open(model)).run(prompt);
    expect(model.requests[0]?.messages).toHaveLength(2);
  },
);

test("a subagent works with a history of its own, in the same file, governed the same way", async () => {
  const it = await bench({ workspace: { files: { a: "1" } } });
  const model = fakeModel([
    { text: "I delegate.", calls: [call("task", { prompt: "Read a." }, "t1")] },
    {
      text: "reading",
      calls: [call("read_file", { path: "a" }, "s1"), call("task", { prompt: "deeper" }, "s2")],
    },
    { text: "It is 1." },
    { text: "The subagent says 1." },
  ]);
  const runner = await it.open(model, {
    governance: { mode: "shadow", minAgeTurns: 1, epochMessages: 0, maxInvariantCharacters: 4000 },
  });
  expect(await runner.run("go")).toMatchObject({
    end: "completed",
    requests: 2,
    text: "The subagent says 1.",
  });
  expect(model.requests.map(({ purpose, answered }) => [purpose, answered])).toEqual([
    ["turn", 0],
    ["task", 0],
    ["task", 1],
    ["turn", 1],
  ]);
  const result = runner.history.find((message) => message.role === "tool") as unknown as {
    content: string;
  };
  expect(JSON.parse(result.content)).toEqual({ end: "completed", answer: "It is 1." });
  const records = it.records(runner.sessionId);
  const { run } = records.find(({ type }) => type === "run") as { run: string };
  expect(records.find(({ type }) => type === "run")).toMatchObject({ callId: "t1" });
  // Its tools hold no further subagents, and it doesn't see the conversation.
  expect(model.requests[1]?.tools.map(({ name }) => name)).not.toContain("task");
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  const governed = it.events.filter(({ event }) => event.type === "context_governed");
  expect(
    governed.map((envelope) => [envelope.run, (envelope.event as { request: number }).request]),
  ).toEqual([
    [undefined, 1],
    [run, 1],
    [run, 2],
    [undefined, 2],
  ]);
  expect(it.of("task.finished")).toEqual([
    { type: "task.finished", callId: "t1", end: "completed" },
  ]);
  expect(it.of("run.started").map(({ input }) => input)).toEqual(["prompt", "task"]);
});

test("a subagent that fails is a failed call, and one that is interrupted an interrupted one", async () => {
  const { ModelError } = await import("../src/index.ts");
  const it = await bench();
  const controller = new AbortController();
  const task = () => ({ calls: [call("task", { prompt: "x" })] });
  const runner = await it.open(
    fakeModel([
      task(),
      { error: new ModelError("bad_request", "no") },
      task(),
      async function* () {
        yield { type: "text", text: "..." };
        controller.abort();
        await new Promise(() => {});
      },
    ]),
  );
  expect((await runner.run("go", { signal: controller.signal })).end).toBe("interrupted");
  const results = runner.history.filter(({ role }) => role === "tool") as unknown as {
    content: string;
    isError: boolean;
  }[];
  expect(results.map(({ isError }) => isError)).toEqual([true, true]);
  expect(JSON.parse(results[0]?.content as string)).toMatchObject({ end: "failed", problem: "no" });
  expect(results[1]?.content).toMatch(/^interrupted/);
  expect(it.of("task.finished").map(({ end }) => end)).toEqual(["failed", "interrupted"]);
});
