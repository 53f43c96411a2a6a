import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorkspace, writeTree } from "./workspace.ts";

const TREE = {
  ".gitignore": "ignored.txt\n",
  ".git/config": "needle",
  "a.txt": "one\nneedle two\nthree\nfour\nfive needle\n",
  "b/c.ts": "\ufeffneedle\r\nNEEDLE\r\n",
  "bin.dat": Buffer.from("needle\0needle\n"),
  "ignored.txt": "needle\n",
  "long.txt": `${"x".repeat(3_000)}needle\n`,
  "special.txt": "a.b(c)\naxb\n",
};

const match = (path: string, line: number, text: string): Record<string, unknown> => ({
  type: "match",
  path,
  line,
  text,
});
const context = (path: string, line: number, text: string): Record<string, unknown> => ({
  ...match(path, line, text),
  type: "context",
});

describe("search_text", () => {
  it.each<[Record<string, unknown>, Record<string, unknown>[]]>([
    [
      { pattern: "needle", glob: "!long.txt" },
      [
        match("a.txt", 2, "needle two"),
        match("a.txt", 5, "five needle"),
        match("b/c.ts", 1, "needle"),
      ],
    ],
    [{ pattern: "^NEEDLE$" }, [match("b/c.ts", 2, "NEEDLE")]],
    [
      { pattern: "^needle$", ignoreCase: true },
      [match("b/c.ts", 1, "needle"), match("b/c.ts", 2, "NEEDLE")],
    ],
    [
      { pattern: "NeEdLe", ignoreCase: true, literal: true, path: "b" },
      [match("b/c.ts", 1, "needle"), match("b/c.ts", 2, "NEEDLE")],
    ],
    [{ pattern: "a.b" }, [match("special.txt", 1, "a.b(c)"), match("special.txt", 2, "axb")]],
    [{ pattern: "a.b(", literal: true }, [match("special.txt", 1, "a.b(c)")]],
    [{ pattern: "needle", path: "ignored.txt" }, [match("ignored.txt", 1, "needle")]],
    [{ pattern: "tw[o]", glob: "*.ts" }, []],
    [
      { pattern: "needle", path: "a.txt", context: 1 },
      [
        context("a.txt", 1, "one"),
        match("a.txt", 2, "needle two"),
        context("a.txt", 3, "three"),
        context("a.txt", 4, "four"),
        match("a.txt", 5, "five needle"),
      ],
    ],
    [
      { pattern: "three", path: "a.txt", context: 20 },
      [
        context("a.txt", 1, "one"),
        context("a.txt", 2, "needle two"),
        match("a.txt", 3, "three"),
        context("a.txt", 4, "four"),
        context("a.txt", 5, "five needle"),
      ],
    ],
    [{ pattern: "needle", path: "bin.dat" }, []],
  ])("finds %j", async (args, lines) => {
    const { result } = createWorkspace(TREE);
    expect(await result("search_text", args)).toEqual({
      exitCode: lines.length > 0 ? 0 : 1,
      elapsedMs: expect.any(Number),
      lines,
      truncated: false,
    });
  });

  it("shows the beginning of a long line and says what is missing", async () => {
    const { result } = createWorkspace(TREE);
    expect(await result("search_text", { pattern: "x+needle" })).toMatchObject({
      lines: [match("long.txt", 1, `${"x".repeat(1_000)} [cut: 2006 more characters]`)],
    });
  });

  it.each<[Record<string, number>, number]>([
    [{ maxSearchLines: 2 }, 2],
    [{ maxSearchLines: 3 }, 3],
    [{ maxReadCharacters: 20 }, 1],
    [{ maxSearchBytes: 60 }, 2],
    [{ maxWalkEntries: 2 }, 2],
    [{ maxSearchMs: 1 }, 0],
  ])("is bounded and says so: %j", async (limits, count) => {
    let time = 0;
    const now = limits["maxSearchMs"] === undefined ? () => 0 : () => (time += 2);
    const { result } = createWorkspace(TREE, { limits, now });
    const found = await result("search_text", { pattern: "needle" });
    expect(found["truncated"]).toBe(true);
    expect(found["lines"]).toHaveLength(count);
  });

  it.each([
    [{ pattern: "(" }, "literal: true"],
    [{ pattern: "(?=a)b" }, "Look-around"],
    [{ pattern: "(a)\\1" }, "back-references"],
    [{ pattern: "(a{1000}){1000}" }, "repeat"],
    [{ pattern: "(".repeat(2_001) }, "characters long"],
    [{ pattern: "a\nb", literal: true }, "line end"],
    [{ pattern: "a", path: "none" }, 'There is no "none"'],
    [{ pattern: "a", context: 21 }, "context has to be"],
    [{ pattern: "" }, "pattern is empty"],
    [{}, "pattern is missing"],
  ])("says what is wrong with %#", async (args, message) => {
    const { refusal } = createWorkspace(TREE);
    expect(await refusal("search_text", args)).toContain(message);
  });

  it.each(["(a+)+$", "(a|a)*b", "(.*)*x", "a?".repeat(30) + "a".repeat(30)])(
    "doesn't hang on %s",
    async (pattern) => {
      const { result } = createWorkspace({ "a.txt": `${"a".repeat(50_000)}!\n` });
      expect(await result("search_text", { pattern })).toMatchObject({ truncated: false });
    },
  );

  it("ends on an abort", async () => {
    const { root, call } = createWorkspace();
    writeTree(root, Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}`, "x\n"])));
    const controller = new AbortController();
    const search = call("search_text", { pattern: "x" }, { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect(await search).toEqual({ isError: true, text: expect.stringContaining("Interrupted") });
  });

  it("finds the lines that hold a text, in every file, wherever blocks are cut", async () => {
    const { root, result } = createWorkspace();
    let matched = 0;
    const line = fc.oneof(
      fc.constantFrom("", "ab", "éé", "xabx", "b a", "😀"),
      fc.constant("y".repeat(40_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (lines, literal) => {
        writeTree(root, { "p.txt": lines.join("\n") });
        const found = await result("search_text", { pattern: literal ? "ab" : "a[b]" });
        const expected = lines.flatMap((text, index) =>
          text.includes("ab") ? [match("p.txt", index + 1, text)] : [],
        );
        matched += expected.length;
        expect(found["lines"]).toEqual(expected);
      }),
    );
    expect(matched).toBeGreaterThan(50);
  });
});
