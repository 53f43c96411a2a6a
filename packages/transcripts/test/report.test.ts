import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectHistory } from "@alisio/governor";
import { describe, expect, it, onTestFinished } from "vitest";
import { readTranscript } from "../src/index.ts";
import { readSubagentFiles, readTranscriptFile } from "../src/node.ts";
import { loadToolProfile, reportInput, TOOL_PROFILE_NAMES } from "../src/report.ts";
import type { TranscriptSession, TranscriptStream } from "../src/types.ts";

const lines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

const at = "2026-01-01T00:00:00.000Z";
const header = {
  type: "session",
  format: "alisio-session",
  version: 1,
  sessionId: "s-1",
  at,
  cwd: "/home/someone/project",
};
const message = (value: object, more: object = {}) => ({
  type: "message",
  at,
  message: value,
  ...more,
});
const read = (id: string, content: string) => [
  message({
    role: "assistant",
    text: "",
    calls: [{ id, name: "read_file", args: { path: "a.ts" } }],
  }),
  message({ role: "tool", callId: id, content }),
];
const result = (sha256: string) =>
  JSON.stringify({ path: "a.ts", sha256: sha256.repeat(64), startLine: 1, content: "x\n" });

function main(session: TranscriptSession): TranscriptStream {
  const [stream] = session.streams;
  if (!stream) throw new Error("no stream");
  return stream;
}

describe("reportInput", () => {
  it("carries what the next request would: the history after a compaction, and its places", () => {
    const session = readTranscript(
      lines(
        header,
        message({ role: "user", text: "first" }),
        message({ role: "assistant", text: "answer" }, { model: "m", usage: { inputTokens: 9 } }),
        {
          type: "compaction",
          at,
          trigger: "auto",
          firstKept: 2,
          checkpoint: "so far",
          tokensBefore: 70,
        },
        message({ role: "user", text: "second" }),
        message({ role: "user", text: "a reminder" }, { injected: true }),
        message({ role: "assistant", text: "done" }, { model: "m", usage: { inputTokens: 11 } }),
      ),
    );
    const settings = { mode: "shadow" } as const;
    const input = reportInput(session, main(session), { madeAt: at, settings });
    expect(input).toMatchObject({
      session: "s-1",
      madeAt: at,
      root: { name: "project", path: "/home/someone/project" },
      compactions: [{ position: 0, tokensBefore: 70 }],
      messageNotes: [{ message: 2, isInjected: true }],
      reportedUsage: { inputTokens: 11, beforeMessage: 3 },
    });
    expect(input.history.map(({ role }) => role)).toEqual(["user", "user", "user", "assistant"]);
    expect(input.agentElisions).toBeUndefined();
  });

  it("projects under the profile that is given, and elides nothing without one", async () => {
    const session = readTranscript(
      lines(
        header,
        message({ role: "user", text: "go" }),
        ...read("c1", result("a")),
        ...read("c2", result("b")),
        message({ role: "assistant", text: "ok" }),
        message({ role: "assistant", text: "ok" }),
        message({ role: "assistant", text: "ok" }),
      ),
    );
    const settings = { mode: "on", epochMessages: 0 } as const;
    const profile = await loadToolProfile(session.agent);
    const stream = main(session);
    const with_ = reportInput(session, stream, {
      madeAt: at,
      settings: { ...settings, ...(profile && { profile }) },
    });
    expect(with_.projection?.elisions).toHaveLength(1);
    expect(with_.projection).toEqual(
      projectHistory(stream.history, { ...settings, ...(profile && { profile }) }),
    );
    expect(with_.usage.summary().tools).toMatchObject([{ tool: "read_file" }]);
    const without = reportInput(session, stream, { madeAt: at, settings });
    expect(without.projection?.elisions).toEqual([]);
  });

  it.each([
    ["/", "/"],
    ["/a/b/", "b"],
    ["/a\\b", "a\\b"],
    ["C:\\code\\app", "app"],
    ["\\\\server\\share\\x", "x"],
    ["C:/", "C:"],
  ])("has %s as root %s", (cwd, name) => {
    const session = readTranscript(
      lines({ ...header, cwd }, message({ role: "user", text: "hi" })),
    );
    const { root } = reportInput(session, main(session), { madeAt: at, settings: {} });
    expect(root).toEqual({ name, path: cwd });
  });

  it.each(["proj", ".", "~/proj", "file:///x", "\\x", "C:x", ""])("has no root of %j", (cwd) => {
    const session = readTranscript(
      lines({ ...header, cwd }, message({ role: "user", text: "hi" })),
    );
    const input = reportInput(session, main(session), { madeAt: at, settings: {} });
    expect("root" in input).toBe(false);
  });

  it("names a stream that is not the main one", () => {
    const session = readTranscript(
      lines(
        header,
        message({ role: "user", text: "hi" }),
        { type: "run", at, run: "task-1", callId: "c" },
        message({ role: "user", text: "sub" }, { run: "task-1" }),
      ),
    );
    const stream = session.streams.find(({ kind }) => kind === "subagent");
    const input = stream && reportInput(session, stream, { madeAt: at, settings: {} });
    expect(input?.session).toBe("s-1/task-1");
  });
});

describe("loadToolProfile", () => {
  it.each(TOOL_PROFILE_NAMES)("knows %s", async (name) => {
    expect(typeof (await loadToolProfile(name))).toBe("function");
  });

  it.each([undefined, "", "__proto__", "constructor", "Claude-Code"])(
    "has none of %j",
    async (name) => {
      expect(await loadToolProfile(name)).toBeUndefined();
    },
  );
});

describe("readSubagentFiles", () => {
  it("joins the files of subagents, and leaves what it was given as it was", async () => {
    const home = mkdtempSync(join(tmpdir(), "alisio-transcripts-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const directory = join(home, ".claude/projects/-work");
    mkdirSync(join(directory, "main/subagents"), { recursive: true });
    const record = (uuid: string, type: string, content: unknown, more: object = {}) => ({
      type,
      uuid,
      parentUuid: null,
      timestamp: at,
      sessionId: "main",
      cwd: "/work",
      version: "2.1.0",
      isSidechain: false,
      message: { role: type, content },
      ...more,
    });
    const call = { type: "tool_use", id: "t1", name: "Task", input: { prompt: "p" } };
    const answer = { type: "tool_result", tool_use_id: "t1", content: "done" };
    const told = { status: "completed", agentId: "abc123" };
    writeFileSync(
      join(directory, "main.jsonl"),
      lines(
        record("u0", "user", "hi"),
        record("u1", "assistant", [call], { parentUuid: "u0" }),
        record("u2", "user", [answer], { parentUuid: "u1", toolUseResult: told }),
      ),
    );
    const sub = { isSidechain: true, agentId: "abc123" };
    writeFileSync(
      join(directory, "main/subagents/agent-abc123.jsonl"),
      lines(
        record("v0", "user", "p", sub),
        record("v1", "assistant", [{ type: "text", text: "x" }], { ...sub, parentUuid: "v0" }),
      ),
    );
    const session = await readTranscriptFile(join(directory, "main.jsonl"));
    const joined =
      session && (await readSubagentFiles(session, { homeDirectory: home, environment: {} }));
    expect(joined?.streams.map(({ id }) => id)).toEqual(["main", "abc123"]);
    expect(session?.streams).toHaveLength(1);
    expect(session && (await readSubagentFiles({ ...session, startedSubagents: [] }))).toEqual({
      ...session,
      startedSubagents: [],
    });
  });
});
