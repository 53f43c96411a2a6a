import { describe, expect, it } from "vitest";
import type { Message } from "../src/message.ts";
import type { GovernorSettings } from "../src/types.ts";
import { A, assistant, read, stubs, turn, turns, write } from "./support/conversation.ts";

const superseded = [...turn(read("r1", "a.ts", A)), ...turn(write("w", "a.ts"))];
const user: Message = { role: "user", text: "go on" };
const system: Message = { role: "system", text: "rules" };
const any = (...messages: readonly unknown[]): Message[] => messages as Message[];

function isElided(history: readonly Message[], settings: GovernorSettings): boolean {
  return "r1" in stubs(history, { mode: "on", ...settings });
}

describe("age", () => {
  const eager = { epochMessages: 0 } as const;
  const rows: readonly (readonly [string, readonly Message[], GovernorSettings, boolean])[] = [
    ["one assistant message after the result, one asked for", superseded, { minAgeTurns: 1 }, true],
    ["one after it, two asked for", superseded, { minAgeTurns: 2 }, false],
    ["two by default: one is too few", superseded, {}, false],
    ["two by default: two are enough", [...superseded, assistant()], {}, true],
    ["user messages make no age", [...superseded, user, user], {}, false],
    ["system messages make no age", [...superseded, system, system], {}, false],
    ["19 of 20", [...superseded, ...Array(18).fill(assistant())], { minAgeTurns: 20 }, false],
    ["20 of 20", [...superseded, ...Array(19).fill(assistant())], { minAgeTurns: 20 }, true],
    [
      "an assistant message counts whatever its fields",
      any(...superseded, { role: "assistant", text: null, calls: 5 }),
      {},
      true,
    ],
    ["a message of another role doesn't", any(...superseded, { role: "model" }), {}, false],
  ];
  it.each(rows)("%s", (_title, history, settings, expected) => {
    expect(isElided(history, { ...eager, ...settings })).toBe(expected);
  });

  it("nothing of the last turn is elided, but it may justify", () => {
    const parallel = turn(read("r1", "a.ts", A), write("w", "a.ts"));
    const settings = { minAgeTurns: 1, ...eager };
    expect(isElided([...parallel, user], settings)).toBe(false);
    expect(isElided([...parallel, user, assistant()], settings)).toBe(true);
    expect(isElided(superseded, settings)).toBe(true);
  });
});

describe("epochs", () => {
  // The read is message 2, the write's result message 4, and the third turn's message 5.
  const history = [...superseded, assistant(), user, user, user];
  const settings = { minAgeTurns: 2 };
  const rows: readonly (readonly [string, readonly Message[], GovernorSettings, boolean])[] = [
    ["0: at once", history.slice(0, 5), { epochMessages: 0 }, true],
    ["5: with the fifth", history.slice(0, 5), { epochMessages: 5 }, true],
    ["5: not with the fourth", history.slice(0, 4), { epochMessages: 5 }, false],
    ["6: not with the fifth", history.slice(0, 5), { epochMessages: 6 }, false],
    ["6: with the sixth", history.slice(0, 6), { epochMessages: 6 }, true],
    ["3: the prefix of five is three", history.slice(0, 5), { epochMessages: 3 }, false],
    ["3: with the sixth", history.slice(0, 6), { epochMessages: 3 }, true],
    ["system messages don't count", [system, ...history.slice(0, 5)], { epochMessages: 6 }, false],
    ["a system message at the end", [...history.slice(0, 5), system], { epochMessages: 5 }, true],
    ["32 by default", history, {}, false],
    ["32 by default: with the 32nd", [...history, ...Array(24).fill(user)], {}, true],
    ["malformed messages count", any(null, ...history.slice(0, 5)), { epochMessages: 6 }, true],
    ["1000", history, { epochMessages: 1000 }, false],
    ["eligibleMessages in place of epochs", history, { eligibleMessages: 5 }, true],
    ["eligibleMessages counts every message", [system, ...history], { eligibleMessages: 5 }, false],
    ["eligibleMessages too few", history, { eligibleMessages: 4, epochMessages: 0 }, false],
    ["eligibleMessages 0", history, { eligibleMessages: 0, epochMessages: 0 }, false],
    ["eligibleMessages all", history, { eligibleMessages: 8 }, true],
  ];
  it.each(rows)("%s", (_title, messages, more, expected) => {
    expect(isElided(messages, { ...settings, ...more })).toBe(expected);
  });

  it("decides on the prefix alone", () => {
    // In the whole history the write is later and the read old; in the prefix there is no write.
    const whole = turns(read("r1", "a.ts", A), read("r2", "a.ts", A), write("w", "a.ts"));
    expect(stubs(whole, { mode: "on", minAgeTurns: 1, epochMessages: 4 })).toEqual({});
    expect(Object.keys(stubs(whole, { mode: "on", minAgeTurns: 1, epochMessages: 6 }))).toEqual([
      "r1",
      "r2",
    ]);
  });
});
