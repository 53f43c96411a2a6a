import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  contextAt,
  findSharedMessages,
  joinSubagents,
  readTranscript,
  type TranscriptSession,
} from "../src/index.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

function fixture(name: string): string {
  return readFileSync(join(FIXTURES, name, "session.jsonl"), "utf8");
}

function lines(...records: readonly object[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}

describe("findSharedMessages", () => {
  it("finds the records that a fork repeats, by their ids", () => {
    const text = fixture("claude-code/response-over-lines");
    const original = readTranscript(text);
    const more = {
      parentUuid: "a5",
      isSidechain: false,
      sessionId: "other",
      type: "user",
      message: { role: "user", content: "And now?" },
      uuid: "u9",
    };
    const fork = readTranscript(
      `${text.replaceAll("5e55-0001", "other")}${JSON.stringify(more)}\n`,
    );
    expect(fork.sessionId).toBe("other");
    const shared = findSharedMessages([original, fork]);
    expect(
      shared.map(({ sessionIndex, position, first }) => [
        sessionIndex,
        position,
        first.sessionIndex,
        first.position,
      ]),
    ).toEqual([0, 1, 2, 3, 4].map((position) => [1, position, 0, position]));
    expect(fork.streams[0]?.history).toHaveLength(6);
    expect(findSharedMessages([fork, original])).toHaveLength(5);
    expect(findSharedMessages([original])).toEqual([]);
  });

  it("takes messages without ids with those beside them, when they say the same", () => {
    const text = fixture("codex/responses-and-events");
    const parts = text.trimEnd().split("\n");
    const original = readTranscript(text);
    const changed = parts.map((line) => line.replace("Both ", "Neither "));
    const shared = findSharedMessages([original, readTranscript(changed.join("\n"))]);
    // The last answer is another one; all before it, by calls and by what stands beside them.
    expect(shared.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("says nothing of sessions that only look alike", () => {
    const session = (id: string): TranscriptSession =>
      readTranscript(
        lines(
          {
            parentUuid: null,
            isSidechain: false,
            sessionId: id,
            type: "user",
            message: { role: "user", content: "Hello" },
            uuid: `${id}-1`,
          },
          {
            parentUuid: `${id}-1`,
            isSidechain: false,
            sessionId: id,
            type: "assistant",
            message: {
              id: `${id}-m`,
              role: "assistant",
              content: [{ type: "text", text: "Hello." }],
            },
            uuid: `${id}-2`,
          },
        ),
      );
    expect(findSharedMessages([session("a"), session("b")])).toEqual([]);
  });

  it("finds nothing twice in a third session", () => {
    const original = readTranscript(fixture("claude-code/response-over-lines"));
    const shared = findSharedMessages([original, original, original]);
    expect(shared).toHaveLength(10);
    expect(shared.every(({ first }) => first.sessionIndex === 0)).toBe(true);
  });
});

describe("joinSubagents", () => {
  const main = readTranscript(
    lines(
      {
        parentUuid: null,
        isSidechain: false,
        sessionId: "s",
        type: "user",
        message: { role: "user", content: "Ask" },
        uuid: "u1",
      },
      {
        parentUuid: "u1",
        isSidechain: false,
        sessionId: "s",
        type: "assistant",
        message: {
          id: "m1",
          model: "claude-opus-4-5",
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "Task", input: { prompt: "Find" } }],
        },
        uuid: "a1",
      },
      {
        parentUuid: "a1",
        isSidechain: false,
        sessionId: "s",
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Found" }],
        },
        uuid: "r1",
        toolUseResult: { agentId: "ag1" },
      },
    ),
  );
  const subagent = (agentId: string, model: string, starts?: string): TranscriptSession =>
    readTranscript(
      lines(
        {
          parentUuid: null,
          isSidechain: true,
          agentId,
          sessionId: "s",
          type: "user",
          message: { role: "user", content: "Find" },
          uuid: `${agentId}-1`,
        },
        {
          parentUuid: `${agentId}-1`,
          isSidechain: true,
          agentId,
          sessionId: "s",
          type: "assistant",
          message: {
            id: `${agentId}-m`,
            model,
            role: "assistant",
            content: [{ type: "tool_use", id: `toolu_${agentId}`, name: "Task", input: {} }],
          },
          uuid: `${agentId}-2`,
        },
        {
          parentUuid: `${agentId}-2`,
          isSidechain: true,
          agentId,
          sessionId: "s",
          type: "user",
          message: {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: `toolu_${agentId}`, content: "x" }],
          },
          uuid: `${agentId}-3`,
          ...(starts === undefined ? {} : { toolUseResult: { agentId: starts } }),
        },
      ),
    );

  it("says which subagents a session started, with or without their conversation", () => {
    expect(main.streams.map(({ id }) => id)).toEqual(["main"]);
    expect(main.startedSubagents).toEqual([
      { subagentId: "ag1", startedBy: { streamId: "main", callId: "toolu_1" } },
    ]);
  });

  it("puts them in, deeper ones too, and leaves strangers out", () => {
    const others = [
      subagent("ag2", "claude-haiku-4-5"),
      subagent("stranger", "claude-x"),
      subagent("ag1", "claude-haiku-4-5", "ag2"),
    ];
    const whole = joinSubagents(main, others);
    expect(
      whole.streams.map(({ id, startedBy }) => [id, startedBy?.streamId, startedBy?.callId]),
    ).toEqual([
      ["main", undefined, undefined],
      ["ag1", "main", "toolu_1"],
      ["ag2", "ag1", "toolu_ag1"],
    ]);
    expect(whole.models).toEqual(["claude-opus-4-5", "claude-haiku-4-5"]);
    expect(joinSubagents(whole, others).streams).toHaveLength(3);
    expect(main.streams).toHaveLength(1);
  });

  it("knows a Codex subagent by the thread that its call answered", () => {
    const item = (payload: object): object => ({
      timestamp: "2026-01-05T10:00:00.000Z",
      type: "response_item",
      payload,
    });
    const parent = readTranscript(
      lines(
        { timestamp: "2026-01-05T10:00:00.000Z", type: "session_meta", payload: { id: "parent" } },
        item({ type: "function_call", name: "spawn_agent", arguments: "{}", call_id: "call_1" }),
        item({
          type: "function_call_output",
          call_id: "call_1",
          output: '{"agent_id":"019e-child"}',
        }),
      ),
    );
    const child = readTranscript(fixture("codex/subagent"));
    expect(
      joinSubagents(parent, [child]).streams.map(({ id, startedBy }) => [id, startedBy?.callId]),
    ).toEqual([
      ["main", undefined],
      ["019e-child", "call_1"],
    ]);
  });
});

describe("contextAt", () => {
  it("is all of a history without a compaction", () => {
    const [stream] = readTranscript(fixture("claude-code/response-over-lines")).streams;
    if (stream === undefined) throw new Error("no stream");
    expect(contextAt(stream)).toEqual([0, 1, 2, 3, 4]);
    expect(contextAt(stream, 2)).toEqual([0, 1]);
    expect(contextAt(stream, -1)).toEqual([]);
    expect(contextAt(stream, 99)).toEqual([0, 1, 2, 3, 4]);
  });

  it("begins at the last compaction before it, with what that kept", () => {
    const [kept] = readTranscript(fixture("claude-code/compaction-that-kept-messages")).streams;
    if (kept === undefined) throw new Error("no stream");
    expect(contextAt(kept, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(contextAt(kept, 6)).toEqual([5, 2, 3, 4]);
    expect(contextAt(kept)).toEqual([5, 2, 3, 4, 6]);
    const [twice] = readTranscript(fixture("codex/compaction-with-its-context")).streams;
    if (twice === undefined) throw new Error("no stream");
    expect(contextAt(twice, 10)).toEqual([0, 3, 7, 1, 2, 8, 9]);
    expect(contextAt(twice)).toEqual([0, 7, 10, 11]);
  });
});
