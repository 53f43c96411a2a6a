import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { readFull } from "../../src/internal/yaml-full.ts";
import type { YamlNode } from "../../src/internal/yaml-tree.ts";
import { RUNS } from "./arbitraries.ts";
import { frontmatterText } from "./frontmatter-text.ts";
import { file, inspect, judged, short } from "./helpers.ts";

describe("what no frontmatter may hold", () => {
  test.each([
    ["an anchor", "name: &a demo\ndescription: Shows.", "frontmatter.alias-or-anchor 2:7"],
    [
      "an anchor of a mapping",
      "name: demo\ndescription: b\nmetadata: &m\n  a: b",
      "frontmatter.alias-or-anchor 4:11",
    ],
    ["an alias", "name: demo\ndescription: *text", "frontmatter.alias-or-anchor 3:14"],
    ["an alias for a key", "*a : b\nname: demo", "frontmatter.alias-or-anchor 2:1"],
    ["a merge by alias", "a: &a\n  b: c\n<<: *a", "frontmatter.alias-or-anchor 2:4"],
    ["an alias in brackets", "name: demo\nx: [a, *b]", "frontmatter.alias-or-anchor 3:8"],
    ["code", "name: !!js/function 'function () { return 1 }'", "frontmatter.tag 2:7"],
    ["Python objects", "name: !!python/object/apply:os.system ['ls']", "frontmatter.tag 2:7"],
    ["a custom tag", "name: !mine demo\ndescription: b", "frontmatter.tag 2:7"],
    ["a tag in full", "name: !<tag:yaml.org,2002:str> demo", "frontmatter.tag 2:7"],
    ["a tag without a name", "description: ! important\nname: demo", "frontmatter.tag 2:14"],
    ["binary data", "name: !!binary aGk=", "frontmatter.tag 2:7"],
    ["a key twice", "name: demo\ndescription: a\nname: other", "frontmatter.duplicate-key 4:1"],
    [
      "a key twice, once in quotes",
      "name: demo\ndescription: a\n'name': other",
      "frontmatter.duplicate-key 4:1",
    ],
    ["a key twice below", "name: demo\nmetadata:\n  a: 1\n  a: 2", "frontmatter.duplicate-key 5:3"],
    ["a key twice in brackets", "name: demo\nx: { a: 1, a: 2 }", "frontmatter.duplicate-key 3:12"],
    ["a list for a key", "name: demo\n[a]: b", "frontmatter.invalid-yaml 3:1"],
    ["a second document", "name: demo\n...\ndescription: b", "frontmatter.invalid-yaml 4:1"],
    ["a directive", "%YAML 1.2\nname: demo", "frontmatter.invalid-yaml 2:1"],
    ["a tab for indentation", "name: demo\nmetadata:\n\ta: b", "frontmatter.invalid-yaml 4:1"],
    [
      "a bracket that nothing closes",
      "name: demo\nx: [a, [b]\ndescription: c",
      "frontmatter.invalid-yaml 3:4",
    ],
    [
      "a quote that nothing closes",
      'name: demo\ndescription: "Shows\nx: y',
      "frontmatter.invalid-yaml 3:14",
    ],
    ["a key without a value", "name: demo\ndescription", "frontmatter.invalid-yaml 3:1"],
    ["a key without a blank", "name: demo\ndescription:Shows", "frontmatter.invalid-yaml 3:1"],
    ["keys that don't line up", "name: demo\n description: b", "frontmatter.invalid-yaml"],
    ["a bad escape", 'name: demo\ndescription: "C:\\Users"', "frontmatter.invalid-yaml 3:17"],
    ["nothing", "", "frontmatter.not-a-mapping 2:1"],
    ["comments alone", "# name: demo", "frontmatter.not-a-mapping 2:1"],
    ["a list", "- name: demo", "frontmatter.not-a-mapping 2:1"],
    ["text", "just text", "frontmatter.not-a-mapping 2:1"],
    ["null", "~", "frontmatter.not-a-mapping 2:1"],
  ])("%s: rejected", async (_, fields, finding) => {
    const { rejected, diagnostics, metadata } = await inspect(file(fields));
    expect(rejected).toBe(true);
    expect(metadata.name).toBeNull();
    expect(short(diagnostics)).toHaveLength(1);
    expect(short(diagnostics)[0]).toContain(`error ${finding}`);
  });

  test("tags of the core schema say nothing new, and are accepted", async () => {
    const text = file("name: !!str demo\ndescription: !!str 12\nmetadata: !!map { a: !!int 1 }");
    expect(await judged(text)).toEqual({
      rejected: false,
      name: "demo",
      description: "12",
      findings: [],
    });
  });

  test("what only looks like an anchor, an alias or a tag is text", async () => {
    const text = file('name: demo\ndescription: "*a &b !c"\nlicense: a *b* & c! <d>');
    const { metadata, diagnostics } = await inspect(text);
    expect(diagnostics).toEqual([]);
    expect(metadata.license).toBe("a *b* & c! <d>");
  });
});

function plain(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "sequence") return node.items.map(plain);
  return new Map(node.entries.map(({ key, value }) => [key, plain(value)]));
}

function plainYaml(node: unknown): unknown {
  if (yaml.isMap(node)) {
    return new Map(node.items.map(({ key, value }) => [plainYaml(key), plainYaml(value)]));
  }
  if (yaml.isSeq(node)) return node.items.map(plainYaml);
  return yaml.isScalar(node) ? (node.source ?? "") : "";
}

describe("the full reader", () => {
  test("accepts what the parser accepts, but for the rules above, and gives its source text", () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(frontmatterText, (text) => {
        const reading = readFull(yaml, text);
        const documents = yaml.parseAllDocuments(`---\n${text}`, {
          uniqueKeys: false,
          logLevel: "silent",
        });
        const [document] = documents;
        const errors = documents.flatMap((each) => ("errors" in each ? each.errors : []));
        if (reading.kind === "read") {
          accepted += 1;
          expect(errors).toEqual([]);
          expect(documents).toHaveLength(1);
          expect(plain(reading.mapping)).toEqual(plainYaml(document?.contents));
          return;
        }
        refused += 1;
        const [problem] = reading.problems;
        const isOurs =
          problem?.code !== "frontmatter.invalid-yaml" ||
          /second YAML|key has to be/.test(problem.message);
        if (!isOurs) expect(errors.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS * 2 },
    );
    expect(accepted).toBeGreaterThan(RUNS / 4);
    expect(refused).toBeGreaterThan(RUNS / 4);
  });

  test("places an error where the parser does", () => {
    let compared = 0;
    fc.assert(
      fc.property(frontmatterText, (text) => {
        const reading = readFull(yaml, text);
        if (reading.kind === "read" || reading.problems[0]?.code !== "frontmatter.invalid-yaml")
          return;
        const [problem] = reading.problems;
        if (/second YAML|key has to be|Nothing closes/.test(problem.message)) return;
        const source = `---\n${text}`;
        const documents = yaml.parseAllDocuments(source, {
          uniqueKeys: false,
          prettyErrors: false,
        });
        const errors = documents.flatMap((each) => ("errors" in each ? each.errors : []));
        compared += 1;
        const offsets = errors.map(({ pos }) => Math.min(pos[0] - 4, text.length));
        expect(offsets).toContain(problem.offset);
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 10);
  });
});
