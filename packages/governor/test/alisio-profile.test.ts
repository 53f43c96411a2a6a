import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseObject } from "../src/internal/parse-object.ts";
import { profile } from "../src/profiles/alisio.ts";
import type { Observation } from "../src/types.ts";

function observe(name: string, args: unknown, result: unknown): readonly Observation[] {
  const text = typeof result === "string" || result === null ? result : JSON.stringify(result);
  return profile({ id: "1", name, args }, { text, isError: false });
}

type Row = readonly [name: string, args: unknown, result: unknown, expected: readonly unknown[]];

const rows: readonly Row[] = [
  ["read_file", { path: "a" }, { sha256: "ab" }, [{ kind: "read", path: "a", sha256: "ab" }]],
  ["read_file", { path: "a" }, { path: "other" }, [{ kind: "read", path: "a" }]],
  [
    "read_file",
    { path: "a", startLine: 2, limit: 3 },
    {},
    [{ kind: "read", path: "a", startLine: 2, limit: 3 }],
  ],
  [
    "read_file",
    { path: "a", startLine: "2", limit: null },
    { sha256: null },
    [{ kind: "read", path: "a" }],
  ],
  ["read_file", { path: 5 }, {}, []],
  ["read_file", {}, {}, []],
  ["read_file", null, {}, []],
  ["read_file", "a", {}, []],
  ["read_file", ["a"], {}, []],
  ["read_file", { path: "a" }, null, []],
  ["read_file", { path: "a" }, "text", []],
  ["read_file", { path: "a" }, "[]", []],
  ["read_file", { path: "a" }, "{}x", []],
  ["read_file", { path: "a" }, " \n{}\r\t", [{ kind: "read", path: "a" }]],
  ["read_file", { path: "a" }, "\u00a0{}", []],
  ["write_file", { path: "a" }, null, [{ kind: "change", path: "a" }]],
  ["edit_file", { path: "a" }, "", [{ kind: "change", path: "a" }]],
  ["edit_file", { path: null }, {}, []],
  [
    "bg_output",
    { id: "t" },
    { text: "", next_offset: 5 },
    [
      {
        kind: "background",
        taskId: "t",
        offset: 0,
        limit: 20000,
        isEmpty: true,
        nextOffset: 5,
      },
    ],
  ],
  [
    "bg_output",
    { id: "t", offset: 5, limit: 6 },
    { text: "x", next_offset: null },
    [{ kind: "background", taskId: "t", offset: 5, limit: 6, isEmpty: false }],
  ],
  ["bg_output", { id: "t", offset: null }, { text: "x" }, []],
  ["bg_output", { id: "t", offset: Number.POSITIVE_INFINITY }, { text: "x" }, []],
  ["bg_output", { id: "t", limit: "1" }, { text: "x" }, []],
  ["bg_output", { id: "t" }, { text: 5 }, []],
  ["bg_output", { id: 5 }, { text: "x" }, []],
  [
    "search_text",
    { pattern: "p" },
    {
      exitCode: 0,
      lines: [
        { type: "match", path: "b", line: 1, text: "x" },
        { type: "context", path: "c", line: 1, text: "x" },
        { type: "match", path: "a", line: 1, text: "x" },
        { type: "match", path: "b", line: 2, text: "x" },
      ],
    },
    [
      {
        kind: "search",
        pattern: "p",
        argumentsKey: '{"pattern":"p"}',
        matchesKey: expect.any(String),
        paths: ["b", "a"],
      },
    ],
  ],
  ["search_text", { pattern: 5 }, { exitCode: 0, lines: [] }, []],
  ["search_text", { pattern: "p", path: null }, { exitCode: 0, lines: [] }, []],
  ["search_text", { pattern: "p" }, null, []],
  ["search_text", { pattern: "p" }, '{"exitCode":1e999,"lines":[]}', []],
  [
    "list_files",
    {},
    { files: ["a", 5, "b"], nextOffset: null },
    [{ kind: "paths", paths: ["a", "b"], isListing: true }],
  ],
  ["list_files", { path: 5 }, { files: ["a"] }, []],
  ["list_files", {}, { files: "a" }, []],
  ["run_process", { command: "cat a" }, { stdout: "", exitCode: 1 }, []],
  ["shell", { command: "cat a" }, { stdout: "", exitCode: 0 }, []],
  ["web_fetch", { path: "a" }, {}, []],
  ["Read_File", { path: "a" }, {}, []],
  ["toString", { path: "a" }, {}, []],
  ["__proto__", { path: "a" }, {}, []],
];

describe("the alisio profile", () => {
  it.each(rows)("%s %j: %j", (name, args, result, expected) => {
    expect(observe(name, args, result)).toEqual(expected);
  });

  it("tells the subject of a call from its arguments", () => {
    const subject = (name: string, args: unknown): string | undefined =>
      profile.subjectOf?.({ id: "1", name, args });
    expect(subject("read_file", { path: "a" })).toBe(subject("edit_file", { path: "a" }));
    expect(subject("bg_output", { id: "t" })).toBe("t");
    expect(subject("search_text", { pattern: "p" })).toBe("p");
    for (const args of [null, "a", [], {}, { path: 5 }]) {
      expect(subject("read_file", args)).toBeUndefined();
    }
    expect(subject("shell", { path: "a" })).toBeUndefined();
  });
});

describe("what counts as a JSON object", () => {
  function byParse(text: string): unknown {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? value
        : undefined;
    } catch {
      return undefined;
    }
  }

  it("is what JSON.parse says, on texts near JSON", () => {
    const space = fc.stringMatching(/^[ \n\r\t\u00a0\ufeff\v]{0,3}$/);
    const json = fc.oneof(
      fc.json(),
      fc.object().map((value) => JSON.stringify(value)),
    );
    const broken = fc.tuple(
      json,
      fc.nat(),
      fc.constantFrom("", "{", "}", '"', "\\", "\u0001", ","),
    );
    const text = fc.oneof(
      fc.tuple(space, json, space).map((all) => all.join("")),
      broken.map(([valid, at, piece]) => {
        const cut = at % (valid.length + 1);
        return valid.slice(0, cut) + piece + valid.slice(cut + (at % 3));
      }),
      fc.string(),
    );
    let objects = 0;
    fc.assert(
      fc.property(text, (candidate) => {
        const expected = byParse(candidate);
        if (expected !== undefined) objects += 1;
        expect(parseObject(candidate)).toEqual(expected);
      }),
      { numRuns: 5000 },
    );
    expect(objects).toBeGreaterThan(500);
  });
});
