import { describe, expect, it } from "vitest";
import { readTranscript, type TranscriptSession } from "../src/index.ts";

/** Sizes at which anything that is not linear in them would not end in the time of a test. */
const MANY = 20_000;

const common = { isSidechain: false, sessionId: "s", timestamp: "2026-01-05T10:00:00.000Z" };
const user = (
  uuid: string,
  parentUuid: string | null,
  content: unknown,
  more: object = {},
): object => ({
  ...common,
  parentUuid,
  uuid,
  type: "user",
  message: { role: "user", content },
  ...more,
});
const assistant = (
  uuid: string,
  parentUuid: string,
  id: string,
  content: unknown,
  more: object = {},
): object => ({
  ...common,
  parentUuid,
  uuid,
  type: "assistant",
  message: { id, role: "assistant", content, ...more },
});

function read(records: readonly object[]): TranscriptSession {
  return readTranscript(records.map((record) => JSON.stringify(record)).join("\n"));
}

describe("a session that is made to hurt", () => {
  it("with a subagent on every line", () => {
    const records = Array.from({ length: MANY }, (_, index) =>
      user(`u${index}`, null, `Find ${index}`, { isSidechain: true, agentId: `a${index}` }),
    );
    expect(read(records).streams).toHaveLength(MANY);
  });

  it("with a call for every subagent", () => {
    const calls = Array.from({ length: MANY }, (_, index) => ({
      type: "tool_use",
      id: `t${index}`,
      name: "Task",
      input: { prompt: `Find ${index}` },
    }));
    const records = Array.from({ length: MANY }, (_, index) =>
      user(`u${index}`, null, `Find ${index}`, { isSidechain: true, agentId: `a${index}` }),
    );
    const session = read([user("m", null, "Go"), assistant("n", "m", "msg", calls), ...records]);
    expect(session.startedSubagents).toHaveLength(MANY);
    expect(
      session.streams.every(
        ({ id, startedBy }) => id === "main" || startedBy?.callId === `t${id.slice(1)}`,
      ),
    ).toBe(true);
  });

  it("with compactions that keep everything", () => {
    const records: object[] = [user("u0", null, "Go")];
    for (let index = 1; index < MANY / 10; index += 1) {
      const boundary = `b${index}`;
      const compactMetadata = {
        preservedSegment: { headUuid: "u0", tailUuid: `u${index - 1}`, anchorUuid: `c${index}` },
      };
      records.push({
        ...common,
        parentUuid: null,
        logicalParentUuid: `u${index - 1}`,
        uuid: boundary,
        type: "system",
        subtype: "compact_boundary",
        compactMetadata,
      });
      records.push(user(`c${index}`, boundary, "Summary", { isCompactSummary: true }));
      records.push(user(`u${index}`, `u${index - 1}`, "More"));
    }
    const { streams } = read(records);
    expect(streams[0]?.compactions).toHaveLength(MANY / 10 - 1);
    const named = streams[0]?.compactions.reduce((sum, { context }) => sum + context.length, 0);
    expect(named).toBeLessThan(1_100_000);
  });

  it("in which every record is its own parent, or each other's", () => {
    expect(
      read([user("a", "a", "Me"), user("b", "c", "You"), user("c", "b", "And you")]).streams[0]
        ?.history.length,
    ).toBeGreaterThan(0);
  });

  it("as one chain, newest first", () => {
    const records = Array.from({ length: MANY }, (_, index) =>
      user(`u${index}`, index === 0 ? null : `u${index - 1}`, "x"),
    );
    expect(read(records.reverse()).streams[0]?.history).toHaveLength(MANY);
  });

  it("in which every parent is missing", () => {
    const records = Array.from({ length: MANY }, (_, index) =>
      user(`u${index}`, `gone${index}`, "x"),
    );
    const { streams, diagnostics } = read(records);
    expect(streams[0]?.history).toHaveLength(MANY);
    expect(diagnostics.at(-1)).toMatchObject({ code: "session.too-many-diagnostics" });
  });

  it("with arguments nested without end", () => {
    const depth = 100_000;
    const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const line = JSON.stringify(
      assistant("a", "u", "msg", [{ type: "tool_use", id: "t", name: "Deep", input: "DEEP" }]),
    ).replace('"DEEP"', deep);
    const session = readTranscript(`${JSON.stringify(user("u", null, "Go"))}\n${line}\n`);
    expect(session.streams[0]?.history.at(-1)).toEqual({
      role: "assistant",
      text: "",
      calls: [{ id: "t", name: "Deep", args: {} }],
    });
    expect(session.diagnostics).toMatchObject([
      { code: "call.invalid-arguments", line: 2 },
      { code: "call.unanswered" },
    ]);
    const result = JSON.stringify(
      user("u", null, [{ type: "tool_result", tool_use_id: "t", content: "DEEP" }]),
    ).replace('"DEEP"', deep);
    expect(readTranscript(result).streams[0]?.history).toEqual([
      { role: "tool", callId: "t", content: "" },
    ]);
  });

  it("with counts and times that are none", () => {
    const usage = { input_tokens: -5, output_tokens: 7, cache_read_input_tokens: "many" };
    const { streams } = read([
      user("u", null, "Go", { timestamp: 9e15 }),
      assistant("a", "u", "msg", "Hello", { usage }),
    ]);
    expect(streams[0]?.usage).toEqual([
      { position: 1, timeMs: 1_767_607_200_000, outputTokens: 7 },
    ]);
    expect(streams[0]?.origins[0]?.timeMs).toBeUndefined();
  });

  it("with names that objects have by themselves", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const records = names.flatMap((name, index) => [
      user(name, index === 0 ? null : `r${index - 1}`, name, { agentId: name }),
      assistant(
        `a${index}`,
        name,
        name,
        [{ type: "tool_use", id: name, name, input: JSON.parse(`{"${name}":1}`) }],
        { model: name },
      ),
      user(`r${index}`, `a${index}`, [{ type: "tool_result", tool_use_id: name, content: name }]),
    ]);
    const session = read(records);
    expect(session.models).toEqual(names);
    expect(session.streams[0]?.history.map(({ role }) => role)).toEqual(
      names.flatMap(() => ["user", "assistant", "tool"]),
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("with large records of no format in front", () => {
    const filler = JSON.stringify({ x: "y".repeat(5_000_000) });
    const text = `${`${filler}\n`.repeat(8)}${JSON.stringify(user("u", null, "Go"))}\n`;
    const session = readTranscript(text);
    expect(session.streams[0]?.history).toHaveLength(1);
    expect(session.diagnostics.map(({ code }) => code)).toContain("record.unknown");
  });
});
