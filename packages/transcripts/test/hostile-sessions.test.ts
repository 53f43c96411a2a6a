import { describe, expect, it } from "vitest";
import { readTranscript } from "../src/index.ts";

/** Enough that anything done once per pair of records would not end within the limit. */
const MANY = 15_000;
const LIMIT_MS = 30_000;

/** Ten thousand, and the one that says that there are more. */
const MAX_DIAGNOSTICS = 10_001;

const time = (index: number): string => new Date(1_767_323_040_000 + index * 1000).toISOString();

function many(count: number, record: (index: number) => unknown): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => record(index));
}

const piStart = { type: "session", id: "s", timestamp: time(0), cwd: "/" };

function piMessage(index: number, parentId: string | null): unknown {
  const message = { role: "user", content: "x" };
  return { type: "message", id: `e${index}`, parentId, timestamp: time(index), message };
}

function copilot(type: string, data: unknown, index: number, more: object = {}): unknown {
  return { type, data, id: `e${index}`, parentId: null, timestamp: time(index), ...more };
}

const opencode = (type: string, properties: unknown): unknown => ({ type, properties });

function clearedTool(index: number): readonly unknown[] {
  const created = 1_767_323_040_000 + index;
  const message = { id: `m${index}`, sessionID: "s", role: "assistant", time: { created } };
  const state = { status: "completed", input: {}, output: "o", time: { compacted: created + 9 } };
  const ids = { id: `p${index}`, sessionID: "s", messageID: message.id };
  const part = { ...ids, type: "tool", callID: `c${index}`, tool: "x", state };
  return [
    opencode("message.updated", { info: message }),
    opencode("message.part.updated", { part }),
  ];
}

const codexStart = {
  timestamp: time(0),
  type: "session_meta",
  payload: { id: "x", cwd: "/", originator: "codex-tui", cli_version: "0.140.0" },
};

const codex = (type: string, payload: object, index: number): unknown => ({
  timestamp: time(index),
  type,
  payload,
});

function codexUser(index: number): unknown {
  const content = [{ type: "input_text", text: "x" }];
  return codex("response_item", { type: "message", role: "user", content }, index);
}

function claude(record: object, index: number): unknown {
  return { sessionId: "s", cwd: "/", version: "2.1.0", timestamp: time(index), ...record };
}

const claudeUser = (index: number, parentUuid: string | null): unknown =>
  claude(
    { type: "user", uuid: `u${index}`, parentUuid, message: { role: "user", content: "x" } },
    index,
  );

const geminiStart = {
  sessionId: "f",
  projectHash: "7",
  startTime: time(0),
  lastUpdated: time(0),
};

const geminiUser = (index: number): unknown => ({
  id: `m${index}`,
  timestamp: time(index),
  type: "user",
  content: "x",
});

const openAi = (...texts: readonly string[]): unknown => ({
  model: "m",
  stream_options: {},
  messages: texts.map((content) => ({ role: "user", content })),
});

/** Sessions that follow the shapes of their formats and the good sense of none. */
const HOSTILE: Readonly<Record<string, () => readonly unknown[]>> = {
  "Claude Code: results of one id": () => [
    ...many(MANY, (i) =>
      claude(
        {
          type: "user",
          uuid: `u${i}`,
          parentUuid: "none",
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t" }] },
        },
        i,
      ),
    ),
    ...many(MANY, (i) =>
      claude(
        {
          type: "assistant",
          uuid: `a${i}`,
          parentUuid: i === 0 ? null : `a${i - 1}`,
          message: {
            id: `m${i}`,
            role: "assistant",
            content: [{ type: "tool_use", id: "t", name: "x", input: {} }],
          },
        },
        MANY + i,
      ),
    ),
  ],
  "Codex: all is rolled back, turn by turn": () => [
    codexStart,
    ...many(MANY, codexUser),
    ...many(MANY, (i) => codex("event_msg", { type: "thread_rolled_back", num_turns: 1 }, i)),
  ],
  "Codex: every turn is rolled back": () => [
    codexStart,
    ...many(MANY, codexUser),
    ...many(MANY, (i) => [
      codexUser(i),
      codex("event_msg", { type: "thread_rolled_back", num_turns: 1 }, i),
    ]).flat(),
  ],
  "Codex: compactions that list one message": () => [
    codexStart,
    ...many(MANY, codexUser),
    ...many(MANY, (i) =>
      codex(
        "compacted",
        {
          message: "s",
          replacement_history: [
            { type: "message", role: "user", content: [{ type: "input_text", text: "x" }] },
          ],
        },
        i,
      ),
    ),
  ],
  "Gemini CLI: every message is rewound": () => [
    geminiStart,
    ...many(MANY, geminiUser),
    ...many(MANY, (i) => [geminiUser(MANY + i), { $rewindTo: `m${MANY + i}` }]).flat(),
  ],
  "pi: every parent is missing": () => [piStart, ...many(MANY, (i) => piMessage(i, "none"))],
  "pi: parents in a circle": () => [
    piStart,
    ...many(MANY, (i) => piMessage(i, `e${(i + 1) % MANY}`)),
  ],
  "Copilot CLI: rewinds": () =>
    many(MANY, (i) =>
      i < MANY / 2
        ? copilot("user.message", { content: "x" }, i)
        : copilot("session.snapshot_rewind", { upToEventId: `e${MANY - i - 1}` }, i),
    ),
  "Copilot CLI: an agent for every event": () =>
    many(MANY, (i) => copilot("user.message", { content: "x" }, i, { agentId: `a${i}` })),
  "Copilot CLI: results in the opposite order": () => [
    copilot(
      "assistant.message",
      {
        messageId: "m",
        content: "",
        toolRequests: many(MANY, (i) => ({ toolCallId: `t${i}`, name: "x", arguments: {} })),
      },
      0,
    ),
    ...many(MANY, (i) =>
      copilot(
        "tool.execution_complete",
        { toolCallId: `t${MANY - i - 1}`, success: true, result: { content: "r" } },
        i + 1,
      ),
    ),
  ],
  "opencode: every result cleared": () => many(MANY, clearedTool).flat(),
  "opencode: one part in many pieces": () => [
    opencode("message.part.updated", {
      part: { id: "p", sessionID: "s", messageID: "m", type: "text", text: "" },
    }),
    ...many(MANY, () =>
      opencode("message.part.delta", {
        sessionID: "s",
        messageID: "m",
        partID: "p",
        field: "text",
        delta: "abc",
      }),
    ),
  ],
  "request log: conversations with the same first message": () =>
    many(MANY, (i) => openAi("x", `y${i}`)),
  "request log: a conversation for every request": () => many(MANY, (i) => openAi(`x${i}`)),
  "mini-swe-agent: a line of fences": () => [
    {
      trajectory_format: "mini-swe-agent-1",
      messages: [
        { role: "assistant", content: `${"```bash ".repeat(MANY * 5)}\n` },
        { role: "assistant", content: "```bash\n".repeat(MANY * 5) },
      ],
    },
  ],
  "trae-agent: as many interactions as steps": () => [
    {
      agent_steps: many(MANY, (i) => ({
        llm_response: { content: "x", tool_calls: [{ call_id: `c${i}`, name: "x" }] },
        tool_results: [{ call_id: `c${i}`, success: true, result: "r" }],
      })),
      llm_interactions: many(MANY, () => ({ response: { usage: { input_tokens: 2 } } })),
    },
  ],
};

/** Sessions in which every second record is a compaction that kept all that came before. */
const COMPACTED: Readonly<Record<string, () => readonly unknown[]>> = {
  "claude-code": () =>
    many(2000, (i) => [
      claudeUser(i, i === 0 ? null : `b${i - 1}`),
      claude(
        {
          type: "system",
          subtype: "compact_boundary",
          uuid: `b${i}`,
          parentUuid: null,
          logicalParentUuid: `u${i}`,
          compactMetadata: {
            trigger: "auto",
            preservedSegment: { headUuid: "u0", tailUuid: `u${i}` },
          },
        },
        i,
      ),
    ]).flat(),
  codex: () => [
    codexStart,
    ...many(2000, codexUser),
    ...many(2000, (i) => codex("compacted", { message: "s" }, i)),
  ],
  pi: () => [
    piStart,
    ...many(4000, (i) =>
      i % 2 === 0
        ? piMessage(i, i === 0 ? null : `e${i - 1}`)
        : {
            type: "compaction",
            id: `e${i}`,
            parentId: `e${i - 1}`,
            timestamp: time(i),
            summary: "s",
            firstKeptEntryId: "e0",
          },
    ),
  ],
  alisio: () =>
    many(4000, (i) =>
      i % 2 === 0
        ? { type: "message", at: time(i), message: { role: "user", text: "x" } }
        : { type: "compaction", at: time(i), trigger: "auto", firstKept: 0, checkpoint: "x" },
    ),
  openhands: () => [
    {
      instance_id: "x",
      history: many(4000, (i) =>
        i % 2 === 0
          ? { id: i, source: "user", action: "message", args: { content: "x" } }
          : {
              id: i,
              action: "condensation",
              args: { forgotten_events_start_id: 0, forgotten_events_end_id: 2 },
            },
      ),
    },
  ],
};

describe("hostile sessions", () => {
  it.each(Object.entries(HOSTILE))("%s: an end is reached", { timeout: LIMIT_MS }, (_, records) => {
    const session = readTranscript({ records: records() });
    expect(session.diagnostics.length).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
  });

  it.each(Object.entries(COMPACTED))(
    "%s: the contexts of compactions name a bounded number of messages",
    {
      timeout: LIMIT_MS,
    },
    (_, records) => {
      const session = readTranscript({ records: records() });
      const compactions = session.streams.flatMap((stream) => stream.compactions);
      const named = compactions.reduce((sum, { context }) => sum + context.length, 0);
      expect(compactions.length).toBeGreaterThan(1900);
      expect(named).toBeGreaterThan(900_000);
      expect(named).toBeLessThan(1_100_000);
      expect(session.diagnostics.map(({ code }) => code)).toContain("session.too-many-compactions");
    },
  );
});
