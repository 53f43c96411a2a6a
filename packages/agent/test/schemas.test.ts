import { readFileSync } from "node:fs";
import { sessionRecordSchema } from "@alisio/transcripts/schemas";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { type AgentEvent, type AgentEventEnvelope, ModelError } from "../src/index.ts";
import {
  readBudget,
  readCriteria,
  readGoal,
  readGovernance,
  readPlan,
} from "../src/internal/stored-values.ts";
import {
  agentEventEnvelopeSchema,
  agentEventSchemaV1,
  sessionStateSchemas,
} from "../src/schemas.ts";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

const FIXTURE = new URL("fixtures/events-v1/events.jsonl", import.meta.url);
const lines = readFileSync(FIXTURE, "utf8").trim().split("\n");

test("the fixture holds every event of version 1, and stays readable", () => {
  const types = new Set<string>();
  for (const line of lines) {
    const value: unknown = JSON.parse(line);
    const parsed = agentEventEnvelopeSchema.parse(value);
    expect(parsed).toEqual(value);
    types.add(parsed.event.type);
  }
  const known: Record<AgentEvent["type"], true> = {
    "run.started": true,
    "request.started": true,
    context_governed: true,
    "text.delta": true,
    "assistant.message": true,
    "tool.started": true,
    "tool.output": true,
    "tool.finished": true,
    "approval.requested": true,
    "approval.resolved": true,
    "instructions.attached": true,
    context_reduced: true,
    "context.compacted": true,
    "model.failed": true,
    "skill.loaded": true,
    "task.finished": true,
    "background.exited": true,
    "state.changed": true,
    notice: true,
    "run.finished": true,
  };
  expect([...types].sort()).toEqual(Object.keys(known).sort());
});

test("the schemas are those of the types", () => {
  expectTypeOf<z.infer<typeof agentEventEnvelopeSchema>>().toEqualTypeOf<AgentEventEnvelope>();
  expectTypeOf<z.infer<typeof agentEventSchemaV1>>().toEqualTypeOf<AgentEvent>();
});

test.each([
  ["another version", { schemaVersion: 2 }],
  ["an id from 0", { id: 0 }],
  ["an unknown event", { event: { type: "of tomorrow" } }],
  ["an unknown field", { event: { type: "state.changed", key: "a", value: 1 } }],
  [
    "a preview of two lines",
    { event: { type: "tool.started", callId: "1", tool: "t", effect: "none", preview: "a\nb" } },
  ],
  [
    "a long preview",
    {
      event: {
        type: "tool.started",
        callId: "1",
        tool: "t",
        effect: "none",
        preview: "a".repeat(201),
      },
    },
  ],
])("%s is refused", (_name, change) => {
  const event = { type: "state.changed", key: "a" };
  const good = { schemaVersion: 1, id: 1, at: "2026-01-01T00:00:00.000Z", event };
  expect(agentEventEnvelopeSchema.safeParse(good).success).toBe(true);
  expect(agentEventEnvelopeSchema.safeParse({ ...good, ...change }).success).toBe(false);
});

test("what a runner tells and stores is what the schemas say", async () => {
  const it = await bench({
    onDisk: {
      "sub/AGENTS.md": "Rule.\n",
      "sub/a": "1",
      ".agents/skills/x/SKILL.md": "---\nname: x\ndescription: d\n---\nB\n",
    },
    workspace: { files: { "sub/a": "1".repeat(50_000) } },
  });
  const turns = [
    { error: new ModelError("server_error", "again") },
    {
      calls: [
        call("read_file", { path: "sub/a" }),
        call("shell", { command: "ls" }),
        call("task", { prompt: "p" }),
      ],
      usage: { inputTokens: 1 },
    },
    { text: "task" },
    { text: "cut", finish: "length" as const },
    {
      calls: [
        call("none", {}),
        call("skill_load", { name: "x" }),
        call("write_file", { path: "c", content: "" }),
      ],
    },
    { text: "done" },
  ];
  const model = fakeModel((request) =>
    request.purpose === "summary" ? { text: "S" } : (turns.shift() ?? { text: "ok" }),
  );
  const runner = await it.open(model, {
    governance: { ...OFF, mode: "on" },
    contextWindow: 9000,
    permissions: { write: false, process: true, readOnly: false, directories: [] },
    approve: async () => "once",
  });
  await runner.run("/skill:x go");
  await runner.setGoal({ objective: "o", status: "active" });
  it.workspace.exitBackground({ id: "b1", exitCode: null });
  await runner.run("again");
  await runner.compact();
  for (const envelope of it.events)
    expect(agentEventEnvelopeSchema.safeParse(envelope)).toMatchObject({ success: true });
  const missing = [
    "instructions.attached",
    "context_reduced",
    "context.compacted",
    "task.finished",
    "model.failed",
    "approval.resolved",
    "background.exited",
    "skill.loaded",
  ];
  const told = new Set(it.events.map(({ event }) => event.type as string));
  expect(missing.filter((type) => !told.has(type))).toEqual([]);
  for (const line of it.text(runner.sessionId).trim().split("\n")) {
    const record = sessionRecordSchema.parse(JSON.parse(line));
    if (record.type === "event")
      expect(agentEventSchemaV1.safeParse(record.event).success).toBe(true);
    if (record.type === "state" && record.key in sessionStateSchemas) {
      expect(
        sessionStateSchemas[record.key as keyof typeof sessionStateSchemas].safeParse(record.value)
          .success,
      ).toBe(true);
    }
  }
});

test("stored values are read as their schemas say", () => {
  const readers = {
    goal: readGoal,
    plan: readPlan,
    criteria: readCriteria,
    governance: readGovernance,
    contextBudget: readBudget,
  };
  const good = {
    goal: { objective: "o", status: "active" },
    plan: { title: "t", revision: 1, hash: "1a2b3c4d", status: "approved", text: "x" },
    criteria: [{ text: "t", required: true, applicable: false }],
    governance: { ...OFF, policyVersion: 1 },
    contextBudget: { window: 1000, compactAt: null },
  };
  let accepted = 0;
  for (const [key, value] of Object.entries(good) as [keyof typeof good, object][]) {
    const schema = sessionStateSchemas[key];
    const agree = (candidate: unknown): void => {
      const isRead = readers[key](candidate) !== undefined;
      expect(isRead).toBe(schema.safeParse(candidate).success);
      if (isRead) accepted += 1;
    };
    agree(value);
    const fields = Array.isArray(value) ? Object.keys(value[0] as object) : Object.keys(value);
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.oneof(
          fc.jsonValue(),
          fc.integer(),
          fc.constantFrom("on", "1a2b3c4d", 1, 20, 1000, null),
        ),
        (field, other) => {
          agree(
            Array.isArray(value)
              ? [{ ...(value[0] as object), [field]: other }]
              : { ...value, [field]: other },
          );
        },
      ),
    );
    fc.assert(fc.property(fc.jsonValue(), agree));
  }
  expect(accepted).toBeGreaterThan(50);
});
