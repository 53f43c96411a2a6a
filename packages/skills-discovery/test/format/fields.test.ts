import { describe, expect, test } from "vitest";
import { file, inspect, short } from "./helpers.ts";

async function withFields(fields: string): Promise<{
  readonly metadata: Awaited<ReturnType<typeof inspect>>["metadata"];
  readonly findings: readonly string[];
  readonly messages: readonly string[];
}> {
  const { metadata, diagnostics, rejected } = await inspect(
    file(`name: demo\ndescription: Shows.\n${fields}`),
  );
  // None of these fields keeps a skill from loading.
  expect(rejected).toBe(false);
  const messages = diagnostics.map(({ message }) => message);
  return { metadata, findings: short(diagnostics), messages };
}

describe("license", () => {
  test.each([
    ["MIT", "MIT"],
    ["'Apache-2.0'", "Apache-2.0"],
    ["See LICENSE.txt", "See LICENSE.txt"],
  ])("%s", async (written, read) => {
    const { metadata, findings } = await withFields(`license: ${written}`);
    expect(metadata.license).toBe(read);
    expect(findings).toEqual([]);
  });

  test.each([
    ["[MIT]", "4:10", null],
    ["{ a: b }", "4:10", null],
    ["2.0", "4:10", "2.0"],
    ["true", "4:10", "true"],
    ["", "4:1", null],
    ["null", "4:10", null],
  ])("of a wrong type: %s", async (written, place, read) => {
    const { metadata, findings } = await withFields(`license: ${written}`);
    expect(metadata.license).toBe(read);
    expect(findings).toEqual([`warning license.invalid ${place}`]);
  });
});

describe("compatibility", () => {
  test("1 to 500 code points are accepted", async () => {
    for (const text of ["x", "Node.js 20", "🎉".repeat(500)]) {
      const { metadata, findings } = await withFields(`compatibility: ${text}`);
      expect(metadata.compatibility).toBe(text);
      expect(findings).toEqual([]);
    }
  });

  test.each([
    ["'x'".replace("x", "x".repeat(501)), "4:16"],
    ["''", "4:16"],
    ["' '", "4:16"],
    ["", "4:1"],
    ["[a]", "4:16"],
    ["{ a: b }", "4:16"],
  ])("otherwise a warning", async (written, place) => {
    const { findings } = await withFields(`compatibility: ${written}`);
    expect(findings).toEqual([`warning compatibility.invalid ${place}`]);
  });
});

describe("metadata", () => {
  test("every scalar is text, as it stands in the source", async () => {
    const { metadata, findings } = await withFields(
      "metadata:\n  version: 1.0\n  author: 'A: B'\n  on: yes\n  since: 2024-01-02\n  empty:\n  big: 0x1F",
    );
    expect({ ...metadata.metadata }).toEqual({
      version: "1.0",
      author: "A: B",
      on: "yes",
      since: "2024-01-02",
      empty: "",
      big: "0x1F",
    });
    expect(findings).toEqual([]);
  });

  test("YAML's flow forms are read", async () => {
    const { metadata, findings } = await withFields('metadata: {"a": "b", c: [x]}');
    expect({ ...metadata.metadata }).toEqual({ a: "b" });
    expect(findings).toEqual(["warning metadata.invalid 4:22"]);
  });

  test.each([
    ["text", "4:11"],
    ["[a]", "4:11"],
    ["", "4:1"],
    ["{ a: [b] }", "4:13"],
    ["\n  a:\n    b: c", "5:3"],
    ["\n  x: y\n  a:\n    - c", "6:3"],
  ])("that isn't a map of text: %s", async (written, place) => {
    const { findings } = await withFields(`metadata: ${written}`);
    expect(findings).toEqual([`warning metadata.invalid ${place}`]);
  });

  test("no key is special", async () => {
    const { metadata, findings } = await withFields(
      "metadata:\n  __proto__: a\n  constructor: b\n  toString: c\n  hasOwnProperty: d",
    );
    expect(findings).toEqual([]);
    expect(Object.entries(metadata.metadata)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
      ["hasOwnProperty", "d"],
    ]);
    expect(Object.getPrototypeOf(metadata.metadata)).toBeNull();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test("the message names at most five keys", async () => {
    const fields = Array.from({ length: 9 }, (_, index) => `  k${index}: [x]`).join("\n");
    const { messages } = await withFields(`metadata:\n${fields}`);
    expect(messages[0]).toContain("`k4` and 4 more");
  });
});

describe("allowed-tools", () => {
  test.each([
    ["Read", ["Read"], []],
    ["Bash(jq:*) Bash(git:*)", ["Bash(jq:*)", "Bash(git:*)"], []],
    ["Read  Write\n  Edit", ["Read", "Write", "Edit"], []],
    ["Bash(git add:*) Read", ["Bash(git add:*)", "Read"], []],
    ["Bash(a(b) c) Read", ["Bash(a(b) c)", "Read"], []],
    ["Bash(a, b) Read", ["Bash(a, b)", "Read"], []],
    ["Bash(a Read Write", ["Bash(a", "Read", "Write"], []],
    ["a) b", ["a)", "b"], []],
    ["Read, Write", ["Read", "Write"], ["warning allowed-tools.commas 4:16"]],
    ["Read,Write,", ["Read", "Write"], ["warning allowed-tools.commas 4:16"]],
    ["[Read, Bash]", ["Read", "Bash"], ["warning allowed-tools.not-a-string 4:16"]],
    [
      "\n  - Read\n  - Bash(git:*)",
      ["Read", "Bash(git:*)"],
      ["warning allowed-tools.not-a-string 5:3"],
    ],
    ["\n- Read\n- Bash", ["Read", "Bash"], ["warning allowed-tools.not-a-string 5:1"]],
    ["[]", [], ["warning allowed-tools.not-a-string 4:16"]],
    [
      "[Read, [a], ~, '']",
      ["Read", "~"],
      ["warning allowed-tools.invalid 4:16", "warning allowed-tools.not-a-string 4:16"],
    ],
    ["{ a: b }", [], ["warning allowed-tools.invalid 4:16"]],
    ["", [], ["warning allowed-tools.invalid 4:1"]],
    ["12", ["12"], ["warning allowed-tools.invalid 4:16"]],
  ])("%s", async (written, tools, findings) => {
    const result = await withFields(`allowed-tools: ${written}`);
    expect(result.metadata.allowedTools).toEqual(tools);
    expect(result.findings).toEqual(findings);
  });
});

describe("disable-model-invocation", () => {
  test.each([
    ["true", true, []],
    ["True", true, []],
    ["false", false, []],
    ["'true'", true, ["warning disable-model-invocation.invalid 4:27"]],
    ["yes", true, ["warning disable-model-invocation.invalid 4:27"]],
    ["'on'", true, ["warning disable-model-invocation.invalid 4:27"]],
    ["no", false, ["warning disable-model-invocation.invalid 4:27"]],
    ["maybe", false, ["warning disable-model-invocation.invalid 4:27"]],
    ["[true]", false, ["warning disable-model-invocation.invalid 4:27"]],
    ["", false, ["warning disable-model-invocation.invalid 4:1"]],
  ])("%s", async (written, read, findings) => {
    const result = await withFields(`disable-model-invocation: ${written}`);
    expect(result.metadata.disableModelInvocation).toBe(read);
    expect(result.findings).toEqual(findings);
  });
});

describe("unknown fields", () => {
  test("are an information each, at their keys", async () => {
    const { findings } = await withFields("version: 1.0\nrisk: safe\n? x\n: y\n'a b': c");
    expect(findings).toEqual([
      "information field.unknown 4:1",
      "information field.unknown 5:1",
      "information field.unknown 6:3",
      "information field.unknown 8:1",
    ]);
  });

  test.each([
    ["Description: x", "`description`"],
    ["allowed_tools: x", "`allowed-tools`"],
    ["NAME: x", "`name`"],
  ])("%s: the message says what is meant", async (field, meant) => {
    const { messages } = await withFields(field);
    expect(messages[0]).toContain(`write it as ${meant}`);
  });

  test("beyond a hundred are told as a number", async () => {
    const fields = Array.from({ length: 3000 }, (_, index) => `k${index}: v`).join("\n");
    const { findings, messages } = await withFields(fields);
    expect(findings).toHaveLength(101);
    expect(messages.at(-1)).toMatch(/^2900 more fields/);
  });

  test("of the top level only", async () => {
    expect((await withFields("metadata:\n  risk: safe")).findings).toEqual([]);
  });

  test("a merge key is a key like any other, and merges nothing", async () => {
    const { metadata, findings } = await withFields("<<: { license: MIT }");
    expect(metadata.license).toBeNull();
    expect(findings).toEqual(["information field.unknown 4:1"]);
  });
});
