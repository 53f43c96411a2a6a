import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/copilot-cli.ts";
import { change, numbered, observing } from "./observing.ts";

const observe = observing(profile);
const PATH = "/repo/a.ts";

describe("view", () => {
  test("a whole file", () => {
    const expected = [{ kind: "read", path: PATH, compareText: "let a;\n\n\tlet b;" }];
    expect(observe("view", { path: PATH }, "1. let a;\n2. \n3. \tlet b;\n4. ")).toEqual(expected);
    expect(observe("view", { path: PATH }, "1. let a;\n2.\n3. \tlet b;\n4.")).toEqual(expected);
    expect(
      observe("str_replace_editor", { command: "view", path: PATH }, "1. let a;\n2. \n3. \tlet b;"),
    ).toEqual(expected);
  });

  test("a first and a last line", () => {
    const text = numbered(10, ["let a;", "let b;"], ". ");
    expect(observe("view", { path: PATH, view_range: [10, 11] }, text)).toEqual([
      {
        kind: "read",
        path: PATH,
        startLine: 10,
        limit: 2,
        compareText: "let a;\nlet b;",
        rangeKey: "10+2",
      },
    ]);
    expect(observe("view", { path: PATH, view_range: [10, 50] }, text)).toMatchObject([
      { limit: 41, rangeKey: "10+41" },
    ]);
    expect(observe("view", { path: PATH, view_range: [10, -1] }, text)).toMatchObject([
      { rangeKey: "10+" },
    ]);
    expect(observe("view", { path: PATH, view_range: [1, -1] }, "1. let a;")).toEqual([
      { kind: "read", path: PATH, compareText: "let a;" },
    ]);
  });

  test("claims what was returned", () => {
    expect(observe("view", { path: PATH }, "1. let a;\n\n(more)")).toMatchObject([
      { rangeKey: "1+1" },
    ]);
    expect(observe("view", { path: PATH, view_range: [5, 9] }, "1. let a;")).toMatchObject([
      { rangeKey: "1+1" },
    ]);
  });

  test.each([
    [{ view_range: [9, 3] }],
    [{ view_range: [0, 3] }],
    [{ view_range: [1] }],
    [{ view_range: "1-3" }],
    [{ view_range: [1, "x"] }],
    [{ path: 5 }],
  ])("arguments that are no range, or no path: %j", (args) => {
    expect(observe("view", { path: PATH, ...args }, "1. let a;")).toEqual([]);
  });

  test.each(["Path does not exist", "a.ts\nb.ts", "Viewed image file successfully.", "", null])(
    "no read: %j",
    (text) => {
      expect(observe("view", { path: PATH }, text)).toEqual([]);
    },
  );
});

describe("changes", () => {
  test.each([
    ["edit", `File ${PATH} updated with changes.`],
    ["create", `Created file ${PATH} with 23389 characters`],
    ["str_replace_editor", `File ${PATH} updated with changes.`],
  ])("%s", (name, text) => {
    expect(observe(name, { command: "str_replace", path: PATH }, text)).toEqual([change(PATH)]);
  });

  test.each([
    "No match found",
    "Multiple matches found",
    "Permission denied and could not request permission from user",
    "",
    null,
  ])("that failed without a flag: %j", (text) => {
    expect(observe("edit", { path: PATH }, text)).toEqual([]);
    expect(observe("create", { path: PATH }, text)).toEqual([]);
  });

  test("a patch", () => {
    const patch =
      "*** Begin Patch\n*** Add File: /repo/b.ts\n+b\n*** Update File: /repo/a.ts\n@@\n-a\n+b\n*** End Patch\n";
    const done = "Added 1 file(s): /repo/b.ts\nModified 1 file(s): /repo/a.ts";
    expect(observe("apply_patch", patch, done)).toEqual([change("/repo/b.ts"), change(PATH)]);
    expect(observe("apply_patch", { input: patch }, done)).toHaveLength(2);
    expect(observe("apply_patch", patch, "Failed to apply patch")).toEqual([]);
  });
});

test("searches", () => {
  expect(observe("grep", { pattern: "a", path: "src" }, "./src/a.ts:7:let a;")).toMatchObject([
    { kind: "search", pattern: "a", paths: ["./src/a.ts"] },
  ]);
  expect(observe("glob", { pattern: "*.ts" }, "./a.ts\n./b.ts")).toMatchObject([
    { kind: "search", paths: ["./a.ts", "./b.ts"] },
  ]);
  expect(observe("grep", { pattern: "a" }, "Path does not exist")).toEqual([]);
});

describe("bash: success is what the last line says", () => {
  test.each([
    [
      "cat /repo/a.ts",
      "let a;\n<exited with exit code 0>",
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    [
      "cat /repo/a.ts",
      "let a;\n<shellId: 0 completed with exit code 0>",
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    [
      "cd /repo && cat a.ts",
      "let a;\n<command with id: 36 exited with exit code 0>\n",
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    // An earlier call may have changed the directory.
    ["cat a.ts", "let a;\n<exited with exit code 0>", [{ kind: "read", path: "a.ts" }]],
    [
      "cat /repo/a.ts",
      "Output too large to read at once (105.9 KB). Saved to: /tmp/x\n<exited with exit code 0>",
      [{ kind: "read", path: PATH }],
    ],
    ["cat /repo/a.ts", "let a;\n<exited with exit code 1>", []],
    ["cat /repo/a.ts", "let a;\n<shellId: 51 completed with exit code 128>", []],
    [
      "cat /repo/a.ts",
      "let a;\n<command with shellId: 16 is still running after 120 seconds.>",
      [],
    ],
    ["cat /repo/a.ts", "<command started in background with shellId: 36>", []],
    ["cat /repo/a.ts", "let a;", []],
    ["cat /repo/a.ts", "\n<exited with exit code 0>", []],
    ["git checkout a.ts", "let a;\n<exited with exit code 0>", []],
  ])("%s: %j", (command, text, expected) => {
    expect(observe("bash", { command }, text)).toEqual(expected);
  });
});

test.each(["read_bash", "write_bash", "stop_bash", "powershell", "ask_user", "sql"])(
  "%s isn't known",
  (name) => {
    expect(
      observe(name, { shellId: "1", command: "cat /a" }, "let a;\n<exited with exit code 0>"),
    ).toEqual([]);
  },
);
