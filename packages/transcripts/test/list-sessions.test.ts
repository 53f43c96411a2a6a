import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TranscriptsError } from "../src/index.ts";
import { listSessions, readTranscriptFile } from "../src/node.ts";
import { sessionListSchema } from "../src/schemas.ts";
import { claude, newHome, put, START_S } from "./home.ts";

const codexMeta = (id: string, more: object = {}): object => ({
  timestamp: "2026-01-05T10:00:00.000Z",
  type: "session_meta",
  payload: {
    id,
    cwd: "/home/ana/shop",
    cli_version: "0.140.0",
    ...more,
    base_instructions: { text: "x".repeat(30_000) },
  },
});

const codexUser = (text: string): object => ({
  timestamp: "2026-01-05T10:00:00.000Z",
  type: "response_item",
  payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
});

describe("listSessions", () => {
  it("finds the sessions of every agent, newest first", async () => {
    const home = newHome();
    const first = put(
      join(home, ".claude/projects/-home-ana-shop/c-1.jsonl"),
      [claude("Build the shop")],
      1,
    );
    const second = put(
      join(home, ".codex/sessions/2026/01/05/rollout-2026-01-05T10-00-00-x-1.jsonl"),
      [codexMeta("x-1"), codexUser("Test the shop")],
      2,
    );
    const third = put(
      join(home, ".gemini/tmp/shop/chats/session-2026-01-05T10-00-g1.jsonl"),
      [
        { sessionId: "g-1", projectHash: "h", startTime: "2026-01-05T10:00:00.000Z" },
        {
          id: "m1",
          timestamp: "2026-01-05T10:00:00.000Z",
          type: "user",
          content: [{ text: "Paint the shop" }],
        },
      ],
      3,
    );
    put(join(home, ".gemini/tmp/shop/.project_root"), "/home/ana/shop\n");
    const list = await listSessions({ homeDirectory: home, environment: {} });
    const of = (agent: string, id: string, path: string, at: number, title: string): object => ({
      agent,
      id,
      path,
      title,
      modifiedAtMs: (START_S + at) * 1000,
      sizeBytes: expect.any(Number),
      cwd: "/home/ana/shop",
      isSubagent: false,
    });
    expect(list).toEqual({
      schemaVersion: 1,
      sessions: [
        of("gemini-cli", "g-1", third, 3, "Paint the shop"),
        of("codex", "x-1", second, 2, "Test the shop"),
        of("claude-code", "c-1", first, 1, "Build the shop"),
      ],
      diagnostics: [],
    });
    expect(sessionListSchema.parse(JSON.parse(JSON.stringify(list)))).toEqual(
      JSON.parse(JSON.stringify(list)),
    );
    for (const { path, agent, id } of list.sessions) {
      const session = await readTranscriptFile(path);
      expect([session?.agent, session?.sessionId]).toEqual([agent, id]);
    }
  });

  it("finds none in an empty home, and none where there is no home", async () => {
    const home = newHome();
    expect(await listSessions({ homeDirectory: home, environment: {} })).toEqual({
      schemaVersion: 1,
      sessions: [],
      diagnostics: [],
    });
    expect(
      (await listSessions({ homeDirectory: join(home, "gone"), environment: {} })).sessions,
    ).toEqual([]);
  });

  it("looks where the agents' own variables say, and before that where it is told", async () => {
    const home = newHome();
    const other = newHome();
    put(join(other, "claude/projects/p/c-2.jsonl"), [claude("Moved", { sessionId: "c-2" })]);
    put(join(other, "codex/sessions/x-2.jsonl"), [codexMeta("x-2")]);
    put(join(other, ".gemini/tmp/p/chats/session-1.jsonl"), [
      { sessionId: "g-2", projectHash: "h" },
    ]);
    put(join(other, "named/x-3.jsonl"), [codexMeta("x-3")]);
    const env = {
      CLAUDE_CONFIG_DIR: join(other, "claude"),
      CODEX_HOME: join(other, "codex"),
      GEMINI_CLI_HOME: other,
    };
    const ids = async (options: object): Promise<readonly string[]> =>
      (await listSessions({ homeDirectory: home, environment: env, ...options })).sessions
        .map(({ id }) => id)
        .sort();
    expect(await ids({})).toEqual(["c-2", "g-2", "x-2"]);
    expect(await ids({ agents: ["codex"] })).toEqual(["x-2"]);
    expect(await ids({ roots: { codex: join(other, "named") } })).toEqual(["c-2", "g-2", "x-3"]);
    expect(await ids({ environment: { CODEX_HOME: "" } })).toEqual([]);
  });

  it("finds those of one directory, however it is written", async () => {
    const home = newHome();
    const shop = join(home, "shop");
    mkdirSync(shop);
    symlinkSync(shop, join(home, "link"));
    put(join(home, ".claude/projects/a/1.jsonl"), [claude("Here", { sessionId: "1", cwd: shop })]);
    put(join(home, ".claude/projects/a/2.jsonl"), [
      claude("There", { sessionId: "2", cwd: `${shop}/inner` }),
    ]);
    put(join(home, ".claude/projects/a/3.jsonl"), [
      claude("Nowhere", { sessionId: "3", cwd: undefined }),
    ]);
    put(join(home, ".claude/projects/a/4.jsonl"), [
      claude("By a link", { sessionId: "4", cwd: join(home, "link") }),
    ]);
    put(join(home, ".claude/projects/a/5.jsonl"), [
      claude("Longer name", { sessionId: "5", cwd: `${shop}s` }),
    ]);
    const hash = createHash("sha256").update(shop).digest("hex");
    put(
      join(home, `.gemini/tmp/${hash}/chats/session-1.json`),
      JSON.stringify({ sessionId: "6", projectHash: hash, messages: [] }, null, 2),
    );
    const ids = async (options: object): Promise<readonly string[]> =>
      (await listSessions({ homeDirectory: home, environment: {}, ...options })).sessions
        .map(({ id }) => id)
        .sort();
    expect(await ids({ cwd: shop })).toEqual(["1", "6"]);
    expect(await ids({ cwd: `${shop}/` })).toEqual(["1", "6"]);
    expect(await ids({ cwd: join(home, "link") })).toEqual(["1", "4"]);
    expect(await ids({})).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(await ids({ cwd: join(home, "gone") })).toEqual([]);
  });

  it("leaves subagents out unless they are asked for", async () => {
    const home = newHome();
    const projects = join(home, ".claude/projects/p");
    put(join(projects, "c-1.jsonl"), [claude("Main")]);
    const sidechain = { isSidechain: true, agentId: "a1" };
    put(join(projects, "agent-a1.jsonl"), [claude("Old place", sidechain)]);
    put(join(projects, "c-1/subagents/agent-a2.jsonl"), [claude("New place", sidechain)]);
    put(join(projects, "c-2.jsonl"), [claude("By its lines", sidechain)]);
    put(join(home, ".codex/sessions/x-1.jsonl"), [
      codexMeta("x-1", { source: { subagent: { thread_spawn: { parent_thread_id: "x-0" } } } }),
    ]);
    put(join(home, ".gemini/tmp/p/chats/parent/child.jsonl"), [
      { sessionId: "g-1", projectHash: "h", kind: "subagent" },
    ]);
    const { sessions } = await listSessions({ homeDirectory: home, environment: {} });
    expect(sessions.map(({ id }) => id)).toEqual(["c-1"]);
    const all = await listSessions({
      homeDirectory: home,
      environment: {},
      includeSubagents: true,
    });
    expect(
      all.sessions.map(({ id, isSubagent, parentId }) => `${id} ${isSubagent} ${parentId}`).sort(),
    ).toEqual([
      "agent-a1 true c-1",
      "agent-a2 true c-1",
      "c-1 false undefined",
      "c-2 true c-1",
      "g-1 true parent",
      "x-1 true x-0",
    ]);
  });

  it("does not wait for a pipe, follow a link, or stop at rubbish", async () => {
    const home = newHome();
    const projects = join(home, ".claude/projects/p");
    const good = put(join(projects, "good.jsonl"), [claude("Good")]);
    put(join(projects, "empty.jsonl"), "");
    put(join(projects, "rubbish.jsonl"), "\0\0 no session {\n".repeat(10));
    put(join(projects, "notes.txt"), "not looked at");
    mkdirSync(join(projects, "folder.jsonl"));
    symlinkSync(good, join(projects, "link.jsonl"));
    symlinkSync(projects, join(home, ".claude/projects/loop"));
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(projects, "pipe.jsonl")]);
    const { sessions, diagnostics } = await listSessions({ homeDirectory: home, environment: {} });
    expect(sessions.map(({ id, title }) => `${id} ${title}`).sort()).toEqual([
      "c-1 Good",
      "empty undefined",
      "rubbish undefined",
    ]);
    expect(diagnostics).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)(
    "reports what it may not read, and lists the rest",
    async () => {
      const home = newHome();
      const closed = put(join(home, ".claude/projects/p/closed.jsonl"), [claude("Closed")]);
      put(join(home, ".claude/projects/p/open.jsonl"), [claude("Open")]);
      chmodSync(closed, 0);
      const { sessions, diagnostics } = await listSessions({
        homeDirectory: home,
        environment: {},
      });
      expect(sessions).toHaveLength(1);
      expect(diagnostics).toMatchObject([
        { code: "file.unreadable", severity: "warning", path: closed },
      ]);
    },
  );

  it.each<[string, object, string]>([
    ["an unknown option", { everything: true }, "everything"],
    ["an agent without a place", { agents: ["openhands"] }, "openhands"],
    ["an agent without a place in roots", { roots: { "swe-agent": "/x" } }, "swe-agent"],
    ["a directory that is no path", { cwd: "" }, "cwd"],
    ["a flag that is no flag", { includeSubagents: "yes" }, "includeSubagents"],
    ["a list that is none", { agents: "codex" }, "agents"],
  ])("refuses %s", async (_name, options, named) => {
    const error = await listSessions(options).catch((reason: unknown) => reason);
    expect(TranscriptsError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: "invalid_option",
      message: expect.stringContaining(named),
    });
  });
});

describe("a title", () => {
  async function titleOf(lines: readonly unknown[] | string): Promise<string | undefined> {
    const home = newHome();
    put(join(home, ".claude/projects/p/c.jsonl"), lines);
    return (await listSessions({ homeDirectory: home, environment: {} })).sessions[0]?.title;
  }

  it.each<[string, readonly unknown[], string | undefined]>([
    [
      "is the first ordinary words",
      [
        claude("Caveat", { isMeta: true }),
        claude("<command-name>/x</command-name>"),
        claude("Build it"),
      ],
      "Build it",
    ],
    [
      "is not a compaction's summary",
      [claude("Summary", { isCompactSummary: true }), claude("Go on")],
      "Go on",
    ],
    [
      "is not a result",
      [
        claude([{ type: "tool_result", tool_use_id: "t", content: "out" }]),
        claude([{ type: "text", text: "Words" }]),
      ],
      "Words",
    ],
    [
      "is on one line",
      [claude("  One\r\n\ttwo\u0000\u001b[31m  three\u2028four ")],
      "One two [31m three four",
    ],
    ["is cut", [claude("x".repeat(200))], `${"x".repeat(79)}…`],
    [
      "is not cut inside a character",
      [claude(`${"x".repeat(78)}\u{1F600}${"y".repeat(9)}`)],
      `${"x".repeat(78)}…`,
    ],
    [
      "is the user's own before the model's",
      [
        claude("Words"),
        { type: "ai-title", aiTitle: "Of the model" },
        { type: "custom-title", customTitle: "Of the user" },
      ],
      "Of the user",
    ],
    ["is missing where nobody said anything", [claude("   ")], undefined],
    [
      "is found behind long instructions",
      [claude("x".repeat(15_000), { isMeta: true }), claude("Found")],
      "Found",
    ],
    [
      "is found at the beginning of a long message",
      [claude(`Long ${"y".repeat(100_000)}`)],
      `Long ${"y".repeat(74)}…`,
    ],
    [
      "is found after a title far back",
      [{ type: "custom-title", customTitle: "Old" }, claude("Words"), claude("y".repeat(100_000))],
      "Words",
    ],
  ])("%s", async (_name, lines, title) => {
    expect(await titleOf(lines)).toBe(title);
  });

  it("of Codex is the name that the user gave it", async () => {
    const home = newHome();
    put(join(home, ".codex/sessions/x.jsonl"), [
      codexMeta("x"),
      codexUser(`# AGENTS.md instructions for /x\n\n${"z".repeat(50_000)}`),
      codexUser("<environment_context>\n</environment_context>"),
      codexUser("Say hello"),
      codexUser("y".repeat(100_000)),
    ]);
    expect((await listSessions({ homeDirectory: home, environment: {} })).sessions).toMatchObject([
      { id: "x", cwd: "/home/ana/shop", title: "Say hello" },
    ]);
    put(join(home, ".codex/sessions/x.jsonl"), [
      codexMeta("x"),
      codexUser("Say hello"),
      {
        timestamp: "2026-01-05T10:00:00.000Z",
        type: "event_msg",
        payload: { type: "thread_name_updated", thread_name: "Greeting" },
      },
    ]);
    expect((await listSessions({ homeDirectory: home, environment: {} })).sessions).toMatchObject([
      { title: "Greeting" },
    ]);
  });

  it("of a Gemini document stands after its messages", async () => {
    const home = newHome();
    const messages = [
      { id: "m0", type: "user", content: "/help", timestamp: "2026-01-05T10:00:00.000Z" },
      { id: "m1", type: "user", content: "Paint it", timestamp: "2026-01-05T10:00:00.000Z" },
      {
        id: "m2",
        type: "gemini",
        content: "y".repeat(50_000),
        timestamp: "2026-01-05T10:00:00.000Z",
      },
    ];
    const document = { sessionId: "g", projectHash: "h", messages };
    const path = join(home, ".gemini/tmp/p/chats/session-1.json");
    put(path, JSON.stringify(document, null, 2));
    expect((await listSessions({ homeDirectory: home, environment: {} })).sessions).toMatchObject([
      { id: "g", title: "Paint it" },
    ]);
    put(path, JSON.stringify({ ...document, summary: "Painting" }, null, 2));
    expect((await listSessions({ homeDirectory: home, environment: {} })).sessions).toMatchObject([
      { title: "Painting" },
    ]);
    put(`${path}l`, [
      { sessionId: "g", projectHash: "h" },
      messages[1],
      { $set: { summary: "Resumed" } },
    ]);
    expect((await listSessions({ homeDirectory: home, environment: {} })).sessions).toMatchObject([
      { path: `${path}l`, title: "Resumed" },
    ]);
  });
});
