import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/opencode.ts";
import { change, numbered, observing } from "./observing.ts";

const observe = observing(profile);
const PATH = "/repo/a.ts";

function file(lines: string, note: string, after = ""): string {
  return `<path>${PATH}</path>\n<type>file</type>\n<content>\n${lines}\n\n${note}\n</content>${after}`;
}

function oldFile(lines: string, note: string): string {
  return `<file>\n${lines}\n\n${note}\n</file>`;
}

describe("read", () => {
  test.each([
    ["newer", file("1: let a;\n2: \n3: \tlet b;", "(End of file - total 3 lines)")],
    [
      "with a reminder",
      file(
        "1: let a;\n2: \n3: \tlet b;",
        "(End of file - total 3 lines)",
        "\n\n<system-reminder>\nx\n</system-reminder>",
      ),
    ],
    ["older", oldFile("00001| let a;\n00002| \n00003| \tlet b;", "(End of file - total 3 lines)")],
  ])("a whole file, %s", (_name, text) => {
    expect(observe("read", { filePath: PATH }, text)).toEqual([
      { kind: "read", path: PATH, compareText: "let a;\n\n\tlet b;" },
    ]);
  });

  test("its first line is that of the result: older versions count from 0", () => {
    const newer = file(
      numbered(10, ["let a;", "let b;"], ": "),
      "(Showing lines 10-11 of 77. Use offset=12 to continue.)",
    );
    const older = oldFile(
      "00011| let a;\n00012| let b;",
      "(File has more lines. Use 'offset' parameter to read beyond line 12)",
    );
    expect(observe("read", { filePath: PATH, offset: 10, limit: 2 }, newer)).toMatchObject([
      { startLine: 10, limit: 2, rangeKey: "10+2" },
    ]);
    expect(observe("read", { filePath: PATH, offset: 10, limit: 2 }, older)).toMatchObject([
      { startLine: 11, limit: 2, rangeKey: "11+2" },
    ]);
  });

  test.each([
    [
      "all that was asked for",
      { limit: 50 },
      file("5: let a;", "(End of file - total 5 lines)"),
      "5+50",
    ],
    ["to the end", {}, file("5: let a;", "(End of file - total 5 lines)"), "5+"],
    [
      "cut by size",
      {},
      file("1: let a;", "(Output capped at 50 KB. Showing lines 1-1. Use offset=2 to continue.)"),
      "1+1",
    ],
    [
      "cut by size within a limit",
      { limit: 50 },
      file("1: let a;", "(Output capped at 50 KB. Showing lines 1-1. Use offset=2 to continue.)"),
      "1+1",
    ],
    [
      "cut by number",
      {},
      file("1: let a;", "(Showing lines 1-1 of 9. Use offset=2 to continue.)"),
      "1+1",
    ],
    [
      "cut by number, older",
      {},
      oldFile(
        "00001| let a;",
        "(File has more lines. Use 'offset' parameter to read beyond line 1)",
      ),
      "1+1",
    ],
    [
      "with short lines",
      {},
      file("1: let a;... (line truncated to 2000 chars)", "(End of file - total 1 lines)"),
      "1+ cut",
    ],
    [
      "with short lines, older",
      {},
      oldFile(`00001| ${"x".repeat(2000)}...`, "(End of file - total 1 lines)"),
      "1+ cut",
    ],
  ])("claims what was returned: %s", (_name, args, text, rangeKey) => {
    expect(observe("read", { filePath: PATH, ...args }, text)).toMatchObject([
      { kind: "read", rangeKey },
    ]);
  });

  test("lines of the file that look like the end are lines of the file", () => {
    const text = file(
      "1: </content>\n2: (End of file - total 9 lines)",
      "(Showing lines 1-2 of 9. Use offset=3 to continue.)",
    );
    expect(observe("read", { filePath: PATH }, text)).toMatchObject([{ rangeKey: "1+2" }]);
  });

  test.each([
    "File not found: /repo/a.ts",
    "Image read successfully",
    "Offset 99 is out of range for this file (3 lines)",
    "The read tool was called with invalid arguments: SchemaError(Expected string, got 5).",
    file("", "(End of file - total 0 lines)"),
    "<file>\nlet a;\n</file>",
    "<path>\n/repo/a.ts</path>\n<type>file</type>\n<content>\n1: let a;",
    "[Old tool result content cleared]",
    "",
    null,
  ])("no read: %j", (text) => {
    expect(observe("read", { filePath: PATH }, text)).toEqual([]);
    expect(observe("read", { filePath: 5 }, text)).toEqual([]);
  });

  test("a directory", () => {
    const text =
      "<path>/repo/src</path>\n<type>directory</type>\n<entries>\na.ts\nb/\n\n(2 entries)\n</entries>";
    expect(observe("read", { filePath: "/repo/src" }, text)).toEqual([
      { kind: "paths", paths: ["/repo/src/a.ts", "/repo/src/b/"], isListing: true },
    ]);
  });
});

describe("changes", () => {
  test.each([
    ["edit", "Edit applied successfully."],
    [
      "write",
      "Wrote file successfully.\n\nLSP errors detected in this file, please fix:\n<diagnostics>",
    ],
    ["multiedit", "Edit applied successfully."],
    ["edit", ""],
    [
      "write",
      "\nThis file has errors, please fix\n<file_diagnostics>\nERROR [1:1] x\n</file_diagnostics>\n",
    ],
    ["write", "\n<project_diagnostics>\n/repo/b.ts\n</project_diagnostics>\n"],
  ])("%s: %j", (name, text) => {
    expect(observe(name, { filePath: PATH }, text)).toEqual([change(PATH)]);
  });

  test.each([
    "Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.",
    "oldString not found in content",
    "Found multiple matches for oldString.",
    "The user rejected permission to use this specific tool call.",
    "Tool execution aborted",
    null,
  ])("that failed without a flag: %j", (text) => {
    expect(observe("edit", { filePath: PATH }, text)).toEqual([]);
    expect(observe("write", { filePath: PATH }, text)).toEqual([]);
  });

  test("a patch", () => {
    const patchText =
      "*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n@@\n-a\n+b\n*** End Patch";
    const done = "Success. Updated the following files:\nM src/b.ts";
    expect(observe("apply_patch", { patchText }, done)).toEqual([
      change("src/a.ts"),
      change("src/b.ts"),
    ]);
    expect(
      observe("patch", { patchText }, "Patch applied successfully. 1 files changed:"),
    ).toHaveLength(2);
    expect(
      observe(
        "apply_patch",
        { patchText },
        "apply_patch verification failed: Failed to find expected lines",
      ),
    ).toEqual([]);
    expect(observe("apply_patch", {}, done)).toEqual([]);
  });
});

test("searches", () => {
  const text = "Found 1 matches\n/repo/a.ts:\n  Line 7: let a;\n";
  expect(observe("grep", { pattern: "a", path: "src" }, text)).toMatchObject([
    { kind: "search", pattern: "a", paths: ["/repo/a.ts"] },
  ]);
  expect(observe("glob", { pattern: "*.ts" }, "/repo/a.ts\n/repo/b.ts")).toMatchObject([
    { kind: "search", pattern: "*.ts", paths: ["/repo/a.ts", "/repo/b.ts"] },
  ]);
  expect(observe("grep", { pattern: "a" }, "Error: path not found")).toEqual([]);
});

describe("bash", () => {
  test.each([
    [{ command: "cat a.ts" }, "let a;\n", [{ kind: "read", path: "a.ts", compareText: "let a;" }]],
    [
      { command: "cat a.ts", workdir: "/repo" },
      "let a;\n",
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    [
      { command: "sleep 1; cat /tmp/log" },
      "tick\n",
      [{ kind: "read", path: "/tmp/log", compareText: "tick" }],
    ],
    // It doesn't tell exit codes.
    [{ command: "cat a.ts" }, "cat: a.ts: No such file or directory\n", []],
    [{ command: "cat a.ts" }, "(no output)", []],
    [
      { command: "cat a.ts" },
      "let a;\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 1500 ms.\n</shell_metadata>",
      [],
    ],
    [
      { command: "cat a.ts" },
      "let a;\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>",
      [],
    ],
    [
      { command: "cat a.ts" },
      "...output truncated...\n\nFull output saved to: /x\n\nlet a;",
      [{ kind: "read", path: "a.ts" }],
    ],
    [
      { command: "cat a.ts" },
      "let a;\n\n...104133 bytes truncated...\n\nThe tool call succeeded but the output was truncated.",
      [{ kind: "read", path: "a.ts" }],
    ],
    [{ command: "sh run.sh > /tmp/log 2>&1 &" }, "(no output)", []],
    [{}, "let a;", []],
  ])("%j: %j", (args, text, expected) => {
    expect(observe("bash", args, text)).toEqual(expected);
  });
});

test.each(["invalid", "todowrite", "webfetch", "task", "skill", "Read"])(
  "%s isn't known",
  (name) => {
    expect(
      observe(name, { filePath: PATH }, file("1: let a;", "(End of file - total 1 lines)")),
    ).toEqual([]);
  },
);
