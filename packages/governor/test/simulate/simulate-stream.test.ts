import { describe, expect, expectTypeOf, it } from "vitest";
import { GovernorError } from "../../src/errors.ts";
import type { Message } from "../../src/message.ts";
import { requestsOf } from "../../src/simulate/requests-of.ts";
import { simulateStream } from "../../src/simulate/simulate-stream.ts";
import type {
  SimulationFigures,
  SimulationRequest,
  SimulationSettings,
  SimulationStream,
} from "../../src/simulate/types.ts";
import { A, read, turns, write } from "../support/conversation.ts";

/** 400 characters: 100 tokens. */
const T100 = "x".repeat(400);
const FREE_OF_LIMITS: SimulationSettings = { minCacheTokens: 0 };

/** Answers of 100 tokens, each to a question of 100 tokens: 100, 300, 500, ... are sent. */
function plain(
  requests: readonly Omit<SimulationRequest, "length" | "response">[],
): SimulationStream {
  const history = requests.flatMap((): Message[] => [
    { role: "user", text: T100 },
    { role: "assistant", text: T100 },
  ]);
  return {
    history,
    requests: requests.map((request, at) => ({
      ...request,
      length: 2 * at + 1,
      response: 2 * at + 1,
    })),
  };
}

const at = (...times: readonly (number | undefined)[]): { timeMs?: number }[] =>
  times.map((timeMs) => (timeMs === undefined ? {} : { timeMs }));

describe("the bill", () => {
  it("reads from the cache what the request before had sent, and writes the rest", () => {
    const { inputTokensOff, billOff } = simulateStream(plain(at(1, 2, 3)), FREE_OF_LIMITS);
    expect(inputTokensOff).toBe(100 + 300 + 500);
    expect(billOff).toBe(Math.round(1.25 * 100 + (10 + 250) + (30 + 250)));
  });

  it.each([
    ["in time", at(0, 300_000), 1],
    ["too late", at(0, 300_001), 2],
    ["back in time", at(500_000, 0), 1],
    ["back, and then no later than before", at(500_000, 0, 800_000), 1],
    ["back, and then too late", at(500_000, 0, 800_001), 2],
    ["without times", at(undefined, undefined), 1],
    ["with one time", at(0, undefined, 900_000), 1],
    ["after one without", at(undefined, 0, 900_000), 2],
  ])("finds the cache as it is: %s", (_, requests, cold) => {
    const { coldRequests, billOff } = simulateStream(plain(requests), FREE_OF_LIMITS);
    expect(coldRequests).toBe(cold);
    const last = (requests.length - 1) * 200 + 100;
    const warm = requests.slice(0, -1).map((_each, n) => (n === 0 ? 125 : n * 20 - 10 + 250));
    const before = warm.reduce((sum, cost) => sum + cost, 0);
    const isCold = cold === 2;
    expect(billOff).toBe(Math.round(before + (isCold ? last * 1.25 : (last - 200) * 0.1 + 250)));
  });

  it("caches no short prompt, and no short prefix", () => {
    const { billOff } = simulateStream(plain(at(1, 2, 3)), { minCacheTokens: 400 });
    // 100 and 300 are too short; 500 is not, but the prefix of 300 was.
    expect(billOff).toBe(100 + 300 + 500 * 1.25);
  });

  it("takes prices and the life of the cache", () => {
    const settings = {
      ...FREE_OF_LIMITS,
      priceInput: 7,
      priceCached: 2,
      priceCacheWrite: 3,
      coldAfterMs: 5,
    };
    const { billOff, coldRequests } = simulateStream(plain(at(0, 5, 11)), settings);
    expect(coldRequests).toBe(2);
    expect(billOff).toBe(300 + (200 + 600) + 1500);
  });
});

describe("tokens", () => {
  const reported = (...inputTokens: readonly number[]): SimulationStream =>
    plain(inputTokens.map((tokens) => ({ inputTokens: tokens })));

  it.each([
    ["overhead and scale", [1150, 1450, 1750], 4350],
    ["what was reported, whatever the line", [900, 1700, 1500], 4100],
    ["no overhead below nothing", [60, 280, 520], 860],
    ["one report", [100, 0, 0], 900],
    ["no report", [0, 0, 0], 900],
    ["reports without what was cached", [5, 5, 5], 900],
    ["reports of nothing that can be", [1e300, 2e9, 1e308], 900],
  ])("are scaled: %s", (_, inputTokens, expected) => {
    expect(simulateStream(reported(...inputTokens)).inputTokensOff).toBe(expected);
  });

  it("of savings are scaled without the overhead", () => {
    const history: Message[] = [
      ...turns(read("r", "a", A), write("w", "a"), write("x", "b")),
      ...turns(write("y", "b"), write("z", "b")),
    ];
    const requests = requestsOf({ history });
    const settings = { minAgeTurns: 1, epochMessages: 0 };
    const bare = simulateStream({ history, requests }, settings);
    expect(bare.tokensSaved).toBeGreaterThan(0);
    const estimates = requests.map(
      ({ length }) => simulateStream({ history, requests: [{ length }] }).inputTokensOff,
    );
    const scaled = simulateStream(
      {
        history,
        requests: requests.map((request, n) => ({
          ...request,
          inputTokens: 50_000 + 1.5 * (estimates[n] as number),
        })),
      },
      settings,
    );
    expect(scaled.tokensSaved).toBe(Math.round(1.5 * bare.tokensSaved));
    expect(scaled.reportedRequests).toBe(requests.length);
  });
});

describe("what the agent did itself", () => {
  const history: Message[] = [
    { role: "user", text: T100 },
    ...turns(read("r", "a", A), write("w", "a"), write("x", "b"), write("y", "b")),
    { role: "user", text: "a summary", kind: "checkpoint" },
    { role: "assistant", text: "on" },
  ];
  const eager = { minAgeTurns: 1, epochMessages: 0 } as const;

  it("a result that it removed is on neither side", () => {
    const agentElisions = [{ callId: "r", position: 3 }];
    const requests = requestsOf({ history });
    const figures = simulateStream({ history, requests, agentElisions }, eager);
    expect(figures).toMatchObject({ elided: 0, tokensSaved: 0, prefixChangesOff: 0 });
    const late = [{ callId: "r", position: 7 }];
    const changed = simulateStream({ history, requests, agentElisions: late }, eager);
    expect(changed).toMatchObject({ elided: 1, prefixChangesOff: 1, prefixChangesAdded: 1 });
  });

  it("a compaction is a change of the prefix, and a moment to apply", () => {
    const compactions = [{ position: 9, added: 1, context: [1, 2, 3, 4, 5, 6, 7, 8, 9] }];
    const requests = requestsOf({ history, compactions });
    expect(requests.map(({ length }) => length)).toEqual([1, 3, 5, 7, 10]);
    const figures = simulateStream({ history, compactions, requests }, { ...eager, apply: "cold" });
    expect(figures).toMatchObject({
      coldRequests: 1,
      elided: 1,
      prefixChangesOff: 1,
      prefixChangesOn: 1,
      prefixChangesAdded: 0,
    });
    const without = simulateStream({ history, requests }, { ...eager, apply: "cold" });
    expect(without.elided).toBe(0);
  });

  it("a copy is replayed and not counted", () => {
    const requests = requestsOf({ history }, { copies: new Set([1, 3, 5]) });
    const figures = simulateStream({ history, requests }, eager);
    expect(figures).toMatchObject({ requests: 2, copiedRequests: 3, elided: 1 });
  });
});

describe("the requests of a stream", () => {
  it("are its answers, with time and usage", () => {
    const history: Message[] = [
      { role: "user", text: "a" },
      { role: "assistant", text: "b" },
      { role: "user", text: "c" },
    ];
    const origins = [{}, { timeMs: 5 }, {}];
    const usage = [{ position: 1, timeMs: 9, inputTokens: 7 }];
    expect(requestsOf({ history, origins, usage })).toEqual([
      { length: 1, response: 1, timeMs: 5, inputTokens: 7, isCopy: undefined },
    ]);
    expect(requestsOf({ history, usage }, { isRequest: true })).toEqual([
      { length: 1, response: 1, timeMs: 9, inputTokens: 7, isCopy: undefined },
      { length: 3 },
    ]);
    const odd = [{ position: 1, timeMs: Number.NaN, inputTokens: Number.POSITIVE_INFINITY }];
    expect(requestsOf({ history, usage: odd })).toEqual([{ length: 1, response: 1 }]);
    expect(requestsOf({ history: [] }, { isRequest: true })).toEqual([]);
  });
});

describe("a stream that can't be", () => {
  const history: Message[] = [{ role: "user", text: "a" }];
  it.each<[Partial<SimulationStream>, RegExp]>([
    [{ history: "none" as never }, /array of messages/],
    [{ requests: [{ length: 2 }] }, /requests\[0\]\.length: 2 .*from 0 to 1/],
    [{ requests: [{ length: 1 }, { length: 0 }] }, /requests\[1\]\.length: 0 .*from 1 to 1/],
    [{ requests: [{ length: 1, response: 1 }] }, /requests\[0\]\.response: 1 .*from 0 to 0/],
    [{ requests: [{ length: 1, timeMs: Number.NaN }] }, /requests\[0\]\.timeMs: NaN/],
    [{ compactions: [{ position: 1, added: 1, context: [] }] }, /compactions\[0\]\.added/],
    [{ compactions: [{ position: 0, added: 1, context: [3] }] }, /compactions\[0\]\.context: 3/],
    [{ agentElisions: [{ callId: "r", position: -1 }] }, /agentElisions\[0\]\.position: -1/],
  ])("is refused: %j", (change, message) => {
    let error: unknown;
    try {
      simulateStream({ history, requests: [], ...change });
    } catch (thrown) {
      error = thrown;
    }
    expect(GovernorError.isInstance(error) && error.code).toBe("invalid_history");
    expect(String(error)).toMatch(message);
  });
});

describe("settings", () => {
  it.each<[object, string, RegExp]>([
    [{ mode: "on" }, "unknown_setting", /mode.*minAgeTurns, epochMessages/],
    [{ apply: "never" }, "invalid_setting", /apply: "never" .*epochs or cold/],
    [{ quotedBy: "x" }, "invalid_setting", /quotedBy/],
    [{ priceCached: -1 }, "invalid_setting", /priceCached: -1 .*0 to 10000\)/],
    [{ coldAfterMs: Number.NaN }, "invalid_setting", /coldAfterMs: NaN/],
    [{ minCacheTokens: "1" }, "invalid_setting", /minCacheTokens: "1"/],
    [{ minAgeTurns: 0 }, "invalid_setting", /minAgeTurns: 0 .*1 to 20/],
    [{ policyVersion: 2 }, "unsupported_policy_version", /policyVersion/],
    [[], "invalid_setting", /settings: an array/],
  ])("%j is refused", (settings, code, message) => {
    let error: unknown;
    try {
      simulateStream({ history: [], requests: [] }, settings);
    } catch (thrown) {
      error = thrown;
    }
    expect(GovernorError.isInstance(error) && error.code).toBe(code);
    expect(String(error)).toMatch(message);
  });

  it("whose function throws say so", () => {
    const history = turns(read("r", "a", A), write("w", "a"), write("x", "a"), write("y", "a"));
    const quotedBy = (): never => {
      throw new Error("oh");
    };
    const stream = { history, requests: requestsOf({ history }) };
    const settings = { minAgeTurns: 1, epochMessages: 0, quotedBy };
    expect(() => simulateStream(stream, settings)).toThrow(
      /quotedBy threw for a call of "write_file"/,
    );
  });
});

describe("types", () => {
  it("take what transcripts give, and give plain numbers", () => {
    expectTypeOf(simulateStream).returns.toEqualTypeOf<SimulationFigures>();
    expectTypeOf<{
      history: readonly Message[];
      origins: readonly { line: number; timeMs?: number }[];
      compactions: readonly { position: number; added: number; context: readonly number[] }[];
      usage: readonly { position: number; model?: string; inputTokens?: number }[];
    }>().toExtend<Parameters<typeof requestsOf>[0]>();
  });
});
