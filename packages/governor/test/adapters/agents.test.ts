import { expect, test } from "vitest";
import type { ToolProfile } from "../../src/index.ts";
import { profile as claudeCode } from "../../src/profiles/claude-code.ts";
import { profile as codex } from "../../src/profiles/codex.ts";
import { profile as geminiCli } from "../../src/profiles/gemini-cli.ts";
import { profile as opencode } from "../../src/profiles/opencode.ts";
import { profile as pi } from "../../src/profiles/pi.ts";
import { elidedIn } from "./support/elided-in.ts";
import type { FormatName } from "./support/formats.ts";
import { long, type Step, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

const READ = "/repo/a.ts";
const NUMBERED = (mark: string): string => `1\t${mark}\n2\t${"x".repeat(200)}`;
const CODEX = (id: string, output: string): string =>
  `Chunk ID: ${id}\nWall time: 0.${id.length} seconds\nProcess exited with code 0\nOutput:\n${output}`;
const GEMINI_SHELL = (pgid: number, output: string): string =>
  `<untrusted_context>\nOutput: ${output}\nProcess Group PGID: ${pgid}\n</untrusted_context>`;
const GEMINI_FAILED = `Output: ${long("src/a:1:x")}\nError: (none)\nExit Code: 2\nSignal: (none)`;
const UNCHANGED =
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current";
const POLL = (status: string, output: string): string =>
  `<retrieval_status>${status}</retrieval_status>\n\n<task_id>t</task_id>\n\n<task_type>local_bash</task_type>\n\n<output>\n${output}\n</output>`;

/** What agents do on their formats, with the profile that knows them. */
const AGENTS: readonly (readonly [
  name: string,
  format: FormatName,
  profile: ToolProfile,
  steps: readonly Step[],
  elided: readonly string[],
])[] = [
  [
    "a result that points back is no read",
    "anthropic",
    claudeCode,
    [
      ["r1", "Read", { file_path: READ }, NUMBERED("a")],
      ["r2", "Read", { file_path: READ }, UNCHANGED],
    ],
    [],
  ],
  [
    "a change supersedes the read with the content, not the one that points back",
    "anthropic",
    claudeCode,
    [
      ["r1", "Read", { file_path: READ }, NUMBERED("a")],
      ["r2", "Read", { file_path: READ }, UNCHANGED],
      ["e1", "Edit", { file_path: READ }, "The file has been updated successfully."],
    ],
    ["r1"],
  ],
  [
    "a token count after the last result of a batch isn't compared",
    "anthropic",
    claudeCode,
    [
      ["s1", "Grep", { pattern: "x" }, long("a.ts:1:x")],
      [
        "s2",
        "Grep",
        { pattern: "x" },
        `${long("a.ts:1:x")}\n<system-reminder>Token usage: 5/9</system-reminder>`,
      ],
    ],
    ["s1"],
  ],
  [
    "polls that show all output are covered by later ones",
    "anthropic",
    claudeCode,
    [
      ["p1", "TaskOutput", { task_id: "t" }, POLL("not_ready", long("tick"))],
      ["p2", "TaskOutput", { task_id: "t" }, POLL("success", long("tick tock"))],
    ],
    ["p1"],
  ],
  [
    "reads of the file that a background command writes show all of it so far",
    "anthropic",
    claudeCode,
    [
      ["p1", "Bash", { command: "cat /tmp/tasks/t.output" }, long("tick")],
      ["p2", "Bash", { command: "cat /tmp/tasks/t.output" }, `${long("tick")}\ntock`],
    ],
    ["p1"],
  ],
  [
    "a result that the agent flags as no error",
    "anthropic",
    claudeCode,
    [
      ["r1", "Read", { file_path: READ }, NUMBERED("a"), false],
      ["e1", "Edit", { file_path: READ }, "The file has been updated successfully.", false],
    ],
    ["r1"],
  ],
  [
    "an exit code is an error with a flag",
    "anthropic",
    claudeCode,
    [
      ["s1", "Bash", { command: "grep -rn x src" }, `Exit code 2\n${long("src/a:1:x")}`, true],
      ["s2", "Bash", { command: "grep -rn x src" }, `Exit code 2\n${long("src/a:1:x")}`, true],
    ],
    [],
  ],
  [
    "carriage returns and blank ends aren't compared",
    "anthropic",
    claudeCode,
    [
      ["r1", "Read", { file_path: READ }, NUMBERED("a")],
      ["r2", "Read", { file_path: READ }, NUMBERED("a").replaceAll("\n", "\r\n")],
    ],
    [],
  ],
  [
    "polls of the running script show only new output too",
    "openai-responses",
    codex,
    [
      ["p1", "wait", { cell_id: "1" }, CODEX("aa", long("tick"))],
      ["p2", "wait", { cell_id: "1" }, CODEX("bb", long("tick tock"))],
    ],
    [],
  ],
  [
    "polls that show only new output are never elided",
    "openai-responses",
    codex,
    [
      ["p1", "write_stdin", { session_id: 1, chars: "" }, CODEX("aa", long("tick"))],
      ["p2", "write_stdin", { session_id: 1, chars: "" }, CODEX("bb", long("tock"))],
      ["p3", "write_stdin", { session_id: 1, chars: "" }, CODEX("cc", long("tock"))],
    ],
    [],
  ],
  [
    "chunk ids and wall times aren't compared",
    "openai-responses",
    codex,
    [
      ["s1", "exec_command", { cmd: "rg -n x src" }, CODEX("aaaa", long("src/a:1:x"))],
      ["s2", "exec_command", { cmd: "rg -n x src" }, CODEX("bb", long("src/a:1:x"))],
    ],
    ["s1"],
  ],
  [
    "a command that may have written justifies nothing",
    "openai-responses",
    codex,
    [
      ["r1", "exec_command", { cmd: "cat a.ts" }, CODEX("aa", long("old"))],
      ["w1", "exec_command", { cmd: "sed -i s/a/b/ a.ts" }, CODEX("bb", "")],
    ],
    [],
  ],
  [
    "ranges are a first and a last line",
    "openai-responses",
    codex,
    [
      ["r1", "exec_command", { cmd: "sed -n 10,24p a.ts" }, CODEX("aa", long("old"))],
      ["r2", "exec_command", { cmd: "sed -n 10,25p a.ts" }, CODEX("bb", long("new"))],
    ],
    [],
  ],
  [
    "process groups aren't compared",
    "gemini",
    geminiCli,
    [
      [
        "s1",
        "run_shell_command",
        { command: "grep -rn x src" },
        GEMINI_SHELL(1, long("src/a:1:x")),
      ],
      [
        "s2",
        "run_shell_command",
        { command: "grep -rn x src" },
        GEMINI_SHELL(22, long("src/a:1:x")),
      ],
    ],
    ["s1"],
  ],
  [
    "an exit code that only the output tells",
    "gemini",
    geminiCli,
    [
      ["s1", "run_shell_command", { command: "grep -rn x src" }, GEMINI_FAILED],
      ["s2", "run_shell_command", { command: "grep -rn x src" }, GEMINI_FAILED],
    ],
    [],
  ],
  [
    "results that the agent masked itself stay as it left them",
    "gemini",
    geminiCli,
    [
      ["r1", "read_file", { file_path: READ }, `<tool_output_masked>\n${long("old")}`],
      ["e1", "replace", { file_path: READ }, "Successfully modified file: a.ts (1 replacements)."],
      ["r2", "read_file", { file_path: READ }, long("new")],
    ],
    [],
  ],
  [
    "numbered content in tags",
    "openai-chat",
    opencode,
    [
      ["r1", "read", { filePath: READ }, opencodeRead("old")],
      ["e1", "edit", { filePath: READ }, "Edit applied successfully."],
      ["r2", "read", { filePath: READ }, opencodeRead("new")],
    ],
    ["r1"],
  ],
  [
    "a tool that the agent doesn't know is called by another name",
    "openai-chat",
    opencode,
    [
      ["r1", "read", { filePath: READ }, opencodeRead("old")],
      ["i1", "invalid", { tool: "edit", error: "no such tool" }, "The arguments are invalid"],
    ],
    [],
  ],
  [
    "a failure that only its text tells",
    "openai-chat",
    pi,
    [
      ["r1", "read", { path: "a.ts" }, long("old")],
      ["e1", "edit", { path: "a.ts" }, "Could not find the exact text in a.ts."],
      ["r2", "read", { path: "a.ts" }, "ENOENT: no such file or directory"],
    ],
    [],
  ],
];

function opencodeRead(mark: string): string {
  const lines = `1: ${mark}\n2: ${"x".repeat(200)}`;
  return `<path>${READ}</path>\n<type>file</type>\n<content>\n${lines}\n\n(End of file - total 2 lines)\n</content>`;
}

test.each(AGENTS)("%s (%s)", (_, format, profile, steps, elided) => {
  expect(elidedIn(format, writeRequest(format, session(...steps)), profile)).toEqual(elided);
});
