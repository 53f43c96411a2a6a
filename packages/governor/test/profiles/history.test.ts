import { describe, expect, test } from "vitest";
import { type Message, projectHistory, type ToolProfile } from "../../src/index.ts";
import { profile as claudeCode } from "../../src/profiles/claude-code.ts";
import { profile as codex } from "../../src/profiles/codex.ts";
import { profile as copilotCli } from "../../src/profiles/copilot-cli.ts";
import { profile as geminiCli } from "../../src/profiles/gemini-cli.ts";
import { profile as opencode } from "../../src/profiles/opencode.ts";
import { profile as pi } from "../../src/profiles/pi.ts";

/** A call and its successful result. */
type Step = readonly [name: string, args: unknown, text: string];

/** Which steps travel as stubs, by position. */
function elided(profile: ToolProfile, ...steps: readonly Step[]): readonly number[] {
  return project(profile, steps).map(({ position }) => position);
}

function project(
  profile: ToolProfile,
  steps: readonly Step[],
): readonly { position: number; stub: string }[] {
  const history: Message[] = steps.flatMap(([name, args, text], index): Message[] => [
    { role: "assistant", text: "", calls: [{ id: `${index}`, name, args }] },
    { role: "tool", callId: `${index}`, content: text },
  ]);
  history.push({ role: "assistant", text: "so" }, { role: "assistant", text: "on" });
  const { elisions, messages } = projectHistory(history, {
    mode: "on",
    minAgeTurns: 1,
    epochMessages: 0,
    profile,
  });
  return elisions.map(({ callId }) => {
    const position = Number(callId);
    const message = messages[position * 2 + 1] as Message & { content: string };
    return { position, stub: message.content };
  });
}

const V1 = Array.from({ length: 40 }, (_, index) => `let a${index};`);
const V2 = V1.map((line) => line.replace("let", "const"));

interface Agent {
  readonly profile: ToolProfile;
  /** A whole file. */
  readonly read: (lines: readonly string[]) => Step;
  /** Lines from the third on. */
  readonly part: (count: number, lines: readonly string[]) => Step;
  readonly edit: Step;
  /** It looks like a success for all that the format says. */
  readonly failedEdit: Step;
  readonly failedRead: Step;
  readonly search: (matches: readonly string[]) => Step;
  readonly shell: (command: string, output: string) => Step;
}

const PATH = "/repo/a.ts";
const PATCH = `*** Begin Patch\n*** Update File: ${PATH}\n@@\n-a\n+b\n*** End Patch`;
const numbers = (lines: readonly string[], separator: string, first = 1): string =>
  lines.map((line, index) => `${first + index}${separator}${line}`).join("\n");
const codexOutput = (text: string, code = 0): string =>
  `Chunk ID: ${text.length}\nWall time: 0.1 seconds\nProcess exited with code ${code}\nOutput:\n${text}`;
const opencodeFile = (text: string, note: string): string =>
  `<path>${PATH}</path>\n<type>file</type>\n<content>\n${text}\n\n${note}\n</content>`;
const geminiPart = (first: number, last: number, text: string): string =>
  `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${first}-${last} of 40 total lines.\nAction: x\n\n--- FILE CONTENT (truncated) ---\n${text}`;

const AGENTS: readonly (readonly [string, Agent])[] = [
  [
    "claude-code",
    {
      profile: claudeCode,
      read: (lines) => ["Read", { file_path: PATH }, numbers(lines, "→")],
      part: (limit, lines) => [
        "Read",
        { file_path: PATH, offset: 3, limit },
        numbers(lines.slice(2, 2 + limit), "→", 3),
      ],
      edit: ["Edit", { file_path: PATH }, `The file ${PATH} has been updated successfully.`],
      failedEdit: [
        "Edit",
        { file_path: PATH },
        "<tool_use_error>String to replace not found</tool_use_error>",
      ],
      failedRead: [
        "Read",
        { file_path: PATH },
        "<tool_use_error>File does not exist.</tool_use_error>",
      ],
      search: (lines) => ["Grep", { pattern: "let", path: "/repo" }, lines.join("\n")],
      shell: (command, output) => ["Bash", { command }, output],
    },
  ],
  [
    "codex",
    {
      profile: codex,
      read: (lines) => ["exec_command", { cmd: `cat ${PATH}` }, codexOutput(lines.join("\n"))],
      part: (count, lines) => [
        "exec_command",
        { cmd: `sed -n 3,${2 + count}p ${PATH}` },
        codexOutput(lines.slice(2, 2 + count).join("\n")),
      ],
      edit: [
        "apply_patch",
        PATCH,
        "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n",
      ],
      failedEdit: [
        "apply_patch",
        PATCH,
        "apply_patch verification failed: Failed to find expected lines",
      ],
      failedRead: [
        "exec_command",
        { cmd: `cat ${PATH}` },
        codexOutput(`cat: ${PATH}: No such file or directory`, 1),
      ],
      search: (lines) => [
        "exec_command",
        { cmd: "rg -n let /repo" },
        codexOutput(lines.join("\n")),
      ],
      shell: (cmd, output) => ["exec_command", { cmd }, codexOutput(output)],
    },
  ],
  [
    "opencode",
    {
      profile: opencode,
      read: (lines) => [
        "read",
        { filePath: PATH },
        opencodeFile(numbers(lines, ": "), `(End of file - total ${lines.length} lines)`),
      ],
      part: (limit, lines) => [
        "read",
        { filePath: PATH, offset: 3, limit },
        opencodeFile(
          numbers(lines.slice(2, 2 + limit), ": ", 3),
          `(Showing lines 3-${2 + limit} of 40. Use offset=9 to continue.)`,
        ),
      ],
      edit: ["edit", { filePath: PATH }, "Edit applied successfully."],
      failedEdit: ["edit", { filePath: PATH }, "Could not find oldString in the file."],
      failedRead: ["read", { filePath: PATH }, `File not found: ${PATH}`],
      search: (lines) => [
        "grep",
        { pattern: "let" },
        `Found ${lines.length} matches\n${lines.join("\n")}`,
      ],
      shell: (command, output) => ["bash", { command }, output],
    },
  ],
  [
    "gemini-cli",
    {
      profile: geminiCli,
      read: (lines) => ["read_file", { file_path: PATH }, lines.join("\n")],
      part: (count, lines) => [
        "read_file",
        { file_path: PATH, start_line: 3, end_line: 2 + count },
        geminiPart(3, 2 + count, lines.slice(2, 2 + count).join("\n")),
      ],
      edit: [
        "replace",
        { file_path: PATH },
        `Successfully modified file: ${PATH} (1 replacements).`,
      ],
      failedEdit: [
        "replace",
        { file_path: PATH },
        "Failed to edit, 0 occurrences found for old_string.",
      ],
      failedRead: ["read_file", { file_path: PATH }, `File not found: ${PATH}`],
      search: (lines) => [
        "grep_search",
        { pattern: "let" },
        `Found ${lines.length} matches\n${lines.join("\n")}`,
      ],
      shell: (command, output) => [
        "run_shell_command",
        { command },
        `Output: ${output}\nProcess Group PGID: ${output.length}`,
      ],
    },
  ],
  [
    "pi",
    {
      profile: pi,
      read: (lines) => ["read", { path: PATH }, lines.join("\n")],
      part: (limit, lines) => [
        "read",
        { path: PATH, offset: 3, limit },
        `${lines.slice(2, 2 + limit).join("\n")}\n\n[9 more lines in file. Use offset=${3 + limit} to continue.]`,
      ],
      edit: ["edit", { path: PATH }, `Successfully replaced 1 block(s) in ${PATH}.`],
      failedEdit: ["edit", { path: PATH }, `Could not find the exact text in ${PATH}.`],
      failedRead: ["read", { path: PATH }, `ENOENT: no such file or directory, access '${PATH}'`],
      search: (lines) => ["grep", { pattern: "let" }, lines.join("\n")],
      shell: (command, output) => ["bash", { command }, output],
    },
  ],
  [
    "copilot-cli",
    {
      profile: copilotCli,
      read: (lines) => ["view", { path: PATH }, numbers(lines, ". ")],
      part: (count, lines) => [
        "view",
        { path: PATH, view_range: [3, 2 + count] },
        numbers(lines.slice(2, 2 + count), ". ", 3),
      ],
      edit: ["edit", { path: PATH }, `File ${PATH} updated with changes.`],
      failedEdit: ["edit", { path: PATH }, "No match found"],
      failedRead: ["view", { path: PATH }, "Path does not exist"],
      search: (lines) => ["grep", { pattern: "let" }, lines.join("\n")],
      shell: (command, output) => ["bash", { command }, `${output}\n<exited with exit code 0>`],
    },
  ],
];

describe.each(AGENTS)("%s", (_name, agent) => {
  const { profile, read, part, edit, failedEdit, failedRead, search, shell } = agent;

  test("a read is stale once its file was changed, or was seen to have changed", () => {
    expect(elided(profile, read(V1), edit)).toEqual([0]);
    expect(elided(profile, read(V1), read(V2))).toEqual([0]);
    expect(elided(profile, read(V1), read(V1))).toEqual([]);
    expect(elided(profile, part(20, V1), edit)).toEqual([0]);
    expect(elided(profile, part(20, V1), part(20, V2))).toEqual([0]);
  });

  test("reads of other lines say nothing about each other", () => {
    expect(elided(profile, part(20, V1), part(21, V2))).toEqual([]);
    expect(elided(profile, read(V1), part(20, V2))).toEqual([]);
    expect(elided(profile, part(20, V1), read(V2))).toEqual([]);
  });

  test("what failed makes nothing stale", () => {
    expect(elided(profile, read(V1), failedEdit)).toEqual([]);
    expect(elided(profile, read(V1), failedRead)).toEqual([]);
    expect(elided(profile, failedRead, read(V1), edit)).toEqual([1]);
  });

  test("the same search twice", () => {
    expect(elided(profile, search(V1), search(V1))).toEqual([0]);
    expect(elided(profile, search(V1), search(V2))).toEqual([]);
  });

  test("through the shell", () => {
    const text = V1.join("\n");
    expect(elided(profile, shell(`cat ${PATH}`, text), edit)).toEqual([0]);
    expect(elided(profile, shell(`sed -n 3,22p ${PATH}`, text), edit)).toEqual([0]);
    expect(elided(profile, shell("rg let /repo", text), shell("rg 'let' /repo", text))).toEqual([
      0,
    ]);
    expect(elided(profile, read(V1), shell(`cat ${PATH}`, V2.join("\n")))).toEqual([0]);
  });

  test("a command that may have changed anything justifies nothing, and stays", () => {
    const text = V1.join("\n");
    for (const command of [
      `sed -i s/a/b/ ${PATH}`,
      "git checkout .",
      `cat > ${PATH}`,
      "npx prettier --write .",
    ]) {
      expect(elided(profile, read(V1), shell(command, text), shell(command, text))).toEqual([]);
    }
  });

  test("of several files each has to be stale", () => {
    const both = shell(`cat ${PATH} /repo/b.ts`, V1.join("\n"));
    expect(elided(profile, both, edit)).toEqual([]);
    const same = shell(`cat ${PATH} ${PATH}`, V1.join("\n"));
    expect(elided(profile, same, edit)).toEqual([0]);
  });

  test("unknown tools and stubs of earlier projections are left alone", () => {
    const other: Step = ["mcp__files__read", { path: PATH }, V1.join("\n")];
    expect(elided(profile, other, edit, other)).toEqual([]);
    const [name, args] = read(V1);
    const stub = `[elided: ${name} "${PATH}"@unknown; re-read to view]`;
    expect(elided(profile, read(V1), [name, args, stub])).toEqual([]);
  });
});

test("ranges of first and last line, and of first line and count, aren't mixed up", () => {
  const stub = (profile: ToolProfile, step: Step, edit: Step) =>
    project(profile, [step, edit])[0]?.stub;
  const agents = new Map(AGENTS);
  for (const [name, agent] of agents) {
    expect(stub(agent.profile, agent.part(20, V1), agent.edit), name).toContain(" lines 3+20;");
  }
});

test("a read that the tool cut claims only what it returned", () => {
  const cut = (count: number, lines: readonly string[]): Step => [
    "read_file",
    { file_path: PATH },
    geminiPart(1, count, lines.slice(0, count).join("\n")),
  ];
  const gemini = new Map(AGENTS).get("gemini-cli") as Agent;
  expect(elided(geminiCli, gemini.read(V1), cut(20, V2))).toEqual([]);
  expect(elided(geminiCli, cut(20, V1), cut(21, V2))).toEqual([]);
  expect(elided(geminiCli, cut(20, V1), cut(20, V2))).toEqual([0]);
  const [, { part }] = AGENTS[3] as (typeof AGENTS)[number];
  expect(part(20, V1)[1]).toMatchObject({ end_line: 22 });
});

test("a result that points back to an earlier one is no read", () => {
  const [, claude] = AGENTS[0] as (typeof AGENTS)[number];
  const pointer =
    "File unchanged since last read. The content from the earlier Read tool_result is still current.";
  const wasted =
    "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";
  for (const text of [pointer, wasted]) {
    expect(elided(claudeCode, claude.read(V1), ["Read", { file_path: PATH }, text])).toEqual([]);
  }
});

test("cumulative polls cover earlier ones, incremental ones never do", () => {
  const ticks = V1.join("\n");
  const poll = (output: string): Step => [
    "TaskOutput",
    { task_id: "b1" },
    `<retrieval_status>timeout</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>\n\n<output>\n${output}\n</output>`,
  ];
  expect(elided(claudeCode, poll(ticks), poll(`${ticks}\n${ticks}`))).toEqual([0]);
  expect(
    elided(claudeCode, poll(ticks), poll("[Truncated. Full output: /tmp/b1]\n\nlet a39;")),
  ).toEqual([]);
  expect(elided(claudeCode, poll(ticks), poll(""))).toEqual([]);
  const bash: Step = ["BashOutput", { bash_id: "b1" }, `<stdout>\n${ticks}\n</stdout>`];
  expect(elided(claudeCode, bash, bash)).toEqual([]);
  const stdin: Step = ["write_stdin", { session_id: 1, chars: "" }, codexOutput(ticks)];
  expect(elided(codex, stdin, stdin)).toEqual([]);
  const log: Step = ["read_background_output", { pid: 1 }, `Full Log Output:\n${ticks}`];
  const tail: Step = [
    "read_background_output",
    { pid: 1 },
    `Showing last 40 of 90 lines:\n${ticks}`,
  ];
  expect(elided(geminiCli, log, log)).toEqual([0]);
  expect(elided(geminiCli, log, tail)).toEqual([]);
  expect(elided(geminiCli, tail, log)).toEqual([]);
  // The end of a log shows other lines each time.
  const end = (lines: readonly string[]): Step => [
    "bash",
    { command: "tail -40 /tmp/log" },
    lines.join("\n"),
  ];
  expect(elided(pi, end(V1), end(V2))).toEqual([]);
});

test("relative paths where an earlier call may have changed the directory", () => {
  const cat = (lines: readonly string[]): Step => [
    "Bash",
    { command: "cat package.json" },
    lines.join("\n"),
  ];
  const cd: Step = ["Bash", { command: "cd other" }, "(Bash completed with no output)"];
  expect(elided(claudeCode, cat(V1), cd, cat(V2))).toEqual([]);
});

test("a patch makes stale what it changes, and both ends of a move", () => {
  const cat = (path: string): Step => [
    "exec_command",
    { cmd: `cat ${path}` },
    codexOutput(V1.join("\n")),
  ];
  const patch: Step = [
    "apply_patch",
    "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-a\n+b\n*** Update File: c.ts\n@@\n-a\n+b\n*** End Patch",
    "Success. Updated the following files:\nM b.ts\nM c.ts\n",
  ];
  expect(elided(codex, cat("a.ts"), cat("b.ts"), cat("c.ts"), cat("d.ts"), patch)).toEqual([
    0, 1, 2,
  ]);
});

test("a stub of several reads tells how many more there are", () => {
  const both: Step = ["exec_command", { cmd: "cat a.ts b.ts" }, codexOutput(V1.join("\n"))];
  const patch: Step = [
    "apply_patch",
    "*** Begin Patch\n*** Update File: a.ts\n*** Update File: b.ts\n*** End Patch",
    "Success. Updated the following files:\n",
  ];
  expect(project(codex, [both, patch])[0]?.stub).toBe(
    '[elided: exec_command "a.ts"+1@unknown; re-read to view]',
  );
});
