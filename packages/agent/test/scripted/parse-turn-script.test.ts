import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError } from "../../src/scripted/find-json-error.ts";
import { parseTurnScript, turnScriptSchema } from "../../src/scripted.ts";

const problemsOf = (value: unknown) =>
  parseTurnScript(typeof value === "string" ? value : JSON.stringify(value)).problems;

const BASE = { schemaVersion: 1, name: "x", turns: [] };

test("the bundled story is one", () => {
  const story = new URL("../../../cli/stories/shop/story.json", import.meta.url);
  const { script, problems } = parseTurnScript(readFileSync(story, "utf8"));
  expect(problems).toEqual([]);
  expect(script?.turns.length).toBeGreaterThan(10);
});

test("a byte-order mark is no fault", () => {
  expect(problemsOf(`\ufeff${JSON.stringify(BASE)}`)).toEqual([]);
});

test.each<[unknown, string, string]>([
  [{ ...BASE, schemaVersion: 2 }, "script.invalid", "schemaVersion"],
  [{ ...BASE, name: "a b" }, "script.invalid", "name"],
  [{ ...BASE, extra: 1 }, "script.invalid", ""],
  [{ ...BASE, turns: [{ calls: [{}] }] }, "script.invalid", "turns[0].calls[0].tool"],
  [
    { ...BASE, turns: [{ failures: [{ code: "no" }] }] },
    "script.invalid",
    "turns[0].failures[0].code",
  ],
  [{ ...BASE, turns: [{ text: "{{oops" }] }, "script.placeholder", "turns[0].text"],
  [
    { ...BASE, turns: [{ calls: [{ tool: "t", args: ["{{x}}"] }] }] },
    "script.placeholder",
    "turns[0].calls[0].args[0]",
  ],
  [[], "script.invalid", ""],
  ["null", "script.invalid", ""],
])("%j", (value, code, key) => {
  const problems = problemsOf(value);
  expect(problems[0]).toMatchObject({ code, key });
  expect(
    parseTurnScript(typeof value === "string" ? value : JSON.stringify(value)).script,
  ).toBeUndefined();
});

test("a fault of syntax has its place", () => {
  const [problem] = problemsOf('{\n  "name": "x",\n  oops\n}');
  expect(problem).toMatchObject({ code: "script.syntax", line: 3, column: 3 });
});

test("the place of a fault is where the text can't go on", () => {
  for (const [text, offset] of [
    ["", 0],
    ["  ", 2],
    ["[1 2]", 3],
    ["[1,]", 3],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ["{a:1}", 1],
    ['["a\nb"]', 1],
    ["[1] x", 4],
    ["[01]", 2],
    ["[tru]", 1],
    ["]", 0],
  ] as const) {
    expect([text, findJsonError(text)]).toEqual([text, offset]);
  }
  // Of a text with one character too many, the place is that one or before it; of JSON, the end.
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      expect(findJsonError(text)).toBe(text.length);
      const place = at % (text.length + 1);
      const broken = `${text.slice(0, place)}\u0000${text.slice(place)}`;
      expect(findJsonError(broken)).toBeLessThanOrEqual(place);
    }),
  );
});

test("whatever the text is, it ends with a script or with problems", () => {
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  expect(problemsOf(deep)).toHaveLength(1);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((x) => JSON.stringify({ ...BASE, turns: [x] })),
      ),
      (text) => {
        const { script, problems } = parseTurnScript(text);
        expect(script === undefined).toBe(problems.length > 0);
        if (script !== undefined) expect(turnScriptSchema.parse(script)).toEqual(script);
      },
    ),
  );
});
