import { projectHistory } from "@alisio/governor";
import type { Message, ToolCall } from "@alisio/governor/message";
import {
  decodeSession,
  type SessionRecord,
  sessionContext,
} from "@alisio/transcripts/alisio-session";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../src/index.ts";
import { planByTokens, planByTurns } from "../src/internal/compaction-plan.ts";
import { Conversation, type ConversationRecord, tokensOf } from "../src/internal/conversation.ts";
import { oneLine } from "../src/internal/one-line.ts";
import { type FakeAnswer, fakeModel } from "./support/fake-model.ts";
import { bench, OFF } from "./support/harness.ts";

const numRuns = Number(process.env["ALISIO_FC_RUNS"] ?? 100);

/** One answer of the model, and what befalls it. */
const answer = fc.record({
  text: fc.string({ maxLength: 20 }),
  calls: fc.array(
    fc.record({
      id: fc.constantFrom("a", "b", "c", ""),
      name: fc.constantFrom("read_file", "write_file", "shell", "unknown"),
      args: fc.oneof(
        fc.record({
          path: fc.constantFrom("x", "y"),
          content: fc.constantFrom("1".repeat(300), "2".repeat(300)),
          command: fc.constant("ls"),
        }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    }),
    { maxLength: 4 },
  ),
  befalls: fc.constantFrom(
    "nothing",
    "nothing",
    "nothing",
    "cut",
    "dropped",
    "refused",
    "aborted",
    "overflow",
  ),
});

interface Step {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly befalls: string;
}

function play(step: Step | undefined, abort: () => void): FakeAnswer {
  if (!step) return { text: "done" };
  const { text, calls, befalls } = step;
  if (befalls === "aborted") abort();
  const code = { dropped: "dropped", refused: "bad_request", overflow: "context_overflow" }[
    befalls
  ] as "dropped" | undefined;
  return {
    text,
    calls,
    ...(befalls === "cut" && { finish: "length" }),
    ...(code && { error: new ModelError(code, "x") }),
  };
}

test("whatever a model does: calls are answered in order, the file is the history, requests are its projection", async () => {
  let seenElisions = 0;
  let seenInterruptions = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { maxLength: 12 }),
      fc.constantFrom("off", "shadow", "on"),
      async (steps, mode) => {
        const it = await bench({ workspace: { files: { x: "0".repeat(300) } } });
        const governance = { ...OFF, mode } as const;
        let controller = new AbortController();
        const left: Step[] = [...(steps as Step[])];
        const checked: [ModelRequest, string][] = [];
        const model = fakeModel((request) => {
          checked.push([request, JSON.stringify(runner.history)]);
          return play(left.shift(), () => controller.abort());
        });
        let runner = await it.open(model, { governance });
        let result = await runner.run("go", { signal: controller.signal });
        // Each end that isn't the last is gone on with by another process.
        for (let n = 0; result.end !== "completed" && n < 20; n += 1) {
          if (result.end === "interrupted") seenInterruptions += 1;
          await runner.close();
          controller = new AbortController();
          runner = await it.open(model, { governance, sessionId: runner.sessionId });
          result = await runner.resume({ signal: controller.signal });
        }
        expect(result.end).toBe("completed");
        const { history } = runner;
        expectPaired(history);
        const { records, problems } = decodeSession(it.text(runner.sessionId));
        expect(problems).toEqual([]);
        expect(sessionContext(records)).toEqual(history);
        for (const [request, whole] of checked) {
          const before = JSON.parse(whole) as Message[];
          expectPaired(before);
          const projected = projectHistory(before, { mode, minAgeTurns: 1, epochMessages: 0 });
          seenElisions += projected.elisions.length;
          expect(request.messages).toEqual(projected.messages);
        }
        const ids = records.flatMap((record) => (record.type === "event" ? [record.id] : []));
        expect(ids).toEqual(ids.map((_, at) => at + 1));
        await runner.close();
      },
    ),
    { numRuns: Math.min(numRuns, 300) },
  );
  expect(seenElisions).toBeGreaterThan(0);
  expect(seenInterruptions).toBeGreaterThan(0);
}, 120_000);

function expectPaired(history: readonly Message[]): void {
  const calls = history.flatMap((m) =>
    m.role === "assistant" ? (m.calls ?? []).map(({ id }) => id) : [],
  );
  const results = history.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
  expect(results).toEqual(calls);
  expect(new Set(calls).size).toBe(calls.length);
  // Results stand before any user text.
  let open = 0;
  for (const message of history) {
    if (message.role === "assistant") open = message.calls?.length ?? 0;
    else if (message.role === "tool") open -= 1;
    else expect(open).toBe(0);
  }
}

const at = "2026-01-01T00:00:00Z";
const message = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text: fc.string() }),
  fc.record({ role: fc.constant("system" as const), text: fc.string() }),
  fc.record({
    role: fc.constant("assistant" as const),
    text: fc.string(),
    calls: fc.array(
      fc.record({
        id: fc.constantFrom("1", "2", "3"),
        name: fc.constant("t"),
        args: fc.jsonValue(),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    role: fc.constant("tool" as const),
    callId: fc.constantFrom("1", "2", "3"),
    content: fc.string(),
  }),
);
const record = fc.oneof(
  {
    weight: 6,
    arbitrary: message.map((value) => ({
      type: "message" as const,
      at,
      message: value as Message,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.nat(5).map((step) => ({
      type: "compaction" as const,
      at,
      trigger: "auto" as const,
      step,
      firstKept: 0,
      checkpoint: "C",
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("1", "2", "3")
      .map((callId) => ({ type: "reduction" as const, at, callId, content: "cut" })),
  },
);

test("a conversation made record by record is what the format says the file means", () => {
  let compactions = 0;
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (given) => {
      const conversation = new Conversation();
      const records: ConversationRecord[] = [];
      let last = 0;
      for (const one of given) {
        const next =
          one.type === "compaction"
            ? { ...one, firstKept: Math.min(conversation.records, last + one.step) }
            : one;
        if (next.type === "compaction") {
          compactions += 1;
          last = next.firstKept;
        }
        records.push(next);
        conversation.apply(next);
      }
      expect(conversation.history).toEqual(sessionContext(records as SessionRecord[]));
      expect(conversation.tokens).toBe(
        conversation.history.reduce((sum, m) => sum + tokensOf(m), 0),
      );
      expect(conversation.entries.length).toBe(conversation.history.length);
    }),
    { numRuns },
  );
  expect(compactions).toBeGreaterThan(0);
});

/** A history as runs make them: prompts, and answers with all their results. */
const turns = fc.array(
  fc.array(fc.record({ calls: fc.nat(3), characters: fc.nat(2000) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 6 },
);

function conversationOf(
  shape: readonly (readonly { calls: number; characters: number }[])[],
): Conversation {
  const conversation = new Conversation();
  const add = (value: Message): void => conversation.apply({ type: "message", at, message: value });
  add({ role: "system", text: "s".repeat(400) });
  let id = 0;
  for (const turn of shape) {
    add({ role: "user", text: "prompt" });
    for (const { calls, characters } of turn) {
      const made = Array.from({ length: calls }, () => ({ id: `${++id}`, name: "t", args: {} }));
      add({ role: "assistant", text: "a", calls: made });
      for (const call of made)
        add({ role: "tool", callId: call.id, content: "x".repeat(characters) });
    }
  }
  return conversation;
}

test("no plan of a compaction separates a call from its result, and the turns that can stay do", () => {
  let fewer = 0;
  fc.assert(
    fc.property(turns, fc.nat(4), fc.nat(3000), (shape, keepTurns, mostKept) => {
      const conversation = conversationOf(shape);
      const byTurns = planByTurns(conversation, keepTurns);
      const plans = [byTurns, planByTokens(conversation, keepTurns, mostKept)];
      for (const plan of plans) {
        if (!plan) continue;
        conversation.entries.slice(plan.boundary).reduce((open, { message: m }) => {
          if (m.role === "tool") expect(open).toContain(m.callId);
          return m.role === "assistant" ? (m.calls ?? []).map(({ id }) => id) : open;
        }, [] as string[]);
        expect(conversation.entries[plan.boundary]?.number ?? conversation.records).toBe(
          plan.firstKept,
        );
      }
      expect(byTurns === undefined).toBe(keepTurns > 0 && shape.length <= keepTurns);
      if (byTurns) {
        const kept = conversation.entries.slice(byTurns.boundary);
        expect(kept.filter(({ message: m }) => m.role === "user")).toHaveLength(keepTurns);
        expect(kept[0]?.message.role).toBe(keepTurns > 0 ? "user" : undefined);
      }
      if (plans[1] !== byTurns && plans[1]?.boundary !== byTurns?.boundary) fewer += 1;
    }),
    { numRuns },
  );
  expect(fewer).toBeGreaterThan(0);
});

function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

test("a preview is one short line, whatever it is made from", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 1500 }),
      fc.integer({ min: 1, max: 300 }),
      (text, units) => {
        const line = oneLine(text, units);
        expect(line.length).toBeLessThanOrEqual(units);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        // Throws for half a surrogate pair.
        if (isWellFormed(text)) expect(isWellFormed(line)).toBe(true);
      },
    ),
    { numRuns },
  );
  expect(oneLine("a\r\n\tb\u202e  c ")).toBe("a b c");
  expect(oneLine("🙂".repeat(200), 10)).toBe("🙂🙂🙂🙂…");
});
