import { describe, expect, test } from "vitest";
import { profile } from "../../src/profiles/codex.ts";
import { change, numbered, observing } from "./observing.ts";

const observe = observing(profile);

/** The output of a command as newer versions give it. */
function output(body: string, code = 0, chunk = "92701b"): string {
  return `Chunk ID: ${chunk}\nWall time: 0.0002 seconds\nProcess exited with code ${code}\nOriginal token count: 9\nOutput:\n${body}`;
}

const WHOLE = [{ kind: "read", path: "a.ts", compareText: "let a;" }];

describe("a command's output", () => {
  test.each([
    ["with a chunk id", output("let a;\n")],
    ["with another chunk id", output("let a;\n", 0, "000000")],
    ["with an exit code", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nlet a;\n"],
    [
      "as JSON",
      JSON.stringify({ output: "let a;\n", metadata: { exit_code: 0, duration_seconds: 0.1 } }),
    ],
  ])("%s", (_name, text) => {
    expect(observe("exec_command", { cmd: "cat a.ts" }, text)).toEqual(WHOLE);
  });

  test.each([
    ["of a command that failed", output("let a;", 1)],
    ["of one that failed, older", "Exit code: 2\nWall time: 0 seconds\nOutput:\nlet a;"],
    [
      "of one that failed, as JSON",
      JSON.stringify({ output: "let a;", metadata: { exit_code: 1 } }),
    ],
    [
      "of one that ran into its time limit",
      "Exit code: 124\nWall time: 9 seconds\nOutput:\ncommand timed out after 9000 milliseconds\nlet a;",
    ],
    [
      "of one that still runs",
      "Chunk ID: 1\nWall time: 0.3 seconds\nProcess running with session ID 95481\nOutput:\nlet a;",
    ],
    ["without an exit code", "Wall time: 0.3 seconds\nOutput:\nlet a;"],
    ["without a header", "let a;"],
    ["with an unknown header", "Mood: fine\nProcess exited with code 0\nOutput:\nlet a;"],
    ["with a code that is none", "Process exited with code x\nOutput:\nlet a;"],
    ["that is an error", "failed to parse function arguments: EOF while parsing an object"],
    ["that is another JSON", JSON.stringify({ output: "let a;" })],
    ["empty", ""],
  ])("%s", (_name, text) => {
    expect(observe("exec_command", { cmd: "cat a.ts" }, text)).toEqual([]);
  });

  test.each([
    output(
      "Warning: truncated output (original token count: 88386)\nTotal output lines: 6000\n\nlet a;",
    ),
    "Exit code: 0\nWall time: 0 seconds\nTotal output lines: 6000\nOutput:\nlet a;",
    output("let a;…33930 tokens truncated…let z;"),
    output("let a;\n[... omitted 5000 of 6000 lines ...]\nlet z;"),
    JSON.stringify({ output: "Total output lines: 900\n\nlet a;", metadata: { exit_code: 0 } }),
  ])("that was cut: %j", (text) => {
    expect(observe("exec_command", { cmd: "cat a.ts" }, text)).toEqual([
      { kind: "read", path: "a.ts" },
    ]);
  });
});

describe("shell tools", () => {
  test.each([
    ["exec_command", { cmd: "cat a.ts" }, "a.ts"],
    ["exec_command", { cmd: "cat a.ts", workdir: "/repo", max_output_tokens: 4000 }, "/repo/a.ts"],
    ["shell", { command: ["bash", "-lc", "cat a.ts"], workdir: "/repo" }, "/repo/a.ts"],
    ["shell", { command: ["cat", "a.ts"] }, "a.ts"],
    ["shell_command", { command: "cat a.ts" }, "a.ts"],
    ["container.exec", { command: ["bash", "-lc", "cat a.ts"] }, "a.ts"],
    [
      "local_shell_call",
      { action: { command: ["cat", "a.ts"], working_directory: "/repo" } },
      "/repo/a.ts",
    ],
  ])("%s %j", (name, args, path) => {
    expect(observe(name, args, output("let a;"))).toEqual([{ ...WHOLE[0], path }]);
  });

  test("a range of first and last line is a first line and a count", () => {
    expect(observe("exec_command", { cmd: "sed -n '10,24p' a.ts" }, output("let a;"))).toEqual([
      {
        kind: "read",
        path: "a.ts",
        startLine: 10,
        limit: 15,
        compareText: "let a;",
        rangeKey: "10+15",
      },
    ]);
  });

  test("a search", () => {
    const [first] = observe("exec_command", { cmd: "rg -n a src" }, output("src/a.ts:1:let a;\n"));
    expect(first).toMatchObject({
      kind: "search",
      pattern: "a",
      matchesKey: "src/a.ts:1:let a;",
      paths: ["src/a.ts"],
    });
    const again = output("src/a.ts:1:let a;\n", 0, "56b6db");
    expect(observe("exec_command", { cmd: "rg  -n 'a' src", yield_time_ms: 5 }, again)).toEqual([
      first,
    ]);
  });

  test.each([
    ["exec_command", '{"cmd": 5'],
    ["exec_command", { cmd: 5 }],
    ["shell", { command: ["cat", 5] }],
    ["exec_command", {}],
    ["exec_command", null],
    ["exec_command", { cmd: "git checkout a.ts" }],
  ])("not observed: %s %j", (name, args) => {
    expect(observe(name, args, output("let a;"))).toEqual([]);
    expect(observe(name, args, null)).toEqual([]);
  });
});

test("polls return only what is new, and code mode may do anything", () => {
  expect(observe("write_stdin", { session_id: 1, chars: "" }, output("tick 2"))).toEqual([]);
  expect(observe("write_stdin", { session_id: 1, chars: "" }, output(""))).toEqual([]);
  expect(observe("write_stdin", { session_id: 1, chars: "cat a.ts\n" }, output("let a;"))).toEqual(
    [],
  );
  expect(observe("wait", { cell_id: "9" }, "Script completed\nOutput:\ntick")).toEqual([]);
  expect(
    observe("exec", 'text(await tools.exec_command({cmd: "cat a.ts"}))', output("let a;")),
  ).toEqual([]);
});

describe("apply_patch", () => {
  const PATCH = [
    "*** Begin Patch",
    "*** Update File: src/a.ts",
    "*** Move to: src/b.ts",
    "@@",
    " *** Update File: not/this.ts",
    "-*** Delete File: nor/this.ts",
    "+let b;",
    "*** Add File: src/c.ts",
    "+*** Add File: nor/that.ts",
    "*** Delete File: src/d e.ts",
    "*** Update File: src/a.ts",
    "*** End Patch",
    "*** Update File: after.ts",
  ].join("\n");
  const CHANGED = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d e.ts"].map(change);
  const DONE = "Success. Updated the following files:\nM src/b.ts\n";

  test.each([
    ["text", PATCH, `Exit code: 0\nWall time: 0 seconds\nOutput:\n${DONE}`],
    ["input", { input: PATCH }, DONE],
    ["patch", { patch: PATCH }, JSON.stringify({ output: DONE, metadata: { exit_code: 0 } })],
  ])("changes several files, and both ends of a move: %s", (_name, args, text) => {
    expect(observe("apply_patch", args, text)).toEqual(CHANGED);
  });

  test.each([
    "apply_patch verification failed: Failed to find expected lines in /repo/src/a.ts:\nlet x;",
    "Exit code: 1\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n",
    JSON.stringify({ output: DONE, metadata: { exit_code: 1 } }),
    "patch rejected by user",
    "",
    null,
  ])("that failed changes nothing: %j", (text) => {
    expect(observe("apply_patch", PATCH, text)).toEqual([]);
  });

  test("without a patch", () => {
    expect(observe("apply_patch", "let b;", DONE)).toEqual([]);
    expect(observe("apply_patch", { input: 5 }, DONE)).toEqual([]);
  });

  test("through a shell", () => {
    const done = output(DONE);
    const script = `apply_patch <<'EOF'\n${PATCH}\nEOF\n`;
    expect(observe("shell", { command: ["apply_patch", PATCH] }, done)).toEqual(CHANGED);
    expect(observe("shell", { command: ["bash", "-lc", script] }, done)).toEqual(CHANGED);
    expect(observe("exec_command", { cmd: script, workdir: "/repo" }, done)).toEqual(
      ["/repo/src/a.ts", "/repo/src/b.ts", "/repo/src/c.ts", "/repo/src/d e.ts"].map(change),
    );
    expect(observe("exec_command", { cmd: `cd pkg && ${script}` }, done)).toEqual(
      ["pkg/src/a.ts", "pkg/src/b.ts", "pkg/src/c.ts", "pkg/src/d e.ts"].map(change),
    );
    expect(observe("exec_command", { cmd: script }, output("Invalid patch", 1))).toEqual([]);
    expect(observe("exec_command", { cmd: script }, output("Invalid patch"))).toEqual([]);
    expect(observe("exec_command", { cmd: `${script}rm x\n` }, done)).toEqual([]);
    expect(observe("exec_command", { cmd: `apply_patch <<EOF\n${PATCH}\nEOF` }, done)).toEqual([]);
  });
});

describe("the experimental tools", () => {
  test("read_file", () => {
    const text = numbered(3, ["let a;", ""], ": ").replace(/^/gm, "L");
    expect(observe("read_file", { file_path: "/a.ts", offset: 3, limit: 2 }, text)).toEqual([
      {
        kind: "read",
        path: "/a.ts",
        startLine: 3,
        limit: 2,
        compareText: "let a;",
        rangeKey: "3+2",
      },
    ]);
    expect(observe("read_file", { file_path: "/a.ts" }, "L1: let a;")).toEqual([
      { kind: "read", path: "/a.ts", compareText: "let a;" },
    ]);
    expect(observe("read_file", { file_path: "/a.ts", mode: "indentation" }, "L1: let a;")).toEqual(
      [],
    );
    expect(observe("read_file", { file_path: "/a.ts" }, "failed to read file: not found")).toEqual(
      [],
    );
  });

  test("grep_files", () => {
    expect(observe("grep_files", { pattern: "a" }, "/repo/a.ts\n/repo/b.ts")).toMatchObject([
      { kind: "search", pattern: "a", paths: ["/repo/a.ts", "/repo/b.ts"] },
    ]);
  });
});

test.each(["update_plan", "view_image", "web_search", "unknown"])("%s isn't known", (name) => {
  expect(observe(name, { path: "a.ts", cmd: "cat a.ts" }, output("let a;"))).toEqual([]);
});
