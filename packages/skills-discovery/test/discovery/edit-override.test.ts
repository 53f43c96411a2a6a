import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import type { SkillOverride } from "../../src/index.ts";
import { editSkillOverride } from "../../src/overrides.ts";

const set = (text: string | undefined, name = "pdf", value: SkillOverride | null = "off") =>
  editSkillOverride({ text, name, value });

describe("editSkillOverride", () => {
  test.each([
    ["no file", undefined, '{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n'],
    ["an empty file", "", '{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n'],
    ["a comment alone", "// mine", '// mine\n{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n'],
    ["an empty object", "{}\n", '{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n'],
    [
      "an object with a comment alone",
      "{\n  // later\n}\n",
      '{\n  // later\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n',
    ],
    ["one line", '{ "a": 1 }', '{ "a": 1, "skillOverrides": { "pdf": "off" } }'],
    [
      "a trailing comma and a comment on its line",
      '{\n  "a": 1, // one\n  // end\n}\n',
      '{\n  "a": 1, // one\n  "skillOverrides": {\n    "pdf": "off"\n  },\n  // end\n}\n',
    ],
    [
      "a comment on the last line without a comma",
      '{\n  "a": 1 // one\n}\n',
      '{\n  "a": 1, // one\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n',
    ],
    [
      "other names, tabs and CRLF",
      '{\r\n\t"skillOverrides": {\r\n\t\t"z": "on" /* keep */\r\n\t},\r\n\t"b": [1,2]\r\n}\r\n',
      '{\r\n\t"skillOverrides": {\r\n\t\t"z": "on", /* keep */\r\n\t\t"pdf": "off"\r\n\t},\r\n\t"b": [1,2]\r\n}\r\n',
    ],
    [
      "another value of the name",
      '{"skillOverrides":{"pdf":"on","x":"off"}}',
      '{"skillOverrides":{"pdf":"off","x":"off"}}',
    ],
    [
      "an empty object of overrides",
      '{\n    "skillOverrides": {}\n}\n',
      '{\n    "skillOverrides": {\n        "pdf": "off"\n    }\n}\n',
    ],
    [
      "a byte-order mark",
      '\uFEFF{ "skillOverrides": { "pdf": "on" } }',
      '\uFEFF{ "skillOverrides": { "pdf": "off" } }',
    ],
    [
      "a name written with an escape",
      '{ "skillOverrides": { "\\u0070df": "on" } }',
      '{ "skillOverrides": { "\\u0070df": "off" } }',
    ],
  ])("with %s", (_, text, edited) => {
    expect(set(text)).toEqual({ text: edited, changed: true, diagnostics: [] });
    // Doing it twice is doing it once.
    expect(set(edited)).toEqual({ text: edited, changed: false, diagnostics: [] });
  });

  test.each([
    ["alone", '{ "skillOverrides": { "pdf": "off" } }', '{ "skillOverrides": { } }'],
    [
      "on its line",
      '{\n  "skillOverrides": {\n    "a": "on",\n    "pdf": "off", // why\n    "b": "on"\n  }\n}\n',
      '{\n  "skillOverrides": {\n    "a": "on",\n    // why\n    "b": "on"\n  }\n}\n',
    ],
    [
      "whole line",
      '{\n  "skillOverrides": {\n    "pdf": "off",\n    "b": "on"\n  }\n}\n',
      '{\n  "skillOverrides": {\n    "b": "on"\n  }\n}\n',
    ],
    [
      "last, its comma before it",
      '{\n  "skillOverrides": {\n    "a": "on", // stays\n    "pdf": "off"\n  }\n}\n',
      '{\n  "skillOverrides": {\n    "a": "on" // stays\n  }\n}\n',
    ],
    ["not there", '{ "a": 1 }', '{ "a": 1 }'],
    ["no file", undefined, ""],
  ])("takes an override away: %s", (_, text, edited) => {
    const result = set(text, "pdf", null);
    expect(result.text).toBe(edited);
    expect(result.diagnostics).toEqual([]);
    expect(parse(edited)?.skillOverrides?.pdf).toBeUndefined();
  });

  test.each([
    ["{", "config.invalid", 1, 2],
    ['{\n  "a": 1\n  "b": 2\n}', "config.invalid", 3, 3],
    ["[1]", "config.invalid", 1, 1],
    ['"x"', "config.invalid", 1, 1],
    ['{ "skillOverrides": null }', "config.invalid", 1, 3],
    ['{ "skillOverrides": ["pdf"] }', "config.invalid", 1, 3],
    ['{ "skillOverrides": {}, "skillOverrides": {} }', "config.duplicate-key", 1, 25],
    ['{ "skillOverrides": { "pdf": "on",\n "pdf": "off" } }', "config.duplicate-key", 2, 2],
    [`${"[".repeat(200_000)}`, "config.invalid", null, null],
    [`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "config.invalid", null, null],
    ["x".repeat(1_048_577), "config.invalid", 1, 1],
  ])("leaves a file alone that it can't edit: %.40j", (text, code, line, column) => {
    const result = set(text);
    expect(result).toMatchObject({ text, changed: false });
    expect(result.diagnostics).toMatchObject([
      { code, severity: "error", path: "config.json", ...(line !== null && { line, column }) },
    ]);
  });

  test.each(["", "PDF", "a b", "../x", "vercel:nextjs", "__proto__", "a--b"])(
    "refuses the name %j",
    (name) => {
      expect(() => set("{}", name)).toThrow(/no name/);
    },
  );

  test("refuses an unknown value", () => {
    expect(() => set("{}", "pdf", "maybe" as "on")).toThrow(/on, off/);
  });

  test("a name like an object's member is a name", () => {
    expect(parse(set("{}", "constructor").text).skillOverrides).toEqual({ constructor: "off" });
  });
});

describe("edits of any file", () => {
  const blank = fc.constantFrom("", " ", "\n  ", "\t", " /* c */ ", " // c\n", "\r\n");
  const json: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("1", "null", "true", '"x"', '"}//"', "{}", "[]"),
      fc
        .array(
          fc.tuple(
            blank,
            fc.constantFrom("a", "b", "c,", "skillOverrides"),
            blank,
            tie("value"),
            blank,
          ),
          {
            maxLength: 4,
          },
        )
        .chain((entries) =>
          fc.boolean().map((comma) => {
            const body = entries
              .map(([b, key, c, value, d]) => `${b}${JSON.stringify(key)}:${c}${value}${d}`)
              .join(",");
            return `{${body}${comma && entries.length > 0 ? "," : ""}}`;
          }),
        ),
    ),
  })).value;
  const overrides = fc
    .array(fc.tuple(blank, fc.constantFrom("pdf", "x", "y"), fc.constantFrom("on", "off")), {
      maxLength: 4,
    })
    .map(
      (entries) => `{${entries.map(([b, key, value]) => `${b}"${key}": "${value}"`).join(",")}}`,
    );
  const file = fc
    .tuple(
      blank,
      fc.array(fc.tuple(blank, fc.constantFrom("a", "b", "skillOverrides"), json, blank), {
        maxLength: 3,
      }),
      overrides,
      fc.boolean(),
      blank,
    )
    .map(([start, entries, own, has, end]) => {
      const all = entries.map(([b, key, value, c]) => `${b}"${key}": ${value}${c}`);
      return `${start}{${[...all, ...(has ? [` "skillOverrides": ${own}`] : [])].join(",")}}${end}`;
    });

  test("change the one value, keep every other value, every comment and their order, and can be undone", () => {
    let edited = 0;
    let refused = 0;
    fc.assert(
      fc.property(file, fc.constantFrom("on", "off", "manual", null), (text, value) => {
        const result = set(text, "pdf", value);
        if (result.diagnostics.length > 0) {
          refused += 1;
          expect(result.text).toBe(text);
          return;
        }
        const errors: never[] = [];
        const before = parse(text, [], { allowTrailingComma: true }) ?? {};
        const after = parse(result.text, errors, { allowTrailingComma: true }) ?? {};
        expect(errors).toEqual([]);
        expect(after.skillOverrides?.pdf).toBe(value ?? undefined);
        const { pdf: _, ...rest } = after.skillOverrides ?? {};
        const { pdf: __, ...restBefore } = before.skillOverrides ?? {};
        expect(rest).toEqual(restBefore);
        expect(Object.keys(after).filter((key) => key in before)).toEqual(Object.keys(before));
        expect({ ...after, skillOverrides: null }).toEqual({ ...before, skillOverrides: null });
        expect(result.text.match(/\/\*|\/\//g)).toEqual(text.match(/\/\*|\/\//g));
        edited += Number(result.changed);
      }),
      { numRuns: Number(process.env["ALISIO_FC_RUNS"] ?? 500) },
    );
    expect(edited).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(3);
  });
});
