import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/claude-code.ts";
import { change, numbered, observing } from "./observing.ts";

const observe = observing(profile);
const PATH = "/repo/a.ts";
const REMINDER = "<system-reminder>\nConsider what this file is for.\n</system-reminder>";
const TOKENS = "<system-reminder><total_tokens>149 tokens left</total_tokens></system-reminder>";

describe("Read", () => {
  const WHOLE = [{ kind: "read", path: PATH, compareText: "let a;\n\n\tlet b;" }];

  test.each([
    ["arrows", "     1→let a;\n     2→\n     3→\tlet b;"],
    ["tabs", "1\tlet a;\n2\t\n3\t\tlet b;"],
    ["a last line without anything", "1\tlet a;\n2\t\n3\t\tlet b;\n4\t"],
    ["a reminder after it", `     1→let a;\n     2→\n     3→\tlet b;\n\n${REMINDER}\n`],
    [
      "two reminders, and a tab that was trimmed",
      `1\tlet a;\n2\t\n3\t\tlet b;\n4\n\n${REMINDER}\n${TOKENS}`,
    ],
    ["a reminder before it", `${REMINDER}\n\n1\tlet a;\n2\t\n3\t\tlet b;`],
    ["carriage returns", "1\tlet a;\r\n2\t\r\n3\t\tlet b;"],
    ["escape sequences", "1\t\u001b[31mlet a;\u001b[0m\n2\t\n3\t\tlet b;"],
  ])("a whole file with %s", (_name, text) => {
    expect(observe("Read", { file_path: PATH }, text)).toEqual(WHOLE);
  });

  test("a first line and a count", () => {
    const text = numbered(10, ["let a;", "let b;"], "→");
    expect(observe("Read", { file_path: PATH, offset: 10, limit: 2 }, text)).toEqual([
      {
        kind: "read",
        path: PATH,
        startLine: 10,
        limit: 2,
        compareText: "let a;\nlet b;",
        rangeKey: "10+2",
      },
    ]);
    expect(observe("Read", { file_path: PATH, offset: 10 }, text)).toEqual([
      { kind: "read", path: PATH, startLine: 10, compareText: "let a;\nlet b;", rangeKey: "10+" },
    ]);
    expect(observe("Read", { file_path: PATH, limit: 50 }, "1\tlet a;")).toEqual([
      {
        kind: "read",
        path: PATH,
        startLine: 1,
        limit: 50,
        compareText: "let a;",
        rangeKey: "1+50",
      },
    ]);
  });

  test("numbers written as text are numbers, others leave it open what was read", () => {
    const text = numbered(10, ["let a;"], "\t");
    expect(observe("Read", { file_path: PATH, offset: "10", limit: "1" }, text)).toMatchObject([
      { startLine: 10, limit: 1 },
    ]);
    expect(observe("Read", { file_path: PATH, offset: "ten" }, text)).toEqual([]);
    expect(observe("Read", { file_path: PATH, limit: -1 }, text)).toEqual([]);
    expect(observe("Read", { file_path: PATH, offset: 1.5 }, text)).toEqual([]);
  });

  test("claims what was returned, not what was asked for", () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}`);
    const whole = numbered(1, lines, "→");
    // Without a limit it stops there, whether or not the file goes on.
    expect(observe("Read", { file_path: PATH }, whole)).toMatchObject([
      { rangeKey: "1+2000", limit: 2000 },
    ]);
    expect(observe("Read", { file_path: PATH, limit: 2000 }, whole)).toMatchObject([
      { rangeKey: "1+2000" },
    ]);
    expect(observe("Read", { file_path: PATH, offset: 5 }, "1\tlet a;")).toMatchObject([
      { startLine: 1, limit: 1, rangeKey: "1+1" },
    ]);
    expect(
      observe("Read", { file_path: PATH }, "1\tlet a;\n\n... [9 lines truncated] ..."),
    ).toMatchObject([{ rangeKey: "1+1" }]);
  });

  test("long lines may be shortened: they are compared only with such", () => {
    expect(observe("Read", { file_path: PATH }, `1\t${"x".repeat(2000)}`)).toMatchObject([
      { rangeKey: "1+ cut" },
    ]);
  });

  test.each([
    "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.",
    "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.",
    "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>",
    "<system-reminder>Warning: the file exists but is shorter than the provided offset (9). The file has 3 lines.</system-reminder>",
    "<tool_use_error>File does not exist.</tool_use_error>",
    '<cell id="1">print(1)</cell>',
    "[Old tool result content cleared]",
    '[elided: Read "/repo/a.ts"@unknown; re-read to view]',
    "let a;",
    "",
  ])("no read: %s", (text) => {
    expect(observe("Read", { file_path: PATH }, text)).toEqual([]);
  });

  test("an image, or arguments that aren't those of a read", () => {
    expect(observe("Read", { file_path: PATH }, null)).toEqual([]);
    expect(observe("Read", { path: PATH }, "1\tlet a;")).toEqual([]);
    expect(observe("Read", { file_path: 5 }, "1\tlet a;")).toEqual([]);
    expect(observe("Read", null, "1\tlet a;")).toEqual([]);
  });
});

describe("changes", () => {
  test.each([
    ["Write", { file_path: PATH, content: "" }, `File created successfully at: ${PATH}`],
    [
      "Edit",
      { file_path: PATH, old_string: "a", new_string: "b" },
      `The file ${PATH} has been updated successfully.`,
    ],
    [
      "Edit",
      { file_path: PATH },
      `The file ${PATH} has been updated. Here's the result of running \`cat -n\``,
    ],
    ["MultiEdit", { file_path: PATH, edits: [] }, `Applied 2 edits to ${PATH}`],
    ["NotebookEdit", { notebook_path: PATH, new_source: "" }, "Updated cell 1 with x"],
    ["Edit", { file_path: PATH }, "[Old tool result content cleared]"],
    ["Edit", { file_path: PATH }, null],
  ])("%s", (name, args, text) => {
    expect(observe(name, args, text)).toEqual([change(PATH)]);
  });

  test("not when it failed without a flag", () => {
    const text = "<tool_use_error>String to replace not found in file.</tool_use_error>";
    expect(observe("Edit", { file_path: PATH }, text)).toEqual([]);
  });
});

describe("searches", () => {
  test("equal arguments in another order and equal matches are the same search", () => {
    const text = "Found 2 files\nsrc/a.ts\nsrc/b.ts";
    const [first] = observe("Grep", { pattern: "a", path: "src" }, text);
    expect(first).toEqual({
      kind: "search",
      pattern: "a",
      argumentsKey: 'Grep {"path":"src","pattern":"a"}',
      matchesKey: text,
      paths: ["src/a.ts", "src/b.ts"],
    });
    expect(observe("Grep", { path: "src", pattern: "a" }, `${text}\n\n${TOKENS}`)).toEqual([first]);
    expect(observe("Glob", { path: "src", pattern: "a" }, text)).not.toEqual([first]);
  });

  test("no matches are a result too, an error isn't", () => {
    expect(observe("Grep", { pattern: "a" }, "No matches found")).toHaveLength(1);
    expect(
      observe("Grep", { pattern: "a" }, "<tool_use_error>Path does not exist</tool_use_error>"),
    ).toEqual([]);
    expect(observe("Grep", {}, "No matches found")).toEqual([]);
    expect(observe("Glob", { pattern: "*" }, null)).toEqual([]);
  });
});

describe("TaskOutput", () => {
  const poll = (output: string, type = "local_bash", status = "running"): string =>
    `<retrieval_status>timeout</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>${type}</task_type>\n\n` +
    `<status>${status}</status>${output === "" ? "" : `\n\n<output>\n${output}\n</output>`}`;

  test("shows all output from the start", () => {
    const [first] = observe("TaskOutput", { task_id: "b1", block: false }, poll("tick 1"));
    const [second] = observe(
      "TaskOutput",
      { task_id: "b1", timeout: 9 },
      poll("tick 1\ntick 2", "local_bash", "completed"),
    );
    expect(first).toMatchObject({ kind: "background", taskId: "b1", offset: 0, isEmpty: false });
    expect(second).toEqual(first);
    expect(observe("TaskOutput", { task_id: "b1" }, "tick 1")).toEqual([first]);
  });

  test("one that shows nothing covers nothing", () => {
    const [full] = observe("TaskOutput", { task_id: "b1" }, poll("tick 1"));
    const [empty] = observe("TaskOutput", { task_id: "b1" }, poll(""));
    expect(empty).toMatchObject({ isEmpty: true });
    expect(empty).not.toMatchObject({ limit: (full as { limit: number }).limit });
  });

  test.each([
    ["the end alone", poll("[Truncated. Full output: /tmp/b1.output]\n\ntick 99")],
    ["a preview", "<persisted-output>\nOutput too large (345.3KB).\n</persisted-output>"],
    ["a subagent's transcript", poll('{"type":"user"}', "local_agent")],
    ["an error", "<tool_use_error>No task found with ID: b1</tool_use_error>"],
  ])("not of %s", (_name, text) => {
    expect(observe("TaskOutput", { task_id: "b1" }, text)).toEqual([]);
  });

  test("BashOutput shows only what is new", () => {
    const text = "<status>running</status>\n\n<stdout>\ntick 2\n</stdout>";
    expect(observe("BashOutput", { bash_id: "b1" }, text)).toEqual([]);
    expect(observe("BashOutput", { bash_id: "b1" }, "")).toEqual([]);
  });
});

describe("Bash", () => {
  test.each([
    ["cat /repo/a.ts", "let a;", [{ kind: "read", path: PATH, compareText: "let a;" }]],
    [
      "cat /repo/a.ts",
      `let a;\n\n${TOKENS}`,
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    [
      "cat /repo/a.ts",
      "let a;\nShell cwd was reset to /repo",
      [{ kind: "read", path: PATH, compareText: "let a;" }],
    ],
    ["cd /repo && cat a.ts", "let a;", [{ kind: "read", path: PATH, compareText: "let a;" }]],
    // An earlier call may have changed the directory.
    ["cat a.ts", "let a;", [{ kind: "read", path: "a.ts" }]],
    ["cat /repo/a.ts", "let a;\n\n... [638 lines truncated] ...", [{ kind: "read", path: PATH }]],
    [
      "cat /repo/a.ts",
      "<persisted-output>\nOutput too large\n</persisted-output>",
      [{ kind: "read", path: PATH }],
    ],
    ["node scripts/check.js", "12 checks passed", []],
    ["cat /repo/a.ts", "(Bash completed with no output)", []],
    ["cat /repo/a.ts", "Command running in background with ID: b1.", []],
    ["cat /repo/a.ts", "<tool_use_error>Cancelled</tool_use_error>", []],
  ])("%s: %j", (command, text, expected) => {
    expect(observe("Bash", { command, description: "x" }, text)).toEqual(expected);
  });

  test("in the background, or without text", () => {
    expect(
      observe("Bash", { command: "cat /repo/a.ts", run_in_background: true }, "let a;"),
    ).toEqual([]);
    expect(observe("Bash", { command: "cat /repo/a.ts" }, null)).toEqual([]);
    expect(observe("Bash", { command: ["cat"] }, "let a;")).toEqual([]);
  });

  test("the same lines as those of Read", () => {
    const [read] = observe(
      "Read",
      { file_path: PATH, offset: 10, limit: 2 },
      "10\tlet a;\n11\tlet b;",
    );
    expect(observe("Bash", { command: "sed -n 10,11p /repo/a.ts" }, "let a;\nlet b;\n")).toEqual([
      read,
    ]);
  });
});

test.each([
  "Task",
  "WebFetch",
  "TodoWrite",
  "ToolSearch",
  "KillShell",
  "TaskStop",
  "mcp__x__read",
  "read",
  "toString",
  "__proto__",
])("%s isn't known", (name) => {
  expect(observe(name, { file_path: PATH, command: "cat /a" }, "1\tlet a;")).toEqual([]);
  expect(profile.subjectOf?.({ id: "1", name, args: {} })).toBeUndefined();
});
