import { expect, test } from "vitest";
import { createSessionReader } from "../src/sessions.ts";
import { call } from "./support/fake-model.ts";
import { fakeTool, json } from "./support/fake-workspace.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

const canary = (place: string): string => `CANARY-${place}-7f3a`;
/** Longer than any preview before the secret comes. */
const deep = (place: string): string => `${"x".repeat(300)}${canary(place)}`;

test("secrets of the environment, of files and of arguments are in no event and in no report", async () => {
  const it = await bench({
    onDisk: {
      "AGENTS.md": `${canary("instructions")}\n`,
      "sub/AGENTS.md": `${canary("nested")}\n`,
      "sub/a": "1",
    },
    workspace: {
      files: { "sub/a": `short ${canary("file")}\n${deep("file")}` },
      more: [
        fakeTool("leak", "process", async () =>
          json({ stdout: canary("output"), stderr: "", exitCode: 0, truncated: false }),
        ),
        fakeTool("fail", "read", async () => ({ text: deep("error"), isError: true })),
        fakeTool("crash", "read", async () => {
          throw new Error(deep("crash"));
        }),
      ],
    },
  });
  const model = fakeModel((request) => {
    if (request.purpose === "summary")
      return { text: JSON.stringify({ summary: canary("summary"), quotes: [canary("prompt")] }) };
    return (
      [
        {
          calls: [
            call("read_file", { path: "sub/a" }),
            call("write_file", { path: "b", content: canary("content") }),
            call("shell", { command: `echo ${deep("command")}` }),
            call("leak", { note: canary("argument") }),
            call("fail", {}),
            call("crash", {}),
            call("unknown", { token: canary("unknown") }),
            call("task", { prompt: canary("task") }),
          ],
        },
        { text: "seen" },
      ][request.answered] ?? { text: "ok" }
    );
  });
  const runner = await it.open(model, {
    governance: { ...OFF, mode: "on" },
    environment: { TOKEN: canary("environment") },
  });
  await runner.setGoal({ objective: canary("goal"), status: "active" });
  await runner.run(`Use ${canary("prompt")} now.`);
  await runner.run("Again.");
  await runner.compact();
  await runner.run("Again.");
  // Not vacuous: they are where they belong.
  expect(it.text(runner.sessionId)).toContain(canary("file"));
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(canary("goal"));

  const durable = it.events.filter(({ event }) => event.type !== "tool.output");
  expect(JSON.stringify(durable)).not.toContain("CANARY");
  const madeAt = "2026-01-01T00:00:00Z";
  const reader = createSessionReader({ sessionsDirectory: it.sessions });
  for (const report of [
    runner.report({ madeAt }),
    runner.report({ madeAt, mode: "shadow" }),
    await reader.report(runner.sessionId, { madeAt }),
  ]) {
    expect(report).toMatchObject({ mode: expect.stringMatching(/on|shadow/) });
    expect(JSON.stringify(report)).not.toContain("CANARY");
  }
  expect(JSON.stringify([runner.governance, runner.context()])).not.toContain("CANARY");
  // The key of an environment never gets into the file at all.
  expect(it.text(runner.sessionId)).not.toContain(canary("environment"));
});

test("a model's own words about a problem are cut to a line", async () => {
  const { ModelError } = await import("../src/index.ts");
  const it = await bench();
  const runner = await it.open(
    fakeModel([{ error: new ModelError("bad_request", `a\nb\u001b[31m${"x".repeat(2000)}`) }]),
  );
  const { problem } = await runner.run("go");
  expect(problem?.message.length).toBe(500);
  expect(problem?.message.startsWith("a b [31mxxx")).toBe(true);
});
