import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { MAX_NESTING_DEPTH } from "../../src/format-limits.ts";
import { readFull } from "../../src/internal/yaml-full.ts";
import { RUNS } from "./arbitraries.ts";
import { type CompiledSource, compileSource } from "./compile-source.ts";
import { file, inspect, judged } from "./helpers.ts";

function nested(depth: number, open: string, close: string): string {
  return file(`name: demo\ndescription: Shows.\nx: ${open.repeat(depth)}y${close.repeat(depth)}`);
}

describe("nesting", () => {
  // The mapping that holds the field is a level itself.
  const deepest = MAX_NESTING_DEPTH - 1;

  test.each([
    ["brackets", "[", "]"],
    ["braces", "{ a: ", "}"],
  ])("%s: the limit is accepted, one more is not", async (_, open, close) => {
    expect((await judged(nested(deepest, open, close))).findings).toEqual([
      "information field.unknown 4:1",
    ]);
    expect(await judged(nested(deepest + 1, open, close))).toMatchObject({
      rejected: true,
      findings: [`error frontmatter.too-deep 4:${4 + deepest * open.length}`],
    });
  });

  test("items and mappings by indentation", async () => {
    const mappings = (depth: number): string =>
      Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}k:`).join("\n");
    expect((await inspect(file(`name: demo\ndescription: b\n${mappings(64)}`))).rejected).toBe(
      false,
    );
    expect((await judged(file(`name: demo\ndescription: b\n${mappings(65)}`))).findings).toEqual([
      "error frontmatter.too-deep 68:66",
    ]);
    const items = (depth: number): string => `x:\n  ${"- ".repeat(depth)}y`;
    expect((await inspect(file(`name: demo\ndescription: b\n${items(63)}`))).rejected).toBe(false);
    expect((await inspect(file(`name: demo\ndescription: b\n${items(64)}`))).rejected).toBe(true);
  });

  test.each([
    ["brackets in quotes", `description: "${"[".repeat(1000)}"`],
    ["brackets in single quotes", `description: '${"{".repeat(1000)}'`],
    [
      "brackets in a block",
      `description: |\n  ${"[".repeat(900)}\n  ${"- ".repeat(200)}`.slice(0, 1000),
    ],
    ["brackets in a text", `description: a ${"[".repeat(500)}${"]".repeat(500)}`],
    ["brackets in a comment", `description: b\n# ${"[".repeat(1000)}`],
    [
      "many short lists",
      `description: b\nmetadata:\n${Array.from({ length: 500 }, (_, index) => `  k${index}: "[a]"`).join("\n")}`,
    ],
  ])("%s don't nest", async (_, fields) => {
    expect(await judged(file(`name: demo\n${fields}`))).toMatchObject({
      rejected: false,
      findings: [],
    });
  });

  test("five hundred lists beside each other don't nest", async () => {
    const lists = Array.from({ length: 500 }, (_, index) => `k${index}: [[a], {b: [c]}]`);
    const text = file(`name: demo\ndescription: b\nx:\n  ${lists.join("\n  ")}`);
    expect((await inspect(text)).rejected).toBe(false);
  });

  test("however malformed a text, the parser holds a bounded number of collections open", () => {
    let deepestStack = 0;
    class Watched extends yaml.Parser {
      override *next(source: string): ReturnType<yaml.Parser["next"]> {
        yield* super.next(source);
        deepestStack = Math.max(deepestStack, this.stack.length);
      }
    }
    const token = fc.constantFrom(
      "[",
      "{",
      "]",
      "}",
      "- ",
      "? ",
      ": ",
      "a: ",
      "a",
      ":",
      "-",
      "\n",
      "\n",
      " ",
      "  ",
      ", ",
      '"q": ',
      '"q"',
      "# c\n",
      "|\n",
      ">\n",
      "[]: ",
      "{}: ",
      "...\n",
      "!!str ",
      "\n- ",
      "\n  - ",
      "\n? ",
    );
    const parts = fc.tuple(
      fc.array(token, { maxLength: 3 }),
      fc.array(token, { minLength: 1, maxLength: 5 }),
    );
    let refused = 0;
    fc.assert(
      fc.property(parts, ([start, repeated]) => {
        const text = (start.join("") + repeated.join("").repeat(400)).slice(0, 1600);
        const reading = readFull({ ...yaml, Parser: Watched }, text);
        if (reading.kind === "refused" && reading.problems[0]?.code === "frontmatter.too-deep")
          refused += 1;
        expect(deepestStack).toBeLessThanOrEqual(2 * MAX_NESTING_DEPTH + 12);
      }),
      { numRuns: RUNS / 2 },
    );
    expect(refused).toBeGreaterThan(RUNS / 50);
    expect(deepestStack).toBeGreaterThan(MAX_NESTING_DEPTH);
  });
});

describe("in a process of its own", () => {
  let source: CompiledSource;
  beforeAll(() => {
    source = compileSource();
  });
  afterAll(() => source.remove());

  function run(script: string): { readonly status: number | null; readonly output: string } {
    const head = `import { inspectSkill } from ${JSON.stringify(source.urlOf("inspect-skill"))};
      const inspect = async (text) => inspectSkill({ bytes: new TextEncoder().encode(text), path: "p", directoryName: "demo" });
      const good = "---\\nname: demo\\ndescription: !!str Shows.\\n---\\n";`;
    const result = spawnSync(process.execPath, ["--input-type=module", "--eval", head + script], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return { status: result.status, output: result.stdout + result.stderr };
  }

  test("two documents of a thousand nested brackets, fifty times, then a good one", () => {
    const { status, output } = run(`
      const codes = new Set();
      const deep = ["[", "{", "- ", "? ", "{a: ", "[a: ", ": ", "- a: ", "a: [", '"q": ? ', "[{"];
      for (const open of deep) {
        const text = "---\\nname: demo\\ndescription: b\\nx: " + open.repeat(1000) + "\\n---\\n";
        const bare = "---\\n" + open.repeat(1000) + "\\n---\\n";
        for (let time = 0; time < 50; time += 1) {
          for (const each of [text, bare]) for (const { code } of (await inspect(each)).diagnostics) codes.add(code);
        }
      }
      const { rejected, metadata } = await inspect(good);
      console.log(JSON.stringify([...codes].sort()), rejected, metadata.description);`);
    expect(output.trim()).toMatch(/"frontmatter\.too-deep".* false Shows\.$/);
    expect(status).toBe(0);
  });

  test("alias bombs, code and prototypes do nothing", () => {
    const { status, output } = run(`
      const bomb = ["a: &a [x, x]", ...Array.from({ length: 30 }, (_, i) => "b" + i + ": &b" + i + " [*" + (i ? "b" + (i - 1) : "a") + ", *" + (i ? "b" + (i - 1) : "a") + "]")];
      const texts = [bomb.join("\\n"), "name: !!js/function 'function(){process.exit(7)}()'", "__proto__:\\n  polluted: yes", "constructor:\\n  prototype:\\n    polluted: yes", "? {__proto__: a}\\n: b", "metadata: {__proto__: x, constructor: y}"];
      for (const text of texts) await inspect("---\\nname: demo\\ndescription: b\\n" + text + "\\n---\\n");
      console.log({}.polluted, Object.keys(Object.prototype).length, (await inspect(good)).rejected);`);
    expect(output.trim()).toBe("undefined 0 false");
    expect(status).toBe(0);
  });
});
