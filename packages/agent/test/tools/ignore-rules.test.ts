import { execFileSync } from "node:child_process";
import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import { parseIgnoreRules } from "../../src/tools/internal/ignore-rules.ts";
import { createWorkspace, writeTree } from "./workspace.ts";

describe("the rules of a .gitignore", () => {
  it.each<[string, string, boolean | undefined]>([
    ["a", "x/a", true],
    ["/a", "x/a", undefined],
    ["x/a", "y/x/a", undefined],
    ["**/a", "x/y/a", true],
    ["a/**", "a", undefined],
    ["a/**", "a/b/c", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a**b", "axxb", true],
    ["*.log\n!x.log", "x.log", false],
    ["!x.log\n*.log", "x.log", true],
    ["# a", "# a", undefined],
    ["\\#a", "#a", true],
    ["\\!a", "!a", true],
    ["a  ", "a", true],
    ["a\\ ", "a ", true],
    ["a\r", "a", true],
    ["\ufeffa", "a", true],
    ["[ab]c", "bc", true],
    ["[!ab]c", "bc", undefined],
    ["[^a-c]", "d", true],
    ["[]-]", "]", true],
    ["[[:digit:]]x", "7x", true],
    ["[a", "[a", undefined],
    ["a\\", "a\\", undefined],
    ["?", "😀", true],
    ["A", "a", undefined],
    ["", "a", undefined],
  ])("%j about %s", (rules, file, expected) => {
    expect(parseIgnoreRules(rules)(file.split("/"), false)).toBe(expected);
  });

  it("are about directories where they end with a slash", () => {
    const rules = parseIgnoreRules("a/");
    expect([rules(["a"], true), rules(["a"], false)]).toEqual([true, undefined]);
  });

  it("take time in proportion, whatever they are", () => {
    const rules = parseIgnoreRules(`${"*a".repeat(100)}b\n${"**/a/".repeat(200)}b\n`);
    expect(rules(["a".repeat(255)], false)).toBeUndefined();
    expect(
      rules(
        Array.from({ length: 1_000 }, () => "a"),
        false,
      ),
    ).toBeUndefined();
  });

  const segment = fc.string({
    unit: fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "\\a"),
    minLength: 1,
    maxLength: 4,
  });
  const rule = fc
    .tuple(
      fc.constantFrom("", "!", "/", "**/"),
      fc.array(fc.oneof(segment, fc.constant("**")), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "", "/", "/**"),
    )
    .map(([start, names, end]) => start + names.join("/") + end);
  const file = fc.array(
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );

  it("say the same as the ignore package about single paths", () => {
    const seen = { ignored: 0, kept: 0 };
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), file, (rules, names) => {
        // It takes a/** to be about a's parents as well, and matches ** inside of names otherwise.
        fc.pre(names.length === 1 && !rules.some((text) => text.includes("**")));
        const oracle = ignore({ ignorecase: false }).add(rules.join("\n")).test(names.join("/"));
        const verdict = parseIgnoreRules(rules.join("\n"))(names, false);
        seen[verdict ? "ignored" : "kept"] += 1;
        expect(verdict === true).toBe(oracle.ignored);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  });

  it("leave out of a listing what git leaves out", async () => {
    const { root, result } = createWorkspace();
    execFileSync("git", ["init", "-q"], { cwd: root });
    const seen = { some: 0, all: 0 };
    const files = ["a", "b", "ab", "aab/a", "ba/b", "ba/ab/a", "ba/ab/bb", "bb/a/b/a", "bb/b"];
    writeTree(root, Object.fromEntries(files.map((name) => [name, ""])));
    const rules = fc.array(rule, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(rules, rules, async (top, nested) => {
        writeTree(root, { ".gitignore": top.join("\n"), "ba/.gitignore": nested.join("\n") });
        const known = execFileSync("git", ["ls-files", "-oz", "--exclude-standard"], {
          cwd: root,
          encoding: "utf8",
        });
        const expected = known.split("\0").filter(Boolean).sort();
        const listing = await result("list_files", {});
        expect(listing["files"]).toEqual(expected);
        seen[expected.length < files.length + 2 ? "some" : "all"] += 1;
      }),
      { numRuns: 150 },
    );
    expect(seen.some).toBeGreaterThan(30);
  });
});
