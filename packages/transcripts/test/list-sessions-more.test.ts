import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listSessions, readTranscriptFile, type SessionSummary } from "../src/node.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "transcripts-list-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, content: string, second = 0): string {
  const target = join(home, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  utimesSync(target, 1_767_000_000 + second, 1_767_000_000 + second);
  return target;
}

const fixture = (name: string): string =>
  readFileSync(join(FIXTURES, name, "session.jsonl"), "utf8");

async function listed(
  options: Parameters<typeof listSessions>[0] = {},
): Promise<readonly SessionSummary[]> {
  const { sessions, diagnostics } = await listSessions({
    homeDirectory: home,
    environment: {},
    ...options,
  });
  expect(diagnostics).toEqual([]);
  return sessions;
}

describe("pi", () => {
  const path = ".pi/agent/sessions/--home-u-app--/2026-01-02_s-1.jsonl";

  it("is found with its id, directory and first words", async () => {
    const target = put(path, fixture("pi/version-1"));
    expect(await listed()).toEqual([
      {
        agent: "pi",
        id: "s-1",
        path: target,
        modifiedAtMs: 1_767_000_000_000,
        sizeBytes: Buffer.byteLength(fixture("pi/version-1")),
        cwd: "/home/u/app",
        title: "Fix the bug",
        isSubagent: false,
      },
    ]);
    expect((await readTranscriptFile(target))?.sessionId).toBe("s-1");
  });

  it("is called by the name that the user gave it, however long the session is", async () => {
    const lines = fixture("pi/not-the-users-words").trimEnd().split("\n");
    const filler = Array.from({ length: 3000 }, (_, id) =>
      JSON.stringify({
        type: "custom",
        id: `f${id}`,
        parentId: null,
        timestamp: "x",
        data: "y".repeat(99),
      }),
    );
    put(path, [...lines.slice(0, -1), ...filler, lines.at(-1), ""].join("\n"));
    expect((await listed())[0]?.title).toBe("A title of its own");
  });

  it("is looked for where its variable says", async () => {
    put("elsewhere/sessions/x/a.jsonl", fixture("pi/tree"));
    const sessions = await listed({
      environment: { PI_CODING_AGENT_DIR: join(home, "elsewhere") },
    });
    expect(sessions.map(({ id }) => id)).toEqual(["s-3"]);
  });
});

describe("Copilot CLI", () => {
  it("is found in both of its layouts", async () => {
    put(".copilot/session-state/cp-1/events.jsonl", fixture("copilot-cli/what-was-sent"), 2);
    put(".copilot/session-state/cp-1/files/notes.jsonl", "{}\n", 3);
    put(".copilot/session-state/older.jsonl", fixture("copilot-cli/rewind"), 1);
    put(".copilot/session-state/empty/events.jsonl", "");
    put(".copilot/command-history-state.jsonl", "{}");
    expect((await listed()).map(({ id, cwd, title }) => [id, cwd, title])).toEqual([
      ["cp-1", "/home/u/app", "Fixing it"],
      ["cp-1", "/home/u/app", "Keep"],
      ["empty", undefined, undefined],
    ]);
  });

  it("is called what its workspace file says", async () => {
    put(".copilot/session-state/cp-1/events.jsonl", fixture("copilot-cli/rewind"));
    put(".copilot/session-state/cp-1/workspace.yaml", "id: cp-1\nsummary: Keep what is good\n");
    expect((await listed())[0]?.title).toBe("Keep what is good");
    put(".copilot/session-state/cp-1/workspace.yaml", "summary: |\n  over lines\n");
    expect((await listed())[0]?.title).toBe("Keep");
  });

  it("is looked for where its variable says", async () => {
    put("co/session-state/cp-1/events.jsonl", fixture("copilot-cli/rewind"));
    expect(await listed({ environment: { COPILOT_HOME: join(home, "co") } })).toHaveLength(1);
    expect(await listed({ roots: { "copilot-cli": join(home, "co/session-state") } })).toHaveLength(
      1,
    );
  });
});

describe("Alisio", () => {
  it("is found in its state home", async () => {
    put(".local/state/alisio/sessions/a-1.jsonl", fixture("alisio/version-1"));
    put(".local/state/alisio/sessions/other.txt", "x");
    expect((await listed()).map(({ agent, id, cwd, title }) => [agent, id, cwd, title])).toEqual([
      ["alisio", "a-1", "/home/u/app", "The title"],
    ]);
    for (const env of [
      { XDG_STATE_HOME: join(home, ".local/state") },
      { ALISIO_STATE_HOME: join(home, ".local/state/alisio") },
    ]) {
      expect(await listed({ environment: env, homeDirectory: "/nowhere" })).toHaveLength(1);
    }
  });

  it("without a title is called by the user's first words", async () => {
    const lines = fixture("alisio/version-1").split("\n");
    put(".local/state/alisio/sessions/a-1.jsonl", lines.slice(0, 4).join("\n"));
    expect((await listed())[0]?.title).toBe("One");
  });
});

describe("all of them", () => {
  it("a file that is garbage, a link or a folder hides nothing else", async () => {
    put(".pi/agent/sessions/p/good.jsonl", fixture("pi/tree"));
    put(".pi/agent/sessions/p/garbage.jsonl", "\u0000\u0001garbage\n\n{");
    mkdirSync(join(home, ".pi/agent/sessions/p/folder.jsonl"));
    symlinkSync("/etc/passwd", join(home, ".pi/agent/sessions/p/link.jsonl"));
    put(".copilot/session-state/x/events.jsonl", "[]\nnull\n5\n");
    const sessions = await listed();
    expect(sessions.map(({ id }) => id).sort()).toEqual(["garbage", "s-3", "x"]);
  });

  it("only those of a directory, newest first", async () => {
    put(".pi/agent/sessions/p/a.jsonl", fixture("pi/tree"), 1);
    put(".local/state/alisio/sessions/b.jsonl", fixture("alisio/version-1"), 3);
    put(".copilot/session-state/c/events.jsonl", fixture("copilot-cli/rewind"), 2);
    put(".pi/agent/sessions/w/d.jsonl", fixture("pi/windows-and-separators"), 4);
    const sessions = await listed({ cwd: "/home/u/app" });
    expect(sessions.map(({ agent }) => agent)).toEqual(["alisio", "copilot-cli", "pi"]);
    expect(await listed({})).toHaveLength(4);
  });
});
