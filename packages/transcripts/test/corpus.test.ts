import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTranscript, type TranscriptSession } from "../src/index.ts";
import { readTranscriptFile } from "../src/node.ts";
import { CORPUS } from "./corpus.ts";

/** Files where the calls that are read are more than the index counts, and why. */
const MORE_CALLS: Readonly<Record<string, number>> = {
  // Two `tool_search_call` items: calls that the client answers, which the index does not count.
  "codex/01.jsonl": 2,
  // Two `think` and two `finish` actions: calls of tools that run nothing.
  "openhands/01.jsonl": 4,
  // The last response calls `task_done`, which ends the run; it stands in the interactions alone.
  "trae-agent/01.json": 1,
  "trae-agent/02.json": 1,
};

/** Lines that are damaged as published, and how each is reported. */
const DAMAGED: Readonly<Record<string, readonly string[]>> = {
  // Two records without a line feed between them: both are read, so no line is lost.
  "claude-code/06.jsonl": ["line.split@115", "line.split@241"],
  "claude-code/07.jsonl": ["line.split@300"],
  // Two comments that the publisher put in front.
  "claude-code/15.jsonl": ["line.damaged@1", "line.damaged@2"],
  "claude-code/16.jsonl": ["line.damaged@1", "line.damaged@2"],
};

/** Calls without a result in the file. */
const UNANSWERED: Readonly<Record<string, number>> = {
  // The session ends inside a call.
  "claude-code/01.jsonl": 1,
  "claude-code/05.jsonl": 1,
  "claude-code/06.jsonl": 1,
  "codex/03.jsonl": 1,
  "codex/04.jsonl": 1,
  "opencode-events/04.jsonl": 1,
  // One response with 18 edits that was interrupted: the file has no result of any.
  "pi/01.jsonl": 18,
  // `finish` and `task_done` end a run.
  "openhands/01.jsonl": 2,
  "trae-agent/01.json": 1,
  "trae-agent/02.json": 1,
};

function callIds(session: TranscriptSession): readonly string[] {
  return session.streams.flatMap(({ history }) =>
    history.flatMap((message) =>
      message.role === "assistant" ? (message.calls ?? []).map((call) => call.id) : [],
    ),
  );
}

function resultIds(session: TranscriptSession): readonly string[] {
  return session.streams.flatMap(({ history }) =>
    history.flatMap((message) => (message.role === "tool" ? [message.callId] : [])),
  );
}

/** Results on a line of a Claude Code session, those of a subagent's progress included. */
function statedResults(line: string): readonly string[] {
  try {
    const record = JSON.parse(line);
    const content = record.message?.content ?? record.data?.message?.message?.content;
    if (!Array.isArray(content)) return [];
    return content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  } catch {
    return [];
  }
}

describe.skipIf(CORPUS.length === 0)("the corpus of real sessions", () => {
  it("holds 36 files", () => {
    expect(CORPUS).toHaveLength(36);
  });

  describe.each(CORPUS.map((entry) => [entry.file, entry] as const))("%s", (file, entry) => {
    const session = readTranscript(readFileSync(entry.path));

    it("is recognised, with its calls, subagents and compactions", () => {
      expect(session.format).toBe(entry.format);
      expect(callIds(session)).toHaveLength(entry.toolCalls + (MORE_CALLS[file] ?? 0));
      const subagents = session.streams.filter(({ kind }) => kind === "subagent");
      expect(subagents).toHaveLength(entry.subagentStreams);
      if (entry.compactions >= 0) {
        expect(session.streams.flatMap(({ compactions }) => compactions)).toHaveLength(
          entry.compactions,
        );
      }
    });

    it("has its calls and results paired as far as the file allows", () => {
      let open = 0;
      for (const { history } of session.streams) {
        const calls = new Set<string>();
        const results = new Set<string>();
        for (const message of history) {
          if (message.role === "assistant") for (const { id } of message.calls ?? []) calls.add(id);
          if (message.role !== "tool") continue;
          expect(calls.has(message.callId)).toBe(true);
          expect(results.has(message.callId)).toBe(false);
          results.add(message.callId);
        }
        open += calls.size - results.size;
      }
      expect(open).toBe(UNANSWERED[file] ?? 0);
      expect(session.diagnostics.filter(({ code }) => code === "call.unanswered")).toHaveLength(
        open,
      );
    });

    it("has its damaged lines reported with their numbers, and nothing else lost", () => {
      const lost = session.diagnostics.filter(
        ({ severity, code }) => severity === "error" || code === "line.split",
      );
      expect(lost.map(({ code, line }) => `${code}@${line}`)).toEqual(DAMAGED[file] ?? []);
    });

    it("has an origin for every message", () => {
      for (const { history, origins, usage, compactions } of session.streams) {
        expect(origins).toHaveLength(history.length);
        expect(history.length).toBeGreaterThan(0);
        for (const { line } of origins) expect(line).toBeGreaterThan(0);
        for (const { position } of usage) expect(history[position]?.role).toBe("assistant");
        for (const { context } of compactions) {
          for (const index of context) expect(history[index]).toBeDefined();
        }
      }
    });

    it("is read alike from its file", async () => {
      const { diagnostics, ...read } = (await readTranscriptFile(entry.path)) as TranscriptSession;
      const { diagnostics: told, ...same } = session;
      expect(read).toEqual(same);
      expect(diagnostics).toEqual(told.map((diagnostic) => ({ ...diagnostic, path: entry.path })));
    });
  });

  it.each(
    CORPUS.filter(({ format }) => format === "claude-code").map(
      ({ file, path }) => [file, path] as const,
    ),
  )("%s: every call and result that stands anywhere in the file is there", (file, path) => {
    const text = readFileSync(path, "utf8");
    const session = readTranscript(text);
    const calls = new Set(
      [...text.matchAll(/"type":\s*"tool_use",\s*"id":\s*"(toolu_\w+)"/g)].map((match) => match[1]),
    );
    expect(new Set(callIds(session))).toEqual(calls);
    const read = new Set(resultIds(session));
    const stated = text.split("\n").flatMap(statedResults);
    expect(stated.filter((id) => !read.has(id))).toEqual([]);
    expect(read.size - new Set(stated).size).toBeLessThanOrEqual(DAMAGED[file]?.length ?? 0);
  });

  it.each(
    CORPUS.filter(({ format }) => format === "codex").map(
      ({ file, path }) => [file, path] as const,
    ),
  )("%s: every message, call and output item is there", (_file, path) => {
    const session = readTranscript(readFileSync(path));
    const items = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.includes('"response_item"'))
      .map((line) => JSON.parse(line).payload);
    const calls = items.filter(
      ({ type, call_id }) => type.endsWith("_call") && call_id !== undefined,
    );
    expect(callIds(session)).toEqual(calls.map(({ call_id }) => call_id));
    expect(new Set(resultIds(session))).toEqual(
      new Set(items.filter(({ type }) => type.endsWith("_output")).map(({ call_id }) => call_id)),
    );
    const texts = (role: string): string =>
      items
        .filter((item) => item.type === "message" && item.role === role)
        .flatMap(({ content }) => content.map(({ text }: { text?: string }) => text ?? ""))
        .join("");
    const history = session.streams.flatMap((stream) => stream.history);
    const read = (role: "user" | "assistant"): string =>
      history.map((message) => (message.role === role ? message.text : "")).join("");
    expect(read("user")).toBe(texts("user"));
    expect(read("assistant")).toBe(texts("assistant"));
  });
});
