import { describe, expect, it } from "vitest";
import {
  createProjector,
  GovernorError,
  type Message,
  projectHistory,
  type ToolProfile,
} from "../src/index.ts";
import { answer, assistant, EAGER, LONG, read, step, turns } from "./support/conversation.ts";

const history = turns(step("a", "tool", {}, LONG), step("b", "tool", {}, LONG));

function errorOf(profile: unknown, messages: readonly Message[] = history): GovernorError {
  try {
    projectHistory(messages, { ...EAGER, profile: profile as ToolProfile });
  } catch (error) {
    if (GovernorError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("GovernorError", () => {
  it("is recognised by its mark, across copies of the package", () => {
    const error = new GovernorError("invalid_setting", "message");
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("GovernorError");
    expect(GovernorError.isInstance(error)).toBe(true);
    const copy = Object.assign(new Error("copy"), {
      [Symbol.for("@alisio/governor/GovernorError")]: true,
    });
    expect(GovernorError.isInstance(copy)).toBe(true);
    for (const other of [new Error("x"), null, undefined, "GovernorError", { code: "x" }]) {
      expect(GovernorError.isInstance(other)).toBe(false);
    }
  });
});

describe("a history that is no array", () => {
  it.each([null, undefined, "text", {}, { length: 1 }])("%j", (value) => {
    const use = (): unknown => projectHistory(value as never, { mode: "on" });
    expect(use).toThrow(/^Expected an array of messages, got /);
    expect(() => createProjector().push(value as never)).toThrow(GovernorError);
  });
});

describe("a tool profile", () => {
  it("that throws is named, with the cause", () => {
    const cause = new Error("broken");
    const error = errorOf(() => {
      throw cause;
    });
    expect(error.code).toBe("profile_failed");
    expect(error.message).toBe('The tool profile threw for a call of "tool"; see the cause');
    expect(error.cause).toBe(cause);
    const subjectOf = (): never => {
      throw cause;
    };
    expect(errorOf(Object.assign(() => [], { subjectOf })).code).toBe("profile_failed");
  });

  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, 'observations: undefined for "tool" (expected an array)'],
    [{}, 'observations: an object for "tool" (expected an array)'],
    [[null], 'kind: undefined for "tool" (expected of type string)'],
    [["read"], 'kind: undefined for "tool" (expected of type string)'],
    [[{}], 'kind: undefined for "tool" (expected of type string)'],
    [[{ kind: "read" }], 'path: undefined for "tool" (expected of type string)'],
    [[{ kind: "change", path: 5 }], 'path: 5 for "tool" (expected of type string)'],
    [[{ kind: "paths", paths: null }], 'paths: null for "tool" (expected of type object)'],
    [
      [{ kind: "background", taskId: "t", offset: "0", limit: 1, isEmpty: true }],
      'offset: "0" for "tool" (expected of type number)',
    ],
    [
      [{ kind: "search", pattern: "p", argumentsKey: "k" }],
      'matchesKey: undefined for "tool" (expected of type string)',
    ],
  ];
  it.each(rows)("that returns %j", (observations, found) => {
    const error = errorOf(() => observations);
    expect(error.code).toBe("invalid_observation");
    expect(error.message).toBe(`The tool profile returned ${found}`);
  });

  it("leaves a projector failed, and not half done", () => {
    let calls = 0;
    const profile: ToolProfile = () => {
      calls += 1;
      throw new Error("broken");
    };
    const projector = createProjector({ ...EAGER, profile });
    projector.push(history);
    expect(() => projector.view()).toThrow(GovernorError);
    expect(() => projector.view()).toThrow(GovernorError);
    expect(() => projector.snapshot()).toThrow(GovernorError);
    expect(calls).toBe(1);
  });
});

describe("hostile histories", () => {
  it("with arguments nested deeper than any stack", () => {
    const depth = 200_000;
    const args: unknown = JSON.parse(
      `{"pattern":"p","a":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    );
    const result = { exitCode: 0, lines: [], note: LONG };
    const messages = turns(
      step("a", "search_text", args, result),
      step("b", "search_text", args, result),
    );
    const { elisions, totals } = projectHistory(messages, EAGER);
    expect(elisions).toEqual([]);
    expect(totals?.segments).toBe(4);
  });

  it("with a result nested deeper than any stack", () => {
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const messages = turns(
      step("a", "read_file", { path: "a" }, deep),
      step("b", "write_file", { path: "a" }, "{}"),
    );
    expect(projectHistory(messages, EAGER).totals?.elided).toBe(1);
  });

  it("with arguments that JSON can't hold", () => {
    const cycle: Record<string, unknown> = { pattern: "p" };
    cycle["self"] = cycle;
    for (const args of [cycle, { pattern: "p", big: 5n }, undefined, Symbol("x"), () => 1]) {
      const steps = ["a", "b"].map((id) =>
        step(id, "search_text", args, { exitCode: 0, lines: [] }),
      );
      expect(projectHistory(turns(...steps), EAGER).elisions).toEqual([]);
    }
  });

  it("with very many parallel calls, answered in any order", () => {
    const numbers = Array.from({ length: 5000 }, (_, number) => number);
    const steps = numbers.map((n) => read(`r${n}`, "a", `1a2b3c4d${n}`));
    const calls = assistant(...steps.map(({ call }) => call));
    const elided = (order: readonly number[]): number => {
      const results = order.map((n) => answer(steps[n] as (typeof steps)[number]));
      return projectHistory([calls, ...results, assistant()], EAGER).totals?.elided ?? -1;
    };
    expect(elided(numbers)).toBe(4999);
    expect(elided([...numbers].reverse())).toBe(0);
    // From both ends: the first half is in order, and each of it before all of the second half.
    expect(elided(numbers.map((n) => (n % 2 ? 4999 - (n >> 1) : n >> 1)))).toBe(2500);
  });

  it("in which a projector is given its own view", () => {
    const projector = createProjector(EAGER);
    projector.push(history);
    projector.push(projector.view().messages);
    expect(projector.view().messages).toHaveLength(history.length * 2);
  });
});
