import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { quoteScalar } from "../../src/internal/yaml-quote.ts";
import { lineText, RUNS } from "./arbitraries.ts";
import { file, inspect, judged, short, validate } from "./helpers.ts";

function described(description: string): string {
  return file(`name: demo\ndescription: ${description}`);
}

describe("a scalar that strict YAML refuses loads as the text it plainly is", () => {
  test.each([
    ["a colon", "Use when: asked", "Use when: asked"],
    ["several colons", "Use when: asked. Not when: told", "Use when: asked. Not when: told"],
    ["a colon at the end", "Use when:", "Use when:"],
    ["a colon and a hash", "Fix: all of #12", "Fix: all of #12"],
    ["a colon before a tab", "Use:\twhen", "Use:\twhen"],
    ["a colon in a later line", "Use\n  when: asked", "Use when: asked"],
    ["a hash, and another line", "Fix issue #12\n  and more", "Fix issue #12 and more"],
    ["a bracketed start", "[WIP] Shows", "[WIP] Shows"],
    ["a braced start", "{draft} Shows", "{draft} Shows"],
    ["a Markdown link first", "[docs](https://x.y) tell", "[docs](https://x.y) tell"],
    ["a bracket that nothing closes", "[WIP Shows", "[WIP Shows"],
    ["a brace that nothing closes", "{x Shows", "{x Shows"],
    ["a closing bracket first", "] Shows", "] Shows"],
    ["bracketed text with quotes", "[\"a\", 'b'] Shows", "[\"a\", 'b'] Shows"],
    ["an apostrophe in brackets", "[don't] Shows", "[don't] Shows"],
    ["an at sign", "@mention in texts", "@mention in texts"],
    ["a backquote", "`code` first", "`code` first"],
    ["a percent sign", "% of all", "% of all"],
    ["a comma", ", then", ", then"],
    ["emphasis", "*Shows* how", "*Shows* how"],
    ["strong emphasis", "**Shows** how", "**Shows** how"],
    ["an ampersand", "& more", "& more"],
    ["a hyphen", "- Shows", "- Shows"],
    ["a question mark", "? Shows", "? Shows"],
    ["a colon first", ": Shows", ": Shows"],
    ["text behind a quoted part", '"Shows" how', '"Shows" how'],
    ["text behind a part in single quotes", "'Shows' how: so", "'Shows' how: so"],
    ["a continuation by tab", "Shows\n\thow\n\tit works", "Shows how it works"],
    ["an empty line between", "Use: this\n\n  and that", "Use: this\nand that"],
    ["items below", "Use for:\n  - this\n  - that: so", "Use for: - this - that: so"],
    ["blanks at the ends", "  Use when: asked \t", "Use when: asked"],
  ])("%s", async (_, written, read) => {
    const { rejected, metadata, diagnostics } = await inspect(described(written));
    expect(rejected).toBe(false);
    expect(metadata.description).toBe(read);
    const column = 14 + (written.length - written.trimStart().length);
    expect(short(diagnostics)).toEqual([`error frontmatter.unquoted-scalar 3:${column}`]);
    // The message gives the form to write, and YAML reads in it what was meant.
    const form = diagnostics[0]?.message.split("; write ").at(-1) ?? "";
    if (!read.includes("\t")) expect(yaml.parse(form)).toEqual({ description: read });
    expect((await validate(described(written))).valid).toBe(false);
  });

  test("on the line below its key, indented by a tab", async () => {
    expect(await judged(file("name: demo\ndescription:\n\tShows\n\thow"))).toEqual({
      rejected: false,
      name: "demo",
      description: "Shows how",
      findings: ["error frontmatter.unquoted-scalar 4:2"],
    });
  });

  test("with CRLF", async () => {
    expect(await judged(described("Use: a\n  b: c").replaceAll("\n", "\r\n"))).toMatchObject({
      description: "Use: a b: c",
      findings: ["error frontmatter.unquoted-scalar 3:14"],
    });
  });

  test("in several fields, lists and mappings at once", async () => {
    const fields = [
      "name: demo",
      "description: Use when: asked",
      "license: [MIT] or: other",
      "argument-hint: [file] [line]",
      "allowed-tools: Bash(git: *) Read",
      "metadata:",
      "  note: a: b",
      "  mail: @me",
      "tags:",
      "  - one: two: three",
      "  - `code`",
    ].join("\n");
    const { rejected, metadata, diagnostics } = await inspect(file(fields));
    expect(rejected).toBe(false);
    expect(metadata).toMatchObject({
      description: "Use when: asked",
      license: "[MIT] or: other",
      allowedTools: ["Bash(git: *)", "Read"],
    });
    expect({ ...metadata.metadata }).toEqual({ note: "a: b", mail: "@me" });
    const repairs = diagnostics.filter(({ code }) => code === "frontmatter.unquoted-scalar");
    expect(repairs.map(({ line, column }) => `${line}:${column}`)).toEqual([
      "3:14",
      "4:10",
      "5:16",
      "6:16",
      "8:9",
      "9:9",
      "11:10",
      "12:5",
    ]);
  });

  test("a name as well, which then is judged like any other", async () => {
    expect(await judged(file("name: [invalid\ndescription: Shows."))).toEqual({
      rejected: true,
      name: "[invalid",
      description: "Shows.",
      findings: [
        "error frontmatter.unquoted-scalar 2:7",
        "warning name.directory-mismatch 2:7",
        "error name.invalid 2:7",
      ],
    });
  });
});

describe("what may be meant in two ways is rejected", () => {
  test.each([
    ["a quote that nothing closes", 'description: "Shows how', "invalid-yaml 3:14"],
    ["an apostrophe first", "description: 'tis so", "invalid-yaml 3:14"],
    ["text between two quoted parts", 'description: "Shows" and "tells"', "invalid-yaml 3:22"],
    ["text on the line of a block", "description: > Shows: how", "invalid-yaml 3:16"],
    ["an alias", "description: *shows", "alias-or-anchor 3:14"],
    ["an anchor", "description: &a Shows: how", "alias-or-anchor 3:14"],
    ["a tag", "description: !a Shows: how", "tag 3:14"],
    ["a comment in the middle", "description: Use: a\n  # note\n  b", "invalid-yaml 3:14"],
    ["text without indentation", "description: Shows\nhow it works", "invalid-yaml 4:1"],
    [
      "a list that nothing closes",
      "description: b\nallowed-tools: [Read, Bash",
      "invalid-yaml 4:16",
    ],
    ["text behind a list", "description: b\nallowed-tools: [Read] Bash", "invalid-yaml 4:23"],
    ["an own field with an open list", "description: b\ntags: [a, b", "invalid-yaml 4:7"],
    ["metadata on its key's line", "description: b\nmetadata: a: b", "invalid-yaml 4:11"],
    ["entries below a text", "description: b\nx: y\n  z: a", "invalid-yaml 4:4"],
    ["a field that slipped below another", "description: b\n license: MIT", "invalid-yaml 3:14"],
    ["a mapping indented by tab", "description: b\nmetadata:\n\ta: b", "invalid-yaml 5:1"],
    ["no blank behind the colon", "description: b\nlicense:MIT", "invalid-yaml 4:1"],
  ])("%s", async (_, fields, finding) => {
    const { rejected, diagnostics } = await inspect(file(`name: demo\n${fields}`));
    expect(rejected).toBe(true);
    expect(short(diagnostics)).toEqual([`error frontmatter.${finding}`]);
  });

  test("a repair counts only where with it the whole frontmatter is read", async () => {
    const { rejected, diagnostics } = await inspect(described("Use: a\ntags: [b\nx: y"));
    expect(rejected).toBe(true);
    expect(short(diagnostics)).toEqual([
      "error frontmatter.unquoted-scalar 3:14",
      "error frontmatter.invalid-yaml 4:7",
    ]);
  });

  test("a key twice stays refused", async () => {
    const { rejected, diagnostics } = await inspect(described("Use: a\nname: other"));
    expect(rejected).toBe(true);
    expect(short(diagnostics)).toContain("error frontmatter.duplicate-key 4:1");
  });

  test("more than a hundred broken scalars aren't slips", async () => {
    const fields = (count: number): string =>
      Array.from({ length: count }, (_, index) => `k${index}: a: b`).join("\n");
    expect((await inspect(described(`a: b\n${fields(99)}`))).rejected).toBe(false);
    expect((await inspect(described(`a: b\n${fields(100)}`))).rejected).toBe(true);
  });
});

describe("properties of repairs", () => {
  const texts = fc.array(lineText, { minLength: 1, maxLength: 3 });

  test("a repaired description is what stands there, and never something third", async () => {
    let repaired = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (lines) => {
        // A line that begins with `#` is a comment, also below a broken text.
        const isText = (line: string, index: number): boolean =>
          index === 0 || !/^\s*(#|$)/.test(line);
        const written = lines.filter(isText).join("\n  ");
        const { rejected, metadata, diagnostics } = await inspect(described(written));
        const isRepaired = diagnostics.some(({ code }) => code === "frontmatter.unquoted-scalar");
        if (rejected || !isRepaired) return;
        repaired += 1;
        const words = (text: string): string => text.replace(/[ \t\n]+/g, " ").trim();
        expect(words(metadata.description ?? "")).toBe(words(written));
      }),
      { numRuns: RUNS },
    );
    expect(repaired).toBeGreaterThan(RUNS / 20);
  });

  test("what YAML reads is never repaired", async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (lines) => {
        const text = `name: demo\ndescription: ${lines.join("\n  ")}\n`;
        const document = yaml.parseDocument(text, { logLevel: "silent" });
        // Tags, anchors and aliases are refused although YAML reads them.
        if (document.errors.length > 0 || /[!&*]/.test(text)) return;
        read += 1;
        const { diagnostics } = await inspect(file(text));
        expect(diagnostics.filter(({ code }) => code === "frontmatter.unquoted-scalar")).toEqual(
          [],
        );
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 10);
  });

  test("YAML reads a quoted form as the text that it quotes", () => {
    const text = fc.oneof(lineText, fc.string({ unit: "binary", maxLength: 8 }));
    fc.assert(
      fc.property(text, (value) => {
        const quoted = quoteScalar(value);
        expect(quoted).not.toMatch(/[\n\r]/);
        expect(yaml.parse(`a: ${quoted}\n`)).toEqual({ a: value });
      }),
      { numRuns: RUNS * 2 },
    );
  });
});
