import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/pi.ts";
import { change, observing } from "./observing.ts";

const observe = observing(profile);

describe("read", () => {
  test("a whole file", () => {
    expect(observe("read", { path: "a.ts" }, "let a;\n")).toEqual([
      { kind: "read", path: "a.ts", compareText: "let a;" },
    ]);
  });

  test.each([
    ["[54 more lines in file. Use offset=12 to continue.]"],
    ["... (620 more lines not shown. Use offset=12 to continue reading)"],
  ])("a first line and a count; how much follows is no part of it: %s", (note) => {
    expect(
      observe("read", { path: "a.ts", offset: 10, limit: 2 }, `let a;\nlet b;\n\n${note}`),
    ).toEqual([
      {
        kind: "read",
        path: "a.ts",
        startLine: 10,
        limit: 2,
        compareText: "let a;\nlet b;",
        rangeKey: "10+2",
      },
    ]);
  });

  test.each([
    [{ offset: 10 }, "let a;", "10+"],
    [{ limit: 50 }, "let a;", "1+50"],
    [{}, "let a;\n\n[Showing lines 1-2000 of 6001. Use offset=2001 to continue.]", "1+2000"],
    [
      {},
      "let a;\n\n[Showing lines 1-883 of 6001 (50KB limit). Use offset=884 to continue.]",
      "1+883",
    ],
    [
      { offset: 10, limit: 2000 },
      "let a;\n\n[Showing lines 10-892 of 6001 (50KB limit). Use offset=893 to continue.]",
      "10+883",
    ],
    [
      {},
      "let a;\n\n... (4001 more lines not shown. Use offset=2001 to continue reading)",
      "1+2000",
    ],
    [{}, "let a;\n\n... (Some lines were truncated to 2000 characters for display)", "1+ cut"],
    [
      { offset: 3, limit: 2 },
      "let a;\n\n... (Some lines were truncated to 2000 characters for display. 7 more lines not shown. Use offset=5 to continue reading)",
      "3+2 cut",
    ],
  ])("claims what was returned: %j %j", (args, text, rangeKey) => {
    expect(observe("read", { path: "a.ts", ...args }, text)).toMatchObject([
      { rangeKey, compareText: "let a;" },
    ]);
  });

  test.each([
    "ENOENT: no such file or directory, access '/repo/a.ts'",
    "EISDIR: illegal operation on a directory, read",
    "File not found: a.ts",
    "Offset 99 is beyond end of file (3 lines total)",
    "Operation aborted",
    "File unchanged since last read. Refer to the earlier result.",
    'Validation failed for tool "read":\n  - path: must have required properties path',
    "Read image file [image/png]",
    "[Line 1 is 60KB, exceeds 50KB limit. Use bash: sed -n '1p' a.ts | head -c 51200]",
    "let a;\n\n[Showing lines 9-3 of 6001. Use offset=1 to continue.]",
    '[elided: read "a.ts"@unknown; re-read to view]',
    null,
  ])("no read: %j", (text) => {
    expect(observe("read", { path: "a.ts" }, text)).toEqual([]);
    expect(observe("read", { nopath: 5 }, text)).toEqual([]);
  });

  test("arguments that are no range", () => {
    expect(observe("read", { path: "a.ts", offset: "x" }, "let a;")).toEqual([]);
    expect(observe("read", { path: "a.ts", limit: {} }, "let a;")).toEqual([]);
  });
});

describe("changes", () => {
  test.each([
    ["edit", "Successfully replaced 1 block(s) in a.ts."],
    ["edit", "Successfully replaced text in a.ts. Changed 9 characters to 8 characters."],
    ["write", "Successfully wrote 37 bytes to a.ts"],
  ])("%s: %s", (name, text) => {
    expect(observe(name, { path: "a.ts" }, text)).toEqual([change("a.ts")]);
  });

  test.each([
    "Could not find the exact text in a.ts. The old text must match exactly including all whitespace and newlines.",
    "Found 2 occurrences of the text in a.ts. The text must be unique.",
    "No changes made to a.ts.",
    "File not found: a.ts",
    "",
    null,
  ])("that failed without a flag: %j", (text) => {
    expect(observe("edit", { path: "a.ts" }, text)).toEqual([]);
    expect(observe("write", { path: "a.ts" }, text)).toEqual([]);
  });
});

test("searches and listings", () => {
  expect(observe("grep", { pattern: "a", path: "src" }, "src/a.ts:7: let a;")).toMatchObject([
    { kind: "search", pattern: "a", paths: ["src/a.ts"] },
  ]);
  expect(observe("find", { pattern: "*.ts" }, "src/a.ts\nsrc/b.ts")).toMatchObject([
    { kind: "search", pattern: "*.ts", paths: ["src/a.ts", "src/b.ts"] },
  ]);
  expect(observe("grep", { pattern: "a" }, "Path not found: /repo/x")).toEqual([]);
  expect(observe("ls", { path: "src" }, "a.ts\nb/\n\n[500 entries limit reached]")).toEqual([
    { kind: "paths", paths: ["src/a.ts", "src/b/"], isListing: true },
  ]);
  expect(observe("ls", {}, "(empty directory)")).toEqual([]);
});

describe("bash", () => {
  test.each([
    ["cat a.ts", "let a;\n", [{ kind: "read", path: "a.ts", compareText: "let a;" }]],
    [
      "sleep 1; cat /tmp/log",
      "tick 1\n",
      [{ kind: "read", path: "/tmp/log", compareText: "tick 1" }],
    ],
    [
      "cat a.ts",
      "let a;\n\n[Showing lines 5135-6001 of 6001. Full output: /tmp/x]",
      [{ kind: "read", path: "a.ts" }],
    ],
    [
      "cat a.ts",
      "let a;\n\n[Showing last 50KB of line 1 (line is 90KB). Full output: /tmp/x]",
      [{ kind: "read", path: "a.ts" }],
    ],
    ["cat a.ts", "let a;\n\n\nCommand exited with code 1", []],
    ["cat a.ts", "let a;\n\nCommand timed out after 1 seconds", []],
    ["cat a.ts", "Command aborted", []],
    ["cat a.ts", "(no output)", []],
    ["cat a.ts", "cat: a.ts: No such file or directory", []],
    ["npm test", "let a;", []],
  ])("%s: %j", (command, text, expected) => {
    expect(observe("bash", { command }, text)).toEqual(expected);
  });
});

test.each(["task", "Read", "no_such_tool"])("%s isn't known", (name) => {
  expect(observe(name, { path: "a.ts" }, "let a;")).toEqual([]);
});
