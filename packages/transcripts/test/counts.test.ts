import { describe, expect, it } from "vitest";
import { readTranscript } from "../src/index.ts";
import { plusCount, reportedUsage, toCount } from "../src/internal/counts.ts";

const NO_COUNTS: readonly unknown[] = [
  41656.5,
  1e308,
  2 ** 53,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "7",
  null,
  {},
];

describe("a count", () => {
  it.each(NO_COUNTS)("is not %s", (value) => {
    expect(toCount(value)).toBeUndefined();
    expect(reportedUsage("m", 5, { inputTokens: value, outputTokens: 3 })).toEqual({
      model: "m",
      timeMs: 5,
      outputTokens: 3,
    });
  });

  it.each([0, 1, Number.MAX_SAFE_INTEGER])("is %s", (value) => {
    expect(toCount(value)).toBe(value);
    expect(toCount(-0)).toBe(0);
  });

  it.each([
    [1, 2, 3],
    [1, undefined, 1],
    [1, null, 1],
    [1, 0.5, undefined],
    [1, -1, undefined],
    [undefined, 2, undefined],
    [Number.MAX_SAFE_INTEGER, 1, undefined],
  ])("%s and %s make %s", (sum, added, expected) => {
    expect(plusCount(sum, added)).toBe(expected);
  });
});

const MAX = Number.MAX_SAFE_INTEGER;
const at = "2026-01-05T10:00:00.000Z";

const pi = (usage: object): readonly object[] => [
  { type: "session", id: "s", timestamp: at },
  {
    type: "message",
    id: "a",
    parentId: null,
    timestamp: at,
    message: { role: "assistant", content: "Done", usage },
  },
];

const claude = (usage: object): readonly object[] => [
  {
    type: "assistant",
    uuid: "a",
    parentUuid: null,
    sessionId: "s",
    timestamp: at,
    message: { id: "m", role: "assistant", content: "Done", usage },
  },
];

const gemini = (tokens: object): readonly object[] => [
  { sessionId: "s", projectHash: "h", startTime: at, lastUpdated: at },
  { id: "m", timestamp: at, type: "gemini", content: "Done", tokens },
];

const codex = (last_token_usage: object): readonly object[] => [
  { timestamp: at, type: "session_meta", payload: { id: "x", cwd: "/", cli_version: "0.140.0" } },
  {
    timestamp: at,
    type: "response_item",
    payload: {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "Done" }],
    },
  },
  {
    timestamp: at,
    type: "event_msg",
    payload: { type: "token_count", info: { last_token_usage } },
  },
];

const alisio = (usage: object): readonly object[] => [
  { type: "session", format: "alisio-session", version: 1, at, sessionId: "s" },
  { type: "message", at, message: { role: "assistant", text: "Done" }, usage },
];

describe("what a session reports", () => {
  it.each([
    [
      "pi",
      pi({ input: MAX, cacheRead: 1, output: 7 }),
      { cacheReadTokens: 1, cacheWriteTokens: 0 },
    ],
    ["pi", pi({ input: 4, cacheRead: 0.5, output: 7 }), { cacheWriteTokens: 0 }],
    ["claude-code", claude({ input_tokens: 4, cache_read_input_tokens: -1, output_tokens: 7 }), {}],
    [
      "claude-code",
      claude({ input_tokens: MAX, cache_read_input_tokens: 1, output_tokens: 7 }),
      { cacheReadTokens: 1 },
    ],
    [
      "gemini-cli",
      gemini({ input: 1e308, cached: 2, output: 4, thoughts: 3 }),
      { cacheReadTokens: 2 },
    ],
    ["codex", codex({ input_tokens: 41656.5, output_tokens: 7 }), {}],
    [
      "alisio",
      alisio({ inputTokens: 41656.5, cacheReadTokens: 2, outputTokens: 7 }),
      { cacheReadTokens: 2 },
    ],
  ])("%s: without what is no count (%#)", (format, records, counts) => {
    const session = readTranscript({ records });
    expect(session.format).toBe(format);
    const [usage] = session.streams[0]?.usage ?? [];
    expect({ ...usage, model: undefined, timeMs: undefined, position: 0 }).toEqual({
      position: 0,
      ...counts,
      outputTokens: 7,
    });
  });

  it.each([41656.5, 1e308, -1, 2 ** 53])(
    "a compaction before which there were %s tokens",
    (odd) => {
      const boundary = {
        type: "system",
        subtype: "compact_boundary",
        uuid: "b",
        parentUuid: "a",
        sessionId: "s",
        timestamp: at,
      };
      const summary = {
        ...boundary,
        type: "user",
        uuid: "c",
        parentUuid: "b",
        isCompactSummary: true,
        message: { role: "user", content: "So far" },
      };
      const read = (preTokens: number): readonly unknown[] =>
        readTranscript({
          records: [...claude({}), { ...boundary, compactMetadata: { preTokens } }, summary],
        }).streams[0]?.compactions.map(({ tokensBefore }) => tokensBefore) ?? [];
      expect(read(odd)).toEqual([undefined]);
      expect(read(9)).toEqual([9]);
    },
  );
});
