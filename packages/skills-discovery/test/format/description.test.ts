import { describe, expect, test } from "vitest";
import { file, inspect, judged, short } from "./helpers.ts";

function described(description: string): string {
  return file(`name: demo\ndescription: ${description}`);
}

describe("description", () => {
  test.each([
    ["plain", "Shows how.", "Shows how."],
    ["double quotes", '"Use when: asked \\"now\\""', 'Use when: asked "now"'],
    ["single quotes", "'It''s: so'", "It's: so"],
    ["folded", ">\n  One\n  two\n\n  three", "One two\nthree"],
    ["folded, stripped", ">-\n  One\n  two", "One two"],
    ["literal", "|\n  One\n  - two", "One\n- two"],
    ["literal with deeper lines", "|-\n  One\n    two", "One\n  two"],
    ["with its indentation told", ">2-\n   One\n  two", "One\ntwo"],
    ["over several lines", "One\n  two\n\n  three", "One two\nthree"],
    ["quoted over several lines", '"One\n  two"', "One two"],
    ["on the next line", "\n  One two", "One two"],
    ["with a hash in a word", "For C# and a#b", "For C# and a#b"],
    ["with colons in words", "See http://x.y: no, a:b", "See http://x.y: no, a:b"],
    ["escapes", '"caf\\u00e9 \\x41"', "café A"],
    ["blanks around", "'  One  '", "One"],
  ])("%s", async (_, written, read) => {
    const { metadata, rejected } = await inspect(described(written));
    expect(rejected).toBe(false);
    expect(metadata.description).toBe(read);
  });

  test.each([
    ["missing", "name: demo", "1:1"],
    ["empty", "name: demo\ndescription:", "3:1"],
    ["null", "name: demo\ndescription: null", "3:14"],
    ["tilde", "name: demo\ndescription: ~", "3:14"],
    ["blank", 'name: demo\ndescription: "  "', "3:14"],
    ["an empty block", "name: demo\ndescription: |", "3:14"],
    ["a comment alone", "name: demo\ndescription: #1 tool", "3:1"],
    ["a list", "name: demo\ndescription: [a, b]", "3:14"],
    ["a mapping", "name: demo\ndescription:\n  Use: it", "4:3"],
  ])("%s: an error, and rejected", async (_, fields, place) => {
    expect(await judged(file(fields))).toEqual({
      rejected: true,
      name: "demo",
      description: null,
      findings: [`error description.missing ${place}`],
    });
  });

  test("1024 code points are accepted, one more is an error that loads", async () => {
    for (const char of ["a", "é", "🎉"]) {
      expect((await judged(described(char.repeat(1024)))).findings).toEqual([]);
      const long = await judged(described(char.repeat(1025)));
      expect(long.findings).toEqual(["error description.too-long 3:14"]);
      expect(long.rejected).toBe(false);
      expect(long.description).toBe(char.repeat(1025));
    }
  });

  test("the length is counted after trimming", async () => {
    expect((await judged(described(`'  ${"a".repeat(1024)}   '`))).findings).toEqual([]);
    expect((await judged(described(`>\n  ${"a".repeat(1024)}`))).findings).toEqual([]);
  });

  test.each([
    ["12306", "number"],
    ["1.50", "number"],
    ["-1", "number"],
    ["0o17", "number"],
    [".inf", "number"],
    [".NaN", "number"],
    ["1_000", "number"],
    ["12:30:45", "number"],
    ["true", "boolean"],
    ["False", "boolean"],
    ["yes", "boolean"],
    ["NO", "boolean"],
    ["2024-01-31", "date"],
    ["2024-01-31 10:00:00", "date"],
    ["2024-01-31T10:00:00Z", "date"],
  ])("%s loads as its source text, with a warning", async (written, type) => {
    const { rejected, metadata, diagnostics } = await inspect(described(written));
    expect(rejected).toBe(false);
    expect(metadata.description).toBe(written);
    expect(short(diagnostics)).toEqual(["warning description.not-text 3:14"]);
    expect(diagnostics[0]?.message).toContain(type);
  });

  test.each([
    "'12306'",
    "1.2.3",
    "v1",
    "12 monkeys",
    "true story",
    "yes please",
    "2024 in review",
    "|\n  12",
  ])("%s is text", async (written) => {
    expect((await judged(described(written))).findings).toEqual([]);
  });
});

describe("a description that YAML cuts", () => {
  test.each([
    ["For C# code #part", "For C# code", "3:26", "#part"],
    ["Fix issue #12", "Fix issue", "3:24", "#12"],
    ["Fix\t# all of it", "Fix", "3:18", "# all of it"],
  ])("%s: a warning at the cut, and it loads", async (written, read, place, lost) => {
    const { rejected, metadata, diagnostics } = await inspect(described(written));
    expect(rejected).toBe(false);
    expect(metadata.description).toBe(read);
    expect(short(diagnostics)).toEqual([`warning description.cut-by-comment ${place}`]);
    expect(diagnostics[0]?.message).toContain(lost);
  });

  test.each(["For C# code", "a#b", '"all of it" # note', "> # note\n  text", "'#1 tool'"])(
    "%s is whole",
    async (written) => {
      expect((await judged(described(written))).findings).toEqual([]);
    },
  );

  test("a comment behind another field cuts nothing that matters", async () => {
    const text = file("name: demo # the name\ndescription: Shows.\nlicense: MIT # ours");
    expect((await judged(text)).findings).toEqual([]);
  });
});
