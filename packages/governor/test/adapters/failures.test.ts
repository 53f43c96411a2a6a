import { describe, expect, test } from "vitest";
import { edited, type Json } from "./support/edit.ts";
import { ADAPTERS, type FormatName } from "./support/formats.ts";
import { EAGER, long, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

/** What tools answer, as seen where the format has no flag for a failure. */
const FAILURES: readonly string[] = [
  "Error: no such tool",
  "old_text not found",
  "ENOENT: no such file or directory, open '/repo/missing.ts'",
  "Could not find oldString in the file.",
  "apply_patch verification failed: Failed to find expected lines in a.ts",
  "unsupported call: no_such_tool",
  "failed to parse function arguments: EOF while parsing an object",
  "Model tried to call unavailable tool 'x'. Available tools: a.",
  "The read tool was called with invalid arguments: SchemaError",
  "exit 3\nout",
  "Exit code: 1\nout",
  "Exit code 2",
  "out\n\n\nCommand exited with code 3",
  "Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n",
  "Command timed out after 1 seconds",
  "<returncode>1</returncode>\n<output>\n</output>",
  "No match found for old_str",
  "The file a.ts does not exist",
  "<tool_use_error>String to replace not found in file.</tool_use_error>",
  '{"error": "EACCES"}',
  '{"error": {"code": 5}}',
  '{"isError": true, "content": []}',
  '{"success": false}',
  '{"ok": false, "path": "a.ts"}',
];

const SUCCESSES: readonly string[] = [
  "",
  "ok",
  "The file /repo/src/errors/not-found.ts has been updated.",
  "Edit applied successfully.",
  "Successfully wrote 12 bytes to docs/error.md",
  "Success. Updated the following files:\nM a.ts",
  "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.",
  "exit 0",
  "No matches found",
  "<returncode>0</returncode>\n<output>\n</output>",
  '{"replaced": 1, "error": null}',
  '{"error": "", "ok": true, "success": true}',
  '{"path": "a.ts", "note": "the \\"error\\" field"}',
  // What is longer only mentions a failure.
  `${long("a")}\n${long("b")} not found`,
];

describe.each(["openai-chat", "openai-responses"] as const)("%s", (format: FormatName) => {
  /** Whether the answer to a change makes the earlier read redundant. */
  function isTaken(answer: string): boolean {
    const history = session(
      ["r1", "read_file", { path: "a.ts" }, long("old")],
      ["e1", "edit_file", { path: "a.ts" }, answer],
    );
    const request = writeRequest(format, history);
    return ADAPTERS[format].projectRequest(request, EAGER).elisions.length > 0;
  }

  test.each(FAILURES)("a failure: %j", (answer) => {
    expect(isTaken(answer)).toBe(false);
  });

  test.each(SUCCESSES)("a success: %j", (answer) => {
    expect(isTaken(answer)).toBe(true);
  });
});

test("other formats have a flag, and no text makes a failure there", () => {
  for (const format of ["anthropic", "ai-sdk", "gemini"] as const) {
    const history = session(
      ["r1", "read_file", { path: "a.ts" }, long("old")],
      ["e1", "edit_file", { path: "a.ts" }, "Error: none, all went well"],
    );
    const { elisions } = ADAPTERS[format].projectRequest(writeRequest(format, history), EAGER);
    expect(
      elisions.map(({ callId }) => callId),
      format,
    ).toEqual(["r1"]);
  }
});

describe("what the AI SDK writes without a flag where a format has one", () => {
  const history = session(
    ["r1", "read_file", { path: "a.ts" }, long("old")],
    ["e1", "edit_file", { path: "a.ts" }, "ok"],
  );
  const countIn = (format: FormatName, change: (body: Json) => void): number => {
    const request = edited(writeRequest(format, history), change);
    return ADAPTERS[format].projectRequest(request, EAGER).elisions.length;
  };

  test.each([
    ["Tool call execution denied.", 0],
    ["Tool call execution denied. Or not?", 1],
    ["ok", 1],
  ])("Anthropic: %j", (content, count) => {
    const change = ({ messages }: Json): unknown => (messages[4].content[0].content = content);
    expect(countIn("anthropic", change)).toBe(count);
  });

  test.each([
    [{ name: "edit_file", content: "Tool call execution denied." }, 0],
    [{ name: "edit_file", content: "Error: no match" }, 0],
    [{ name: "edit_file", content: { error: "no match" } }, 0],
    [{ name: "edit_file", content: { written: 1 } }, 1],
    [{ name: "edit_file", content: "ok" }, 1],
    // Not the AI SDK's: an output is one whatever it says.
    [{ output: "Error: none, all went well" }, 1],
    [{ name: "edit_file", content: "Error: none", more: 1 }, 1],
  ])("Gemini: %j", (response, count) => {
    const change = ({ contents }: Json): unknown =>
      (contents[4].parts[0].functionResponse.response = response);
    expect(countIn("gemini", change)).toBe(count);
  });
});

test("outputs that carry a flag of their own", () => {
  const input = (output: object) => [
    { type: "function_call", call_id: "r1", name: "read_file", arguments: '{"path":"a.ts"}' },
    { type: "function_call_output", call_id: "r1", output: long("old") },
    { type: "function_call", call_id: "e1", name: "edit_file", arguments: '{"path":"a.ts"}' },
    { type: "function_call_output", call_id: "e1", ...output },
    { role: "assistant", content: "done" },
  ];
  const { projectRequest } = ADAPTERS["openai-responses"];
  const count = (output: object) => projectRequest({ input: input(output) }, EAGER).elisions.length;
  expect(count({ output: { content: "ok", success: false } })).toBe(0);
  expect(count({ output: { content: "ok", success: true } })).toBe(1);
  expect(count({ output: "ok", status: "failed" })).toBe(0);
  expect(count({ output: "ok", status: "completed" })).toBe(1);
});
