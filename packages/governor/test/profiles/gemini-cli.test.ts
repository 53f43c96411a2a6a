import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/gemini-cli.ts";
import { change, observing } from "./observing.ts";

const observe = observing(profile);
const PATH = "/repo/a.ts";

function part(first: number, last: number, total: number, content: string): string {
  return (
    "\nIMPORTANT: The file content has been truncated.\n" +
    `Status: Showing lines ${first}-${last} of ${total} total lines.\n` +
    "Action: To read more of the file, you can use the 'start_line' and 'end_line' parameters.\n\n" +
    `--- FILE CONTENT (truncated) ---\n${content}`
  );
}

describe("read_file", () => {
  test("a whole file, as text and as the response it came in", () => {
    const expected = [{ kind: "read", path: PATH, compareText: "let a;" }];
    expect(observe("read_file", { file_path: PATH }, "let a;\n")).toEqual(expected);
    expect(observe("read_file", { absolute_path: PATH }, "let a;\r\n")).toEqual(expected);
    expect(
      observe("read_file", { file_path: PATH }, JSON.stringify({ output: "let a;\n" })),
    ).toEqual(expected);
  });

  test("a file that is JSON itself", () => {
    const text = '{"name":"a","output":"b"}';
    expect(observe("read_file", { file_path: PATH }, text)).toMatchObject([{ compareText: text }]);
  });

  test("a first and a last line", () => {
    const args = { file_path: PATH, start_line: 10, end_line: 24 };
    const expected = {
      kind: "read",
      path: PATH,
      startLine: 10,
      limit: 15,
      compareText: "let a;",
      rangeKey: "10+15",
    };
    expect(observe("read_file", args, part(10, 24, 78, "let a;"))).toEqual([expected]);
    // The file ends before.
    expect(observe("read_file", args, part(10, 20, 20, "let a;"))).toEqual([expected]);
    expect(
      observe("read_file", { file_path: PATH, start_line: 10 }, part(10, 20, 20, "let a;")),
    ).toMatchObject([{ startLine: 10, rangeKey: "10+" }]);
    expect(
      observe("read_file", { file_path: PATH, end_line: 5 }, part(1, 5, 20, "let a;")),
    ).toMatchObject([{ startLine: 1, limit: 5, rangeKey: "1+5" }]);
  });

  test("a first line from 0 and a count, in older versions", () => {
    const text =
      "[File content truncated: showing lines 11-12 of 78 total lines. Use offset/limit parameters to view more.]\nlet a;";
    expect(observe("read_file", { absolute_path: PATH, offset: 10, limit: 2 }, text)).toEqual([
      {
        kind: "read",
        path: PATH,
        startLine: 11,
        limit: 2,
        compareText: "let a;",
        rangeKey: "11+2",
      },
    ]);
  });

  test.each([
    [{}, part(1, 2000, 6001, "let a;"), "1+2000"],
    [{ start_line: 1, end_line: 3000 }, part(1, 2000, 6001, "let a;"), "1+2000"],
    [{ start_line: 10, end_line: 24 }, part(11, 24, 78, "let a;"), "11+14"],
    [
      {},
      "[File content truncated: showing lines 1-2000 of 6001 total lines. Use offset/limit parameters to view more.]\nlet a;",
      "1+2000",
    ],
    [{}, part(1, 4, 4, "let a;... [truncated]"), "1+ cut"],
    [
      {},
      "[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\nlet a;... [truncated]",
      "1+ cut",
    ],
  ])("claims what was returned: %j", (args, text, rangeKey) => {
    expect(observe("read_file", { file_path: PATH, ...args }, text)).toMatchObject([{ rangeKey }]);
  });

  test("a preview of something else shows a part that nobody knows", () => {
    const text =
      "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /x\nlet a;";
    expect(observe("read_file", { file_path: PATH }, text)).toEqual([{ kind: "read", path: PATH }]);
  });

  test.each([
    JSON.stringify({ error: "File not found: /repo/a.ts" }),
    "File not found: /repo/a.ts",
    "File unchanged since last read. Refer to the earlier result.",
    "Error: File path must be absolute",
    "params must have required property 'file_path'",
    "[Operation Cancelled] Reason: User denied execution.",
    "Binary content provided (1 item(s)).",
    "Cannot display content of binary file: a.bin",
    JSON.stringify({
      output: '<tool_output_masked>\n{ "output": "let a;" }\n</tool_output_masked>',
    }),
    "<tool_output_masked>\nlet a;\n</tool_output_masked>",
    "\nIMPORTANT: The file content has been truncated.\nlet a;",
    part(9, 3, 20, "let a;"),
    null,
  ])("no read: %j", (text) => {
    expect(observe("read_file", { file_path: PATH }, text)).toEqual([]);
  });

  test("arguments that are no range, or no path", () => {
    expect(observe("read_file", { file_path: PATH, start_line: 5, end_line: 3 }, "let a;")).toEqual(
      [],
    );
    expect(observe("read_file", { file_path: PATH, start_line: "x" }, "let a;")).toEqual([]);
    expect(observe("read_file", { nopath: 5 }, "let a;")).toEqual([]);
  });
});

test("read_many_files reads each of them", () => {
  const text =
    "--- /repo/a.ts ---\n\nlet a;\n\n\n--- /repo/b.ts ---\n\nlet b;\n\n\n--- End of content ---";
  expect(observe("read_many_files", { include: ["*.ts"] }, text)).toEqual([
    { kind: "read", path: "/repo/a.ts" },
    { kind: "read", path: "/repo/b.ts" },
  ]);
});

describe("changes", () => {
  test.each([
    [
      "replace",
      `Successfully modified file: ${PATH} (1 replacements). Here is the updated code:\nlet a;`,
    ],
    ["replace", `Created new file: ${PATH} with provided content.`],
    ["write_file", `Successfully created and wrote to new file: ${PATH}.`],
    ["write_file", `Successfully overwrote file: ${PATH}.`],
    ["write_file", JSON.stringify({ output: `Successfully overwrote file: ${PATH}.` })],
  ])("%s: %j", (name, text) => {
    expect(observe(name, { file_path: PATH }, text)).toEqual([change(PATH)]);
  });

  test.each([
    "Failed to edit, 0 occurrences found for old_string in /repo/a.ts.",
    "Could not find an exact match for 'old_string' in '/repo/a.ts'.",
    JSON.stringify({ error: "Could not find an exact match" }),
    "Error: no changes",
    "",
    null,
  ])("that failed: %j", (text) => {
    expect(observe("replace", { file_path: PATH }, text)).toEqual([]);
    expect(observe("write_file", { file_path: PATH }, text)).toEqual([]);
  });
});

test("searches and listings", () => {
  const found =
    'Found 1 matches for pattern "a" in path "/repo/src":\n---\nFile: x/a.ts\nL7: let a;\n---';
  expect(observe("grep_search", { pattern: "a", dir_path: "/repo/src" }, found)).toMatchObject([
    { kind: "search", pattern: "a", paths: ["/repo/src/x/a.ts"] },
  ]);
  expect(observe("search_file_content", { pattern: "a" }, found)).toMatchObject([
    { paths: ["x/a.ts"] },
  ]);
  expect(
    observe("glob", { pattern: "*" }, 'Found 1 file(s) matching "*" within /repo:\n/repo/a.ts'),
  ).toMatchObject([{ kind: "search", paths: ["/repo/a.ts"] }]);
  expect(observe("grep_search", { pattern: "a" }, JSON.stringify({ error: "x" }))).toEqual([]);
  const listing = "Directory listing for /repo:\n[DIR] src\na.ts (91 bytes)\n\n(1 ignored)";
  expect(observe("list_directory", { dir_path: "/repo" }, listing)).toEqual([
    { kind: "paths", paths: ["/repo/src", "/repo/a.ts"], isListing: true },
  ]);
  expect(observe("list_directory", { dir_path: "/repo" }, "Error: no such directory")).toEqual([]);
});

describe("run_shell_command", () => {
  const fine =
    "<untrusted_context>\nOutput: let a;\nProcess Group PGID: 4074\n</untrusted_context>";
  const old = (body: string, error = "(none)", code = "0"): string =>
    `Command: cat a.ts\nDirectory: (root)\nOutput: ${body}\nError: ${error}\nExit Code: ${code}\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 26593`;

  test.each([
    [{ command: "cat a.ts" }, fine, "a.ts"],
    [{ command: "cat a.ts" }, JSON.stringify({ output: fine }), "a.ts"],
    [{ command: "cat a.ts" }, "Output: let a;", "a.ts"],
    [{ command: "cat a.ts" }, fine.replace("4074", "9"), "a.ts"],
    [{ command: "cat a.ts", dir_path: "pkg" }, fine, "pkg/a.ts"],
    [{ command: "cat a.ts", directory: "/repo" }, fine, PATH],
    [{ command: "cat a.ts" }, old("let a;"), "a.ts"],
  ])("%j: %j", (args, text, path) => {
    expect(observe("run_shell_command", args, text)).toEqual([
      { kind: "read", path, compareText: "let a;" },
    ]);
  });

  test.each([
    fine.replace("\nProcess", "\nExit Code: 1\nProcess"),
    fine.replace("\nProcess", "\nSignal: SIGTERM\nProcess"),
    fine.replace("\nProcess", "\nError: spawn failed\nProcess"),
    fine.replace("\nProcess", "\nBackground PIDs: 12\nProcess"),
    fine.replace("let a;", "(empty)"),
    old("let a;", "warning"),
    old("let a;", "two\nlines"),
    old("let a;", "(none)", "2"),
    "Command moved to background (PID: 4047). Output hidden.",
    "Command was cancelled by user before it could complete. Below is the output before it was cancelled:\nlet a;",
    JSON.stringify({ error: "Tool execution denied" }),
    "let a;",
  ])("not observed: %j", (text) => {
    expect(observe("run_shell_command", { command: "cat a.ts" }, text)).toEqual([]);
  });

  test("cut, in the background, or no read", () => {
    const cut = `Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /x\n${fine}`;
    expect(observe("run_shell_command", { command: "cat a.ts" }, cut)).toEqual([
      { kind: "read", path: "a.ts" },
    ]);
    expect(
      observe("run_shell_command", { command: "cat a.ts", is_background: true }, fine),
    ).toEqual([]);
    expect(observe("run_shell_command", { command: "rm a.ts" }, fine)).toEqual([]);
  });
});

describe("read_background_output", () => {
  const poll = (text: string, pid: unknown = 4047) =>
    observe("read_background_output", { pid }, text);

  test("shows all output from the start as long as it says so", () => {
    const [first] = poll("Full Log Output:\ntick 1\n");
    expect(first).toMatchObject({ kind: "background", taskId: "4047", offset: 0, isEmpty: false });
    expect(poll("Full Log Output:\ntick 1\ntick 2")).toEqual([first]);
    expect(poll("Log is empty.")).toMatchObject([{ isEmpty: true }]);
  });

  test.each([
    ["Showing last 100 of 250 lines:\ntick 151"],
    [`Full Log Output:\n${"x".repeat(60_000)}`],
    ["No output log found for process ID 4047."],
    [""],
  ])("not otherwise: %j", (text) => {
    expect(poll(text)).toEqual([]);
  });

  test("without an id", () => {
    expect(poll("Full Log Output:\nx", null)).toEqual([]);
  });
});

test.each(["list_background_processes", "web_fetch", "save_memory", "Read"])(
  "%s isn't known",
  (name) => {
    expect(observe(name, { file_path: PATH }, "let a;")).toEqual([]);
  },
);
