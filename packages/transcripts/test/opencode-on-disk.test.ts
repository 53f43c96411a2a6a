import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTranscript } from "../src/index.ts";
import { opencodeLocator } from "../src/internal/node-locate-opencode.ts";
import { opencodeRecords } from "../src/internal/node-opencode-source.ts";
import { loadSqlite, type SqliteModule } from "../src/internal/node-sqlite.ts";
import { listSessions, readTranscriptFile } from "../src/node.ts";
import { viewOf } from "./view.ts";

const ms = (second: number): number => Date.UTC(2026, 0, 2, 3, 4, second);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "transcripts-opencode-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, value: unknown): string {
  const target = join(home, ".local/share/opencode", path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof value === "string" ? value : JSON.stringify(value));
  return target;
}

const info = (id: string, more: object = {}): object => ({
  id,
  version: "0.9.0",
  projectID: "p1",
  directory: "/home/u/app",
  title: `Title of ${id}`,
  time: { created: ms(0), updated: ms(9) },
  ...more,
});
const user = (id: string, sessionID: string, second: number): object => ({
  id,
  sessionID,
  role: "user",
  time: { created: ms(second) },
});
const assistant = (id: string, sessionID: string, second: number): object => ({
  id,
  sessionID,
  role: "assistant",
  modelID: "m-1",
  time: { created: ms(second) },
});
const text = (id: string, messageID: string, sessionID: string, said: string): object => ({
  id,
  messageID,
  sessionID,
  type: "text",
  text: said,
});
const task = (id: string, messageID: string, sessionID: string, child: string): object => ({
  id,
  messageID,
  sessionID,
  type: "tool",
  callID: "c1",
  tool: "task",
  state: {
    status: "completed",
    input: { prompt: "Sub" },
    output: "Subbed.",
    metadata: { sessionId: child },
    time: { start: ms(3), end: ms(4) },
  },
});

/** A session with a subagent, and a second project. */
function putStore(): string {
  const path = put("storage/session/p1/ses_1.json", info("ses_1"));
  put("storage/session/p1/ses_2.json", info("ses_2", { parentID: "ses_1" }));
  put("storage/session/p2/ses_9.json", info("ses_9", { directory: "/home/u/other" }));
  put("storage/message/ses_1/msg_2.json", assistant("msg_2", "ses_1", 2));
  put("storage/message/ses_1/msg_1.json", user("msg_1", "ses_1", 1));
  put("storage/message/ses_2/msg_3.json", user("msg_3", "ses_2", 3));
  put("storage/part/msg_1/prt_1.json", text("prt_1", "msg_1", "ses_1", "Go"));
  put("storage/part/msg_2/prt_3.json", task("prt_3", "msg_2", "ses_1", "ses_2"));
  put("storage/part/msg_2/prt_2.json", text("prt_2", "msg_2", "ses_1", "Delegating."));
  put("storage/part/msg_3/prt_4.json", text("prt_4", "msg_3", "ses_2", "Sub"));
  return path;
}

const STREAMS = [
  { stream: "main main", history: ["user: Go", "assistant: Delegating.", "tool c1: Subbed."] },
  { stream: "subagent ses_2 by main:c1", history: ["user: Sub"] },
];

function streamsOf(session: Parameters<typeof viewOf>[0] | undefined): unknown {
  return (
    session &&
    viewOf(session).streams.map(({ stream, history }) => ({
      stream,
      history: history.map((line) => line.slice(line.indexOf(" ") + 1).replace(/ \[.*/, "")),
    }))
  );
}

describe("the older store", () => {
  it("is read from the session's file, with the sessions that it started", async () => {
    const session = await readTranscriptFile(putStore());
    expect(session?.format).toBe("opencode-store");
    expect([session?.sessionId, session?.cwd, session?.title]).toEqual([
      "ses_1",
      "/home/u/app",
      "Title of ses_1",
    ]);
    expect(streamsOf(session)).toEqual(STREAMS);
    expect(session?.diagnostics.filter(({ severity }) => severity !== "information")).toEqual([]);
  });

  it("loses only a file that is damaged", async () => {
    const path = putStore();
    put("storage/part/msg_1/prt_1.json", '{"id":"prt_1","mess');
    const session = await readTranscriptFile(path);
    expect(session?.streams[0]?.history.map(({ role }) => role)).toEqual(["assistant", "tool"]);
    const lost = session?.diagnostics.filter(({ severity }) => severity !== "information");
    expect(lost?.map(({ code }) => code)).toEqual(["record.malformed"]);
  });

  it("follows no link and no id out of the store", async () => {
    const path = putStore();
    const outside = put("elsewhere/secret.json", text("prt_5", "msg_1", "ses_1", "SECRET"));
    const folder = dirname(outside);
    symlinkSync(outside, join(home, ".local/share/opencode/storage/part/msg_1/prt_5.json"));
    put("storage/message/ses_1/msg_4.json", user("../../elsewhere", "ses_1", 5));
    put("storage/message/ses_1/msg_5.json", user("msg_link", "ses_1", 6));
    symlinkSync(folder, join(home, ".local/share/opencode/storage/part/msg_link"));
    const session = await readTranscriptFile(path);
    expect(session?.streams[0]?.history.length).toBeGreaterThan(2);
    expect(JSON.stringify(session)).not.toContain("SECRET");
  });

  it("is only a store where messages are beside the sessions", async () => {
    const alone = put("lost/session/p1/ses_1.json", info("ses_1"));
    expect(await opencodeRecords(alone)).toBeUndefined();
    expect(await opencodeRecords(join(home, "none.json"))).toBeUndefined();
    const session = await readTranscriptFile(alone);
    expect(session?.streams).toEqual([]);
  });

  it("is listed, with its subagents only when they are asked for", async () => {
    const path = putStore();
    put(
      "storage/session/p1/ses_8.json",
      `${JSON.stringify(info("ses_8")).slice(0, -1)},"summary":{"diffs":["${"x".repeat(200_000)}`,
    );
    const { sessions } = await listSessions({ homeDirectory: home, environment: {} });
    expect(sessions.map(({ agent, id, cwd, title }) => [agent, id, cwd, title])).toEqual([
      ["opencode", "ses_1", "/home/u/app", "Title of ses_1"],
      ["opencode", "ses_8", "/home/u/app", "Title of ses_8"],
      ["opencode", "ses_9", "/home/u/other", "Title of ses_9"],
    ]);
    expect(sessions[0]).toMatchObject({ path, sizeBytes: undefined, modifiedAtMs: ms(9) });
    const all = await listSessions({
      homeDirectory: home,
      environment: {},
      includeSubagents: true,
      cwd: "/home/u/app",
    });
    expect(all.sessions.map(({ id, isSubagent }) => [id, isSubagent])).toEqual([
      ["ses_1", false],
      ["ses_2", true],
      ["ses_8", false],
    ]);
  });
});

/** Rows as opencode's tables have them. */
const ROWS = {
  session: [
    {
      id: "ses_3",
      parent_id: null,
      directory: "/home/u/app",
      title: "Newest",
      version: "1.2.0",
      revert: null,
      time_created: ms(0),
      time_updated: ms(20),
    },
    {
      id: "ses_1",
      parent_id: null,
      directory: "/home/u/app",
      title: "Title of ses_1",
      version: "1.2.0",
      revert: null,
      time_created: ms(0),
      time_updated: ms(9),
    },
    {
      id: "ses_2",
      parent_id: "ses_1",
      directory: "/home/u/app",
      title: "Child",
      version: "1.2.0",
      revert: null,
      time_created: ms(0),
      time_updated: ms(9),
    },
  ],
  message: [
    {
      id: "msg_1",
      session_id: "ses_1",
      data: JSON.stringify({ role: "user", time: { created: ms(1) } }),
    },
    {
      id: "msg_2",
      session_id: "ses_1",
      data: JSON.stringify({ role: "assistant", modelID: "m-1", time: { created: ms(2) } }),
    },
    {
      id: "msg_3",
      session_id: "ses_2",
      data: JSON.stringify({ role: "user", time: { created: ms(3) } }),
    },
    {
      id: "msg_9",
      session_id: "ses_3",
      data: JSON.stringify({ role: "user", time: { created: ms(19) } }),
    },
  ],
  part: [
    {
      id: "prt_1",
      message_id: "msg_1",
      session_id: "ses_1",
      data: JSON.stringify({ type: "text", text: "Go" }),
    },
    {
      id: "prt_2",
      message_id: "msg_2",
      session_id: "ses_1",
      data: JSON.stringify({ type: "text", text: "Delegating." }),
    },
    {
      id: "prt_3",
      message_id: "msg_2",
      session_id: "ses_1",
      data: JSON.stringify(task("", "", "", "ses_2")),
    },
    {
      id: "prt_4",
      message_id: "msg_3",
      session_id: "ses_2",
      data: JSON.stringify({ type: "text", text: "Sub" }),
    },
    {
      id: "prt_9",
      message_id: "msg_9",
      session_id: "ses_3",
      data: JSON.stringify({ type: "text", text: "Hello" }),
    },
  ],
};

/** Answers as the database would, and notes what it was asked. */
function fakeSqlite(asked: string[]): SqliteModule {
  return {
    DatabaseSync: class {
      constructor(_path: string, options: { readonly readOnly: boolean }) {
        asked.push(`open readOnly=${options.readOnly}`);
      }
      prepare(sql: string): { all(...parameters: readonly string[]): readonly unknown[] } {
        return {
          all: (id) => {
            asked.push(sql.split(" ")[0] ?? "");
            if (sql.includes("FROM session")) return ROWS.session;
            if (sql.includes("FROM message"))
              return ROWS.message.filter((row) => row.session_id === id);
            if (sql.includes("FROM part")) return ROWS.part.filter((row) => row.session_id === id);
            return [];
          },
        };
      }
      close(): void {
        asked.push("close");
      }
    },
  };
}

describe("the database", () => {
  const header = "SQLite format 3\u0000";

  it("gives the records of one session and those that it started, and is only read", async () => {
    const path = put("opencode.db", header);
    const asked: string[] = [];
    const load = async (): Promise<SqliteModule> => fakeSqlite(asked);
    const session = readTranscript({
      records: (await opencodeRecords(`${path}#ses_1`, load)) ?? [],
    });
    expect(session.format).toBe("opencode-db");
    expect(streamsOf(session)).toEqual(STREAMS);
    expect(new Set(asked)).toEqual(new Set(["open readOnly=true", "PRAGMA", "SELECT", "close"]));
  });

  it("without an id gives the newest session", async () => {
    const path = put("opencode.db", header);
    const load = async (): Promise<SqliteModule> => fakeSqlite([]);
    const session = readTranscript({ records: (await opencodeRecords(path, load)) ?? [] });
    expect([session.sessionId, session.title]).toEqual(["ses_3", "Newest"]);
  });

  it("of an unknown id is an empty session", async () => {
    const path = put("opencode.db", header);
    const load = async (): Promise<SqliteModule> => fakeSqlite([]);
    const session = readTranscript({ records: (await opencodeRecords(`${path}#no`, load)) ?? [] });
    expect(session.streams).toEqual([]);
  });

  it("where there is no node:sqlite names the command that exports a session", async () => {
    const path = put("opencode.db", header);
    const records = await opencodeRecords(`${path}#ses_1`, async () => undefined);
    const session = readTranscript({ records: records ?? [] });
    expect(session.format).toBe("opencode-db");
    expect(session.diagnostics[0]).toMatchObject({
      code: "file.needs-newer-node",
      severity: "error",
    });
    expect(session.diagnostics[0]?.message).toContain("opencode export ses_1");
    const told: string[] = [];
    const found = await opencodeLocator(async () => undefined).list(dirname(path), {
      cwd: undefined,
      includeSubagents: false,
      report: (code, _path, message) => told.push(`${code}: ${message}`),
    });
    expect(found).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/^file\.needs-newer-node: .*opencode export/)]);
  });

  it("that is damaged is reported, and the store beside it is listed", async () => {
    putStore();
    const path = put("opencode.db", `${header}garbage`);
    const session = await readTranscriptFile(path);
    expect(session?.streams).toEqual([]);
    expect(session?.diagnostics[0]?.message).toContain("opencode export <session id>");
    const { sessions, diagnostics } = await listSessions({ homeDirectory: home, environment: {} });
    expect(sessions.map(({ id }) => id)).toEqual(["ses_1", "ses_9"]);
    expect(diagnostics.map(({ path: told }) => told)).toEqual([path]);
  });

  it("lists a session once that was taken over from the store", async () => {
    putStore();
    const path = put("opencode.db", header);
    const locator = opencodeLocator(async () => fakeSqlite([]));
    const found = await locator.list(dirname(path), {
      cwd: undefined,
      includeSubagents: false,
      report: () => undefined,
    });
    expect(found.map((session) => [session.id, session.path])).toEqual([
      ["ses_3", `${path}#ses_3`],
      ["ses_1", `${path}#ses_1`],
      ["ses_9", join(dirname(path), "storage/session/p2/ses_9.json")],
    ]);
  });

  it("a file that merely has a # in its name is read as a file", async () => {
    const path = put("notes#1.json", { info: info("ses_1"), messages: [] });
    expect((await readTranscriptFile(path))?.format).toBe("opencode-export");
  });

  it("is read by node:sqlite where there is one", async () => {
    const sqlite = await loadSqlite();
    if (sqlite === undefined) return;
    const path = put("opencode.db", "");
    rmSync(path);
    const { DatabaseSync } = sqlite as unknown as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
    };
    const database = new DatabaseSync(path);
    database.exec("PRAGMA journal_mode = WAL");
    for (const [table, rows] of Object.entries(ROWS)) {
      const columns = Object.keys(rows[0] ?? {});
      const more = table === "session" ? "" : ", time_created INTEGER DEFAULT 0";
      database.exec(`CREATE TABLE ${table} (${columns.join(", ")}${more})`);
      for (const row of rows) {
        const values = Object.values(row).map((value) =>
          typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value),
        );
        database.exec(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")})`);
      }
    }
    // Still open and written to, as while the agent runs.
    expect(streamsOf(await readTranscriptFile(`${path}#ses_1`))).toEqual(STREAMS);
    expect(
      (await listSessions({ homeDirectory: home, environment: {} })).sessions.map(({ id }) => id),
    ).toEqual(["ses_3", "ses_1"]);
    database.close();
  });
});
