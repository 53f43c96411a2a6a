import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTree } from "./helpers.ts";

/** A text that no report may hold; each use is told apart by its number. */
export const CANARY = "canary";
let canaries = 0;
const secret = (): string => `${CANARY}${canaries++} `.repeat(40);

const lines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** A read, an edit of the same file, and enough after it for the read to be redundant. */
function claudeCode(cwd: string): string {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 30, 10, 0, second)).toISOString();
  let number = 0;
  const record = (type: string, message: unknown, more: object = {}) => {
    const uuid = `u${number}`;
    const parentUuid = number === 0 ? null : `u${number - 1}`;
    number += 1;
    const common = { sessionId: "claude-1", cwd, version: "2.1.0", isSidechain: false };
    return { type, uuid, parentUuid, timestamp: at(number), ...common, message, ...more };
  };
  const call = (id: string, name: string, input: object) =>
    record("assistant", {
      id: `msg-${id}`,
      role: "assistant",
      model: "a-model",
      content: [{ type: "tool_use", id, name, input }],
      usage: { input_tokens: 10, cache_read_input_tokens: 900, output_tokens: 5 },
    });
  const result = (id: string, content: string, more: object = {}) =>
    record(
      "user",
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
      more,
    );
  const file_path = `${cwd}/src/a.ts`;
  const numbered = secret()
    .split(" ")
    .map((word, index) => `${String(index + 1).padStart(6)}→${word}`)
    .join("\n");
  return lines(
    record("user", { role: "user", content: `Fix it: ${secret()}` }),
    call("t1", "Read", { file_path }),
    result("t1", numbered),
    call("t2", "Edit", { file_path, old_string: secret(), new_string: secret() }),
    result("t2", `The file ${file_path} has been updated. ${secret()}`),
    call("t3", "Bash", { command: `echo ${secret()} > /tmp/x`, description: secret() }),
    result("t3", secret()),
    call("t4", "Grep", { pattern: secret(), path: "src" }),
    result("t4", secret()),
    call("t5", "Task", { prompt: secret(), subagent_type: "general-purpose" }),
    result("t5", secret(), { toolUseResult: { status: "completed", agentId: "abc123" } }),
    record("assistant", {
      id: "msg-end",
      role: "assistant",
      content: [{ type: "text", text: secret() }],
    }),
  );
}

/** The subagent that `t5` started, in a file of its own. */
function claudeSubagent(cwd: string): string {
  const common = { sessionId: "claude-1", agentId: "abc123", isSidechain: true, cwd };
  const at = (second: number) => ({ timestamp: `2026-01-30T10:01:0${second}.000Z` });
  const content = [{ type: "text", text: secret() }];
  return lines(
    {
      ...common,
      ...at(1),
      type: "user",
      uuid: "s1",
      parentUuid: null,
      message: { role: "user", content: secret() },
    },
    {
      ...common,
      ...at(2),
      type: "assistant",
      uuid: "s2",
      parentUuid: "s1",
      message: { id: "msg-s", role: "assistant", content },
    },
  );
}

function codex(cwd: string): string {
  const timestamp = "2026-01-29T10:00:00.000Z";
  const item = (payload: object) => ({ timestamp, type: "response_item", payload });
  return lines(
    { timestamp, type: "session_meta", payload: { id: "codex-1", cwd, cli_version: "0.171.0" } },
    item({ type: "message", role: "user", content: [{ type: "input_text", text: secret() }] }),
    item({
      type: "function_call",
      name: "exec_command",
      call_id: "c1",
      arguments: JSON.stringify({ cmd: `cat a.ts # ${secret()}`, workdir: cwd }),
    }),
    item({ type: "function_call_output", call_id: "c1", output: secret() }),
    item({
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: secret() }],
    }),
  );
}

function gemini(): string {
  const timestamp = "2026-01-28T10:00:00.000Z";
  return JSON.stringify({
    sessionId: "gemini-1",
    projectHash: "hash",
    startTime: timestamp,
    lastUpdated: timestamp,
    messages: [
      { id: "1", timestamp, type: "user", content: secret() },
      {
        id: "2",
        timestamp,
        type: "gemini",
        content: secret(),
        toolCalls: [
          {
            id: "g1",
            name: "read_file",
            args: { file_path: "a.ts" },
            status: "success",
            result: [
              { functionResponse: { id: "g1", name: "read_file", response: { output: secret() } } },
            ],
          },
        ],
      },
    ],
  });
}

function pi(cwd: string): string {
  const timestamp = "2026-01-27T10:00:00.000Z";
  return lines(
    { type: "session", version: 3, id: "pi-1", timestamp, cwd },
    {
      type: "message",
      id: "m1",
      parentId: null,
      timestamp,
      message: { role: "user", content: [{ type: "text", text: secret() }], timestamp: 1 },
    },
    {
      type: "message",
      id: "m2",
      parentId: "m1",
      timestamp,
      message: { role: "assistant", content: [{ type: "text", text: secret() }], timestamp: 2 },
    },
  );
}

function copilot(cwd: string): string {
  const timestamp = "2026-01-26T10:00:00.000Z";
  const event = (type: string, data: object, id: string) => ({
    type,
    data,
    id,
    timestamp,
    parentId: null,
  });
  return lines(
    event("session.start", { sessionId: "copilot-1", version: 1, context: { cwd } }, "e1"),
    event("user.message", { content: secret() }, "e2"),
    event("assistant.message", { messageId: "a1", content: secret(), toolRequests: [] }, "e3"),
  );
}

/** A home of somebody who uses five agents, in `tree/home`; the directory is `tree/work`. */
export function makeSessionsHome(): string {
  const tree = makeTree({ "work/.git/": "", "other/": "", "home/": "" });
  const cwd = join(tree, "work");
  const files: readonly (readonly [string, string, number])[] = [
    [".claude/projects/-work/claude-1.jsonl", claudeCode(cwd), 30],
    [".claude/projects/-work/claude-1/subagents/agent-abc123.jsonl", claudeSubagent(cwd), 30],
    [".codex/sessions/2026/01/29/rollout-2026-01-29T10-00-00-codex-1.jsonl", codex(cwd), 29],
    [".gemini/tmp/hash/chats/session-2026-01-28T10-00-gemini-1.json", gemini(), 28],
    [".pi/agent/sessions/--work--/2026-01-27_pi-1.jsonl", pi(join(tree, "other")), 27],
    [".copilot/session-state/copilot-1/events.jsonl", copilot(cwd), 26],
    [".claude/projects/-work/garbage.jsonl", "\u0000 not a session\n", 1],
  ];
  for (const [path, text, day] of files) {
    const full = join(tree, "home", path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    const seconds = Date.UTC(2026, 0, day, 12) / 1000;
    utimesSync(full, seconds, seconds);
  }
  return tree;
}
