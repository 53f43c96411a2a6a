import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
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
