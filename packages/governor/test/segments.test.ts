import { describe, expect, it } from "vitest";
import type { Message } from "../src/index.ts";
import { projectHistory, segmentsOf } from "../src/index.ts";
import { A, EAGER, read, turns, write } from "./support/conversation.ts";

const any = (...messages: readonly unknown[]): Message[] => messages as Message[];

describe("segmentsOf", () => {
  it("gives one segment for each text", () => {
    const history = any(
      { role: "system", text: "rules" },
      { role: "user", text: "hello" },
      { role: "user", text: "summary", kind: "checkpoint" },
      { role: "user", text: "", kind: "message" },
      {
        role: "assistant",
        text: "thinking",
        calls: [
          { id: "1", name: "read_file", args: { path: "a", limit: 5 } },
          { id: "2", name: "noop", args: undefined },
        ],
      },
      { role: "tool", callId: "1", content: "result" },
      {
        role: "tool",
        callId: "2",
        content: [
          { type: "text", text: "one " },
          { type: "image", data: "A".repeat(1000) },
          { type: "text", text: "two" },
          { type: "text", text: 5 },
        ],
      },
      { role: "assistant", text: "" },
      { role: "tool", callId: "9", content: "" },
    );
    expect(segmentsOf(history)).toEqual([
      { kind: "system", messageIndex: 0, text: "rules", tokens: 2, nonTextParts: 0 },
      { kind: "user", messageIndex: 1, text: "hello", tokens: 2, nonTextParts: 0 },
      { kind: "checkpoint", messageIndex: 2, text: "summary", tokens: 2, nonTextParts: 0 },
      { kind: "user", messageIndex: 3, text: "", tokens: 0, nonTextParts: 0 },
      { kind: "assistant", messageIndex: 4, text: "thinking", tokens: 2, nonTextParts: 0 },
      {
        kind: "tool_call",
        messageIndex: 4,
        callId: "1",
        toolName: "read_file",
        text: 'read_file {"path":"a","limit":5}',
        tokens: 8,
        nonTextParts: 0,
      },
      {
        kind: "tool_call",
        messageIndex: 4,
        callId: "2",
        toolName: "noop",
        text: "noop ",
        tokens: 2,
        nonTextParts: 0,
      },
      {
        kind: "tool_result",
        messageIndex: 5,
        callId: "1",
        toolName: "read_file",
        text: "result",
        tokens: 2,
        nonTextParts: 0,
      },
      {
        kind: "tool_result",
        messageIndex: 6,
        callId: "2",
        toolName: "noop",
        text: "one two",
        tokens: 2,
        nonTextParts: 2,
      },
      { kind: "tool_result", messageIndex: 8, callId: "9", text: "", tokens: 0, nonTextParts: 0 },
    ]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [9, 3],
  ])("counts %i UTF-16 units as %i tokens", (length, tokens) => {
    const [segment] = segmentsOf([{ role: "user", text: "x".repeat(length) }]);
    expect(segment?.tokens).toBe(tokens);
    const [emoji] = segmentsOf([{ role: "user", text: "\ud83d\ude00".repeat(length) }]);
    expect(emoji?.tokens).toBe(Math.ceil((length * 2) / 4));
  });

  it("gives what is malformed an empty text, or nothing", () => {
    const segments = segmentsOf(
      any(
        null,
        5,
        [],
        { role: "developer", text: "unknown role" },
        { role: "user" },
        { role: "system", text: 5 },
        { role: "tool", callId: "1" },
        { role: "tool", content: "no id" },
        { role: "assistant", text: null, calls: [null, { id: 1, name: "x" }, { id: "1" }] },
        { role: "assistant", calls: 5 },
      ),
    );
    expect(segments.map(({ kind, messageIndex, text }) => [kind, messageIndex, text])).toEqual([
      ["user", 4, ""],
      ["system", 5, ""],
      ["tool_result", 6, ""],
      ["tool_result", 7, "no id"],
    ]);
  });

  it("refuses what is no array", () => {
    expect(() => segmentsOf({} as never)).toThrow("Expected an array of messages, got an object");
  });
});

describe("totals", () => {
  it("count the whole history, and what stubs save", () => {
    const history = [
      { role: "system", text: "rules" } as const,
      ...turns(read("r1", "a.ts", A), write("w", "a.ts")),
    ];
    const { elisions, totals } = projectHistory(history, EAGER);
    const before = segmentsOf(history);
    const after = segmentsOf(projectHistory(history, EAGER).messages);
    const sum = (segments: typeof before): number =>
      segments.reduce((total, { tokens }) => total + tokens, 0);
    expect(totals).toEqual({
      messages: 5,
      segments: 5,
      elided: 1,
      elidedByReason: { superseded_read: 1, stale_bg_output: 0, duplicate_search: 0 },
      tokensBefore: sum(before),
      tokensAfter: sum(after),
    });
    const [elision] = elisions;
    const stub = '[elided: read_file "a.ts"@1a2b3c4d; re-read to view]';
    const tokensBefore = before[2]?.tokens ?? 0;
    expect(elision).toEqual({
      callId: "r1",
      reason: "superseded_read",
      supersededBy: "w",
      tokensBefore,
      tokensAfter: Math.ceil(stub.length / 4),
      tokensSaved: tokensBefore - Math.ceil(stub.length / 4),
    });
  });

  it("in shadow say what on would do", () => {
    const history = turns(read("r1", "a.ts", A), write("w", "a.ts"));
    const shadow = projectHistory(history, { ...EAGER, mode: "shadow" });
    const on = projectHistory(history, EAGER);
    expect(shadow.messages).toBe(history);
    expect(shadow.elisions).toEqual(on.elisions);
    expect(shadow.totals).toEqual(on.totals);
    expect(shadow.totals?.elided).toBe(1);
  });

  it("are absent in off, which is the default", () => {
    const history = turns(read("r1", "a.ts", A), write("w", "a.ts"));
    const projection = projectHistory(history);
    expect(projection).toEqual({ messages: history, elisions: [] });
    expect(projection.messages).toBe(history);
    expect("totals" in projection).toBe(false);
    expect(projectHistory(history, { ...EAGER, mode: "off" })).toEqual(projection);
  });
});
