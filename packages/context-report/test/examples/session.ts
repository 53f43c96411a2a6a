import type { Message } from "@alisio/governor/message";

/** A short session: a file is read, searched for, changed, and tested. */
export const history: readonly Message[] = [
  { role: "user", text: "The parser drops the last line. Please fix it." },
  ...turn("1", "read_file", { path: "/projects/demo/src/parse.ts" }, file("a1b2c3d4e5f60718", 90)),
  ...turn("2", "read_file", { path: "/projects/demo/src/lines.ts" }, file("b2c3d4e5f6071829", 40)),
  ...turn(
    "3",
    "edit_file",
    { path: "/projects/demo/src/parse.ts", oldText: "< n - 1", newText: "< n" },
    { path: "/projects/demo/src/parse.ts", sha256: "c3d4e5f60718293a" },
  ),
  ...turn("4", "shell", { command: "npm test" }, { stdout: "7 passed", stderr: "", exitCode: 0 }),
  { role: "assistant", text: "Fixed: the loop stopped one line early. All tests pass." },
];

function turn(id: string, name: string, args: unknown, result: unknown): readonly Message[] {
  return [
    { role: "assistant", text: "", calls: [{ id, name, args }] },
    { role: "tool", callId: id, content: JSON.stringify(result) },
  ];
}

function file(sha256: string, lines: number): unknown {
  return {
    sha256,
    startLine: 1,
    content: "const next = lines[i];\n".repeat(lines),
    truncated: false,
  };
}
