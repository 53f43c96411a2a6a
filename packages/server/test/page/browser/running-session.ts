import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createProjector } from "@alisio/governor";
import { createEventBuilder } from "@alisio/governor/events";
import type { Message } from "@alisio/governor/message";
import { encodeSessionRecord, type SessionRecord } from "@alisio/transcripts/alisio-session";

/** A message text that no report, no file and no event may show. */
export const CANARY = "canary-5b21";

const SETTINGS = { mode: "on", minAgeTurns: 1, epochMessages: 0 } as const;

/** A session's file, written record by record as a run in another process writes it. */
export interface RunningSession {
  readonly id: string;
  /** The user asks for something: nothing is governed yet. */
  begin(prompt?: string): void;
  /** One request: its events, a read of a file, its result. */
  turn(path: string, size?: number): void;
  compact(): void;
  finish(): void;
}

export function runningSession(
  directory: string,
  id: string,
  cwd: string,
  mode: "on" | "shadow" | "off" = "on",
): RunningSession {
  const path = join(directory, `${id}.jsonl`);
  const settings = { ...SETTINGS, mode };
  const projector = createProjector(settings);
  const events = createEventBuilder(settings);
  const history: Message[] = [];
  let second = 0;
  let eventId = 0;
  let calls = 0;
  const at = () => new Date(Date.UTC(2026, 0, 30, 10, 0, second++)).toISOString();
  const write = (record: SessionRecord) => appendFileSync(path, encodeSessionRecord(record));
  const event = (value: { type: string; [field: string]: unknown }) => {
    eventId += 1;
    write({ type: "event", at: at(), id: eventId, event: value });
  };
  const message = (value: Message) => {
    history.push(value);
    projector.push([value]);
    write({ type: "message", at: at(), message: value });
  };
  mkdirSync(directory, { recursive: true });
  write({ type: "session", format: "alisio-session", version: 1, sessionId: id, at: at(), cwd });
  const governance = { ...settings, maxInvariantCharacters: 4000 };
  write({ type: "state", at: at(), key: "governance", value: governance });
  const budget = { window: 128_000, compactAt: 108_800 };
  write({ type: "state", at: at(), key: "contextBudget", value: budget });

  return {
    id,
    begin: (prompt = `Mend the parser. ${CANARY}`) => {
      event({ type: "run.started", sessionId: "s1", input: "prompt" });
      message({ role: "user", text: prompt });
    },
    turn: (file, size = 4000) => {
      calls += 1;
      const callId = `call-${calls}`;
      const tokens = JSON.stringify(history).length >> 2;
      const request = { request: calls, model: "scripted", messages: history.length, tokens };
      event({ type: "request.started", ...request });
      const governed = events.build(projector.view());
      if (governed) event({ ...governed });
      const call = { id: callId, name: "read_file", args: { path: file } };
      message({ role: "assistant", text: `I read it: ${CANARY}`, calls: [call] });
      event({
        type: "assistant.message",
        text: `Reading ${file}, step ${calls}`,
        calls: [{ callId, tool: "read_file" }],
        finishReason: "tool-calls",
      });
      event({ type: "tool.started", callId, tool: "read_file", effect: "read", preview: file });
      const content = `${CANARY} ${"x".repeat(size)} ${calls}`;
      const sha256 = String(calls).padStart(64, "0");
      message({ role: "tool", callId, content: JSON.stringify({ sha256, content }) });
      event({
        type: "tool.finished",
        callId,
        tool: "read_file",
        isError: false,
        characters: size,
        durationMs: 12,
      });
    },
    compact: () => {
      const checkpoint = "What was done so far";
      const firstKept = Math.max(1, history.length - 4);
      const counts = { messages: firstKept, tokensBefore: 9000, tokensAfter: 2000 };
      write({ type: "compaction", at: at(), trigger: "manual", firstKept, checkpoint });
      const quotes = { quotesAdded: 0, quotesRefused: {} };
      event({ type: "context.compacted", trigger: "manual", ...counts, ...quotes });
    },
    finish: () => event({ type: "run.finished", end: "completed", requests: calls, usage: {} }),
  };
}
