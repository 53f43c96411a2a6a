import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfigFile } from "../src/config/parse-config-file.ts";

const problemsOf = (text: string) => parseConfigFile(text, "config.json").problems;

describe("parseConfigFile accepts", () => {
  it.each([
    ["an empty object", "{}"],
    ["comments and trailing commas", '{ // why\n "skills": ["a",], /* b */ }'],
    ["a byte-order mark", '\ufeff{"schemaVersion": 1}'],
    ["$schema", '{"$schema": "./config.schema.json"}'],
    ["both ends of a range", '{"context": {"maxBytes": 1024, "elide": {"epochMessages": 1000}}}'],
    ["null where unknown is a value", '{"provider": {"contextWindow": null}}'],
    ["an override named like a prototype's member", '{"skillOverrides": {"constructor": "on"}}'],
  ])("%s", (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it("keeps an override named like a prototype's member as an own key", () => {
    const { value } = parseConfigFile('{"skillOverrides": {"toString": "off"}}', "c");
    expect(Object.entries(value?.skillOverrides ?? {})).toEqual([["toString", "off"]]);
  });
});

describe("parseConfigFile names file, key, value and range", () => {
  it.each([
    [
      '{"context": {"maxBytes": 5}}',
      1,
      26,
      "context.maxBytes",
      '"context.maxBytes" is 5; it must be a whole number from 1024 to 1048576',
    ],
    [
      '{"context": {"maxBytes": 2000.5}}',
      1,
      26,
      "context.maxBytes",
      '"context.maxBytes" is 2000.5; it must be a whole number from 1024 to 1048576',
    ],
    [
      '{"context": {"maxBytes": "4096"}}',
      1,
      26,
      "context.maxBytes",
      '"context.maxBytes" is "4096"; it must be a whole number from 1024 to 1048576',
    ],
    [
      '{"context": {"elide": {"minAgeTurns": 0}}}',
      1,
      39,
      "context.elide.minAgeTurns",
      '"context.elide.minAgeTurns" is 0; it must be a whole number from 1 to 20',
    ],
    [
      '{"context": {"policyVersion": 2}}',
      1,
      31,
      "context.policyVersion",
      '"context.policyVersion" is 2; it must be a whole number from 1 to 1',
    ],
    [
      '{"context": {"governor": "full"}}',
      1,
      26,
      "context.governor",
      '"context.governor" is "full"; it must be one of "off", "shadow", "on"',
    ],
    [
      '{\n  "compaction": {\n    "threshold": 1.5\n  }\n}',
      3,
      18,
      "compaction.threshold",
      '"compaction.threshold" is 1.5; it must be a number over 0, at most 1',
    ],
    ['{"skills": "a"}', 1, 12, "skills", '"skills" is "a"; it must be a list of paths'],
    [
      '{"skills": ["\\u0000"]}',
      1,
      13,
      "skills.0",
      '"skills.0" is "\\u0000"; it must be a list of paths',
    ],
    ['{"skills": [1]}', 1, 13, "skills.0", '"skills.0" is 1; it must be a list of paths'],
    [
      '{"skillOverrides": {"a": "maybe"}}',
      1,
      26,
      "skillOverrides.a",
      '"skillOverrides.a" is "maybe"; it must be one of "on", "off", "name-only", "manual"',
    ],
    ['{"context": []}', 1, 13, "context", '"context" is a list; it must be an object'],
    ["[]", 1, 1, "", "the file is a list; it must be an object"],
    ['{"schemaVersion": 2}', 1, 19, "schemaVersion", '"schemaVersion" is 2; it must be 1'],
    [
      '{"provider": {"baseURL": "file:///x"}}',
      1,
      26,
      "provider.baseURL",
      '"provider.baseURL" is "file:///x"; it must be a URL that begins with http:// or https://',
    ],
    [
      '{"catalog": {"maxEntries": -1}}',
      1,
      28,
      "catalog.maxEntries",
      '"catalog.maxEntries" is -1; it must be a whole number from 0 to 1000000',
    ],
  ])("%s", (text, line, column, key, message) => {
    expect(problemsOf(text)).toEqual([
      {
        code: "config.invalid-value",
        severity: "error",
        path: "config.json",
        line,
        column,
        key,
        message,
      },
    ]);
  });

  it("points at an unknown key and lists the known ones of that place", () => {
    expect(problemsOf('{\n  "context": { "maxByte": 1 }\n}')).toEqual([
      {
        code: "config.unknown-key",
        severity: "error",
        path: "config.json",
        line: 2,
        column: 16,
        key: "context.maxByte",
        message:
          'unknown key "context.maxByte"; allowed are claudeMdFallback, maxBytes, governor, policyVersion, elide, invariants',
      },
    ]);
  });

  it("reports every problem of a file, not the first alone", () => {
    const text = '{"x": 1, "context": {"maxBytes": 1, "governor": 2}, "skills": 3}';
    expect(
      problemsOf(text)
        .map((problem) => problem.key)
        .sort(),
    ).toEqual(["context.governor", "context.maxBytes", "skills", "x"]);
  });

  it("refuses a key that stands twice: which one counts would be a guess", () => {
    expect(problemsOf('{"skills": ["a"], "skills": []}')[0]).toMatchObject({
      code: "config.unknown-key",
      column: 19,
    });
  });

  it("refuses __proto__ as a key at every level", () => {
    for (const text of ['{"__proto__": {}}', '{"skillOverrides": {"__proto__": "off"}}']) {
      expect(problemsOf(text)[0]).toMatchObject({ code: "config.unknown-key" });
    }
  });

  it.each([
    ["{", "config.syntax"],
    ["", "config.syntax"],
    ["{'a': 1}", "config.syntax"],
    ["{} {}", "config.syntax"],
    ["[".repeat(200_000), "config.syntax"],
    [`{"a":${"[".repeat(100)}${"]".repeat(100)}}`, "config.syntax"],
  ])("refuses what isn't JSON: %.20s", (text, code) => {
    expect(problemsOf(text)[0]?.code).toBe(code);
  });

  it("a message is one line without control characters, whatever the key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (key, value) => {
        const text = JSON.stringify({ [key]: 1, provider: { type: value } });
        const found = problemsOf(text);
        expect(found.length).toBeGreaterThan(0);
        for (const { message } of found) expect(message).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
      }),
    );
  });
});
