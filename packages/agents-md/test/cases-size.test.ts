import { describe, expect, it } from "vitest";
import { parseText } from "./support/parse-text.ts";
import { codes, explain, resolve, statuses } from "./support/tables.ts";

const line = (length: number): string => `${"x".repeat(length - 1)}\n`;
/** Text of exactly so many bytes, in lines of 100. */
const textOf = (bytes: number): string =>
  line(100).repeat(Math.floor(bytes / 100)) + "y".repeat(bytes % 100);

describe("a file larger than the cap", () => {
  const tree = { "/repo/AGENTS.md": textOf(40000) };

  it("is kept to the cap, and the text says so with path and bytes", async () => {
    const { text, files, budget } = await resolve(tree);
    const [file] = files;
    expect(file?.status).toBe("truncated");
    expect(file?.loadedBytes).toBe(32700);
    expect(budget).toEqual({ maxBytes: 32768, usedBytes: 32700 });
    expect(parseText(text).notices).toEqual([
      "AGENTS.md is cut here, up to the end of line 327; 32700 of 40000 bytes are kept",
    ]);
  });

  it("is explained with path, bytes kept, bytes in all and where the cut is", async () => {
    const value = await explain(tree, "x.ts");
    expect(value.files[0]).toMatchObject({ path: "AGENTS.md", bytes: 40000, loadedBytes: 32700 });
    expect(value.files[0]?.reason).toContain("the first 32700 of 40000 bytes are kept");
    expect(value.files[0]?.reason).toContain("line 327");
    expect(value.files[0]?.reason).not.toContain("closer");
    expect(value.diagnostics[0]).toMatchObject({
      code: "budget.truncated",
      path: "AGENTS.md",
      line: 327,
      column: 100,
    });
  });
});

describe("a chain larger than the cap keeps its closest file whole", () => {
  const table: readonly {
    readonly name: string;
    readonly sizes: Readonly<Record<string, number>>;
    readonly expected: readonly string[];
  }[] = [
    {
      name: "root 22,519 and leaf 10,000 fit together",
      sizes: { "": 22519, "a/": 10000 },
      expected: ["AGENTS.md loaded 22519", "a/AGENTS.md loaded 10000"],
    },
    {
      name: "root 22,769 is cut to what a leaf of 10,000 leaves",
      sizes: { "": 22769, "a/": 10000 },
      expected: ["AGENTS.md truncated 22700", "a/AGENTS.md loaded 10000"],
    },
    {
      name: "root 45,988 is cut, the file three directories down is whole",
      sizes: { "": 45988, "a/b/c/": 5000 },
      expected: ["AGENTS.md truncated 27700", "a/b/c/AGENTS.md loaded 5000"],
    },
    {
      name: "going outwards one is cut and the farther ones are dropped",
      sizes: { "": 100, "a/": 30000, "a/b/": 10000 },
      expected: [
        "AGENTS.md dropped 0",
        "a/AGENTS.md truncated 22700",
        "a/b/AGENTS.md loaded 10000",
      ],
    },
    {
      name: "a closest file larger than the cap is cut itself",
      sizes: { "": 100, "a/": 40000 },
      expected: ["AGENTS.md dropped 0", "a/AGENTS.md truncated 32700"],
    },
    {
      name: "a closest file of exactly the cap leaves nothing",
      sizes: { "": 100, "a/": 32768 },
      expected: ["AGENTS.md dropped 0", "a/AGENTS.md loaded 32768"],
    },
  ];

  it.each(table)("$name", async ({ sizes, expected }) => {
    const paths = Object.keys(sizes);
    const tree = Object.fromEntries(
      Object.entries(sizes).map(([path, bytes]) => [`/repo/${path}AGENTS.md`, textOf(bytes)]),
    );
    const deepest = `/repo/${paths.at(-1) ?? ""}`.replace(/\/$/, "");
    for (const cwd of ["/repo", deepest]) {
      const value = await explain(tree, `${deepest}/x.ts`, { cwd });
      const rows = value.files.map((file) => `${file.path} ${file.status} ${file.loadedBytes}`);
      expect(rows).toEqual(expected);
    }
  });

  it("counts the global file as the farthest", async () => {
    const value = await explain(
      { "/home/me/AGENTS.md": textOf(20000), "/repo/AGENTS.md": textOf(20000) },
      "x",
      { configHome: "/home/me" },
    );
    expect(statuses(value)).toEqual(["AGENTS.md truncated", "AGENTS.md loaded"]);
    expect(value.files[0]?.scope).toBe("global");
  });

  it("says in the text which file was left out", async () => {
    const { text } = await resolve(
      { "/repo/AGENTS.md": textOf(500), "/repo/a/AGENTS.md": textOf(2000) },
      { maxBytes: 1024, cwd: "/repo/a" },
    );
    expect(parseText(text).notices).toEqual([
      "AGENTS.md is left out; 0 of 500 bytes are kept",
      "a/AGENTS.md is cut here, up to the end of line 10; 1000 of 2000 bytes are kept",
    ]);
  });
});

describe("a cut", () => {
  it("is at a line end when one lies in the last quarter of what fits", async () => {
    const { files } = await resolve(
      { "/repo/AGENTS.md": `${"a".repeat(800)}\n${"b".repeat(900)}\n` },
      { maxBytes: 1024 },
    );
    expect(files[0]?.content).toBe(`${"a".repeat(800)}\n`);
  });

  it("is at a character boundary otherwise", async () => {
    const { files } = await resolve(
      { "/repo/AGENTS.md": `${"a".repeat(700)}\n${"b".repeat(900)}\n` },
      { maxBytes: 1024 },
    );
    expect(files[0]?.content).toBe(`${"a".repeat(700)}\n${"b".repeat(323)}`);
    expect(files[0]?.reason).toContain("the middle of line 2");
  });

  it.each(["é", "€", "😀"])("never splits %s", async (character) => {
    for (let shift = 0; shift < 5; shift += 1) {
      const text = "a".repeat(shift) + character.repeat(1000);
      const { files } = await resolve({ "/repo/AGENTS.md": text }, { maxBytes: 1024 });
      const kept = files[0]?.content ?? "";
      expect(text.startsWith(kept)).toBe(true);
      expect(kept).not.toContain("\ufffd");
      const room = 1024 - new TextEncoder().encode(kept).length;
      expect(room).toBeLessThan(new TextEncoder().encode(character).length);
    }
  });

  it("keeps a U+FFFD that stands in the file", async () => {
    const { files, diagnostics } = await resolve({ "/repo/AGENTS.md": "a \ufffd b" });
    expect(files[0]?.content).toBe("a \ufffd b");
    expect(diagnostics).toEqual([]);
  });

  it("drops a file of which not one character fits", async () => {
    const value = await explain(
      { "/repo/AGENTS.md": "😀", "/repo/a/AGENTS.md": "x".repeat(1023) },
      "a/x",
      { maxBytes: 1024 },
    );
    expect(statuses(value)).toEqual(["AGENTS.md dropped", "a/AGENTS.md loaded"]);
    expect(codes(value)).toContain("budget.dropped AGENTS.md");
  });
});
