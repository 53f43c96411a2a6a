import {
  appendFileSync,
  mkdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { encodeSessionRecord } from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import type { AgentEventEnvelope } from "../src/index.ts";
import { createSessionReader } from "../src/sessions.ts";
import { call } from "./support/fake-model.ts";
import { type Bench, bench, fakeModel, OFF } from "./support/harness.ts";

const madeAt = "2026-01-01T00:00:00Z";
const readerOf = (it: Bench) => createSessionReader({ sessionsDirectory: it.sessions });

async function played(mode: "off" | "shadow" | "on") {
  const it = await bench({
    onDisk: { "AGENTS.md": "Root rule.\n" },
    workspace: { files: { a: "x".repeat(9000) } },
  });
  const model = fakeModel((request) => {
    if (request.purpose === "summary") return { text: '{"summary":"S","quotes":["Keep it"]}' };
    const { answered } = request;
    return (
      [
        { calls: [call("read_file", { path: "a" }, "r1")], usage: { inputTokens: 100 } },
        { calls: [call("write_file", { path: "a", content: "y".repeat(9000) }, "w1")] },
        { calls: [call("read_file", { path: "a" }, "r2")] },
        { text: "one" },
        { calls: [call("read_file", { path: "a" }, "r3")] },
        { calls: [call("write_file", { path: "a", content: "y".repeat(9000) }, "w2")] },
        { text: "two", usage: { inputTokens: 200, outputTokens: 5 } },
      ][answered] ?? { text: "more" }
    );
  });
  const runner = await it.open(model, {
    governance: { ...OFF, mode },
    contextWindow: 100_000,
    compaction: { auto: true, threshold: 0.5, keepTurns: 1 },
    permissions: { write: true, process: false, readOnly: false, directories: [] },
  });
  await runner.run("Keep it. Go.");
  await runner.run("Again.");
  return { it, runner };
}

test("a session is read while another process holds it", async () => {
  const { it, runner } = await played("on");
  const reader = readerOf(it);
  const id = runner.sessionId;
  expect(await reader.context(id)).toEqual(runner.context());
  expect(await reader.context(id)).toMatchObject({ window: 100_000, compactAt: 50_000 });
  expect(await reader.list()).toEqual([
    { id, modifiedMs: expect.any(Number), bytes: Buffer.byteLength(it.text(id)) },
  ]);
});

test.each(["off", "shadow", "on"] as const)(
  "in %s its report is the runner's, but for what the process alone knows",
  async (mode) => {
    const { it, runner } = await played(mode);
    await runner.compact();
    await runner.setGoal({ objective: "Ship it", status: "active" });
    await runner.run("More.");
    const stored = await readerOf(it).report(runner.sessionId, { madeAt });
    const live = runner.report({ madeAt });
    if (mode === "off") {
      expect(stored).toEqual({ schemaVersion: 1, session: runner.sessionId, madeAt, mode: "off" });
      expect(live).toEqual(stored);
      return;
    }
    if (stored?.mode !== mode || live.mode !== mode) throw new Error("the mode is another");
    expect(live.usage).not.toBeNull();
    expect(stored.usage).toBeNull();
    // The quote, the goal, and in the process the grant.
    const quotes = mode === "on" ? 1 : 0;
    expect(stored.invariants).toMatchObject({
      total: quotes + 1,
      byKind: { instruction: quotes, goal: 1, grant: 0 },
    });
    expect(live.invariants).toMatchObject({ total: quotes + 2, byKind: { grant: 1 } });
    expect(stored.compactions).toEqual(live.compactions);
    expect(stored.compactions.count).toBe(1);
    expect(stored.segments.filter(({ kind }) => kind === "instructions")).toHaveLength(1);
    const known = new Set([
      "usedLater",
      "criticality",
      "reason",
      "offset",
      "tokensBefore",
      "tokensAfter",
    ]);
    const shape = (report: typeof stored) =>
      report.segments
        .filter(({ kind }) => kind !== "invariants")
        .map((segment) => Object.entries(segment).filter(([key]) => !known.has(key)));
    expect(shape(stored)).toEqual(shape(live));
  },
);

test("a report can be asked for in another mode", async () => {
  const { it, runner } = await played("off");
  const reader = readerOf(it);
  const shadow = await reader.report(runner.sessionId, { madeAt, mode: "shadow" });
  expect(shadow).toMatchObject({
    mode: "shadow",
    totals: { elided: 3, elidedByReason: { superseded_read: 3 } },
  });
  expect(runner.report({ madeAt, mode: "shadow" })).toEqual(shadow);
});

test("with other settings a report is the same, its invariants included, but for what they change", async () => {
  const { it, runner } = await played("on");
  await runner.setGoal({ objective: "Ship it", status: "active" });
  expect(await runner.compact()).toMatchObject({ compacted: true });
  await runner.close();
  const report = async (settings: object) => {
    const made = await readerOf(it).report(runner.sessionId, { madeAt, ...settings });
    if (made?.mode !== "on") throw new Error("no report in on");
    return made;
  };
  const own = await report({});
  expect(own.invariants).toMatchObject({ byKind: { goal: 1 } });
  expect(own.segments.some(({ kind }) => kind === "invariants")).toBe(true);
  const { minAgeTurns, epochMessages } = own.settings;
  expect(await report({ minAgeTurns, epochMessages })).toEqual(own);
  const other = await report({ minAgeTurns: 20, epochMessages: 7 });
  expect(other.settings).toMatchObject({ minAgeTurns: 20, epochMessages: 7 });
  // Another projection: what is elided and how much is sent.
  const { totals, segments, ...rest } = { ...own, settings: null, reportedUsage: null };
  const {
    totals: otherTotals,
    segments: otherSegments,
    ...otherRest
  } = {
    ...other,
    settings: null,
    reportedUsage: null,
  };
  expect(otherRest).toEqual(rest);
  expect(otherTotals).not.toEqual(totals);
  expect(otherTotals.messages).toBe(totals.messages);
  expect(otherSegments.map(({ kind }) => kind)).toEqual(segments.map(({ kind }) => kind));
  await expect(report({ minAgeTurns: 0 })).rejects.toMatchObject({ code: "invalid_setting" });
});

test("what isn't there is undefined, what can't be an id or a session is an error", async () => {
  const it = await bench();
  const reader = readerOf(it);
  expect(await reader.list()).toEqual([]);
  expect(await reader.context("none")).toBeUndefined();
  expect(await reader.report("none", { madeAt })).toBeUndefined();
  await expect(reader.context("../x")).rejects.toMatchObject({ code: "invalid_session_id" });
  const signal = new AbortController().signal;
  expect(() => reader.follow("../x", { after: 0, signal })).toThrow(/letters, digits and hyphens/);
  await expect(
    reader.follow("none", { after: 0, signal })[Symbol.asyncIterator]().next(),
  ).rejects.toMatchObject({ code: "session_not_found" });
  mkdirSync(it.sessions, { recursive: true });
  writeFileSync(
    join(it.sessions, "other.jsonl"),
    '{"type":"state","at":"2026-01-01T00:00:00Z","key":"goal","value":1}\n',
  );
  await expect(reader.context("other")).rejects.toMatchObject({ code: "session_unusable" });
  symlinkSync("/etc/passwd", join(it.sessions, "link.jsonl"));
  await expect(reader.context("link")).rejects.toMatchObject({ code: "session_unusable" });
  expect(() => createSessionReader({ sessionsDirectory: "relative" })).toThrow(/absolute/);
});

test("the list is newest first, and holds sessions alone", async () => {
  const it = await bench();
  mkdirSync(join(it.sessions, "directory.jsonl"), { recursive: true });
  for (const [name, seconds] of [
    ["b.jsonl", 100],
    ["a.jsonl", 100],
    ["c.jsonl", 200],
    ["a.torn", 300],
    ["a.lock", 300],
    ["x.y.jsonl", 300],
  ] as const) {
    writeFileSync(join(it.sessions, name), "");
    utimesSync(join(it.sessions, name), seconds, seconds);
  }
  expect((await readerOf(it).list()).map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test("a session that is being written to its first line is not there yet", async () => {
  const it = await bench();
  mkdirSync(it.sessions, { recursive: true });
  writeFileSync(join(it.sessions, "s.jsonl"), '{"type":"session","for');
  expect(await readerOf(it).context("s")).toBeUndefined();
});

test("events are followed, from any id, none missed and none told twice", async () => {
  const { it, runner } = await played("on");
  const durable = () => it.events.filter(({ id }) => id !== undefined);
  const controller = new AbortController();
  const seen: AgentEventEnvelope[] = [];
  const following = (async () => {
    const reader = readerOf(it);
    for await (const envelope of reader.follow(runner.sessionId, {
      after: 3,
      signal: controller.signal,
    })) {
      seen.push(envelope);
    }
  })();
  await runner.run("More.");
  await runner.run("And more.");
  const last = durable().at(-1)?.id;
  while (seen.at(-1)?.id !== last) await wait(5);
  controller.abort();
  await following;
  expect(seen).toEqual(durable().slice(3));
});

test("a line is told when it is whole, in pieces or after a torn one", async () => {
  const it = await bench();
  mkdirSync(it.sessions, { recursive: true });
  const path = join(it.sessions, "s.jsonl");
  const at = "2026-01-01T00:00:00.000Z";
  const event = (id: number, text: string) =>
    encodeSessionRecord({ type: "event", at, id, event: { type: "state.changed", key: text } });
  writeFileSync(
    path,
    encodeSessionRecord({
      type: "session",
      format: "alisio-session",
      version: 1,
      sessionId: "s",
      at,
      cwd: "/w",
    }),
  );
  const controller = new AbortController();
  const seen: number[] = [];
  const following = (async () => {
    for await (const { id } of readerOf(it).follow("s", { after: 0, signal: controller.signal }))
      seen.push(id as number);
  })();
  // Longer than what is read at once, and with characters of several bytes.
  const long = event(1, "ü🙂".repeat(60_000));
  const bytes = Buffer.from(long);
  for (let from = 0; from < bytes.length; from += 50_001) {
    appendFileSync(path, bytes.subarray(from, from + 50_001));
    await wait(3);
  }
  appendFileSync(path, event(2, "x") + event(3, "y").slice(0, 20));
  while (seen.length < 2) await wait(5);
  // Another process set the torn line aside and goes on.
  truncateSync(path, statSync(path).size - 20);
  appendFileSync(path, event(3, "z") + event(3, "again") + event(4, "w"));
  while (seen.at(-1) !== 4) await wait(5);
  controller.abort();
  await following;
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("following ends with the signal, also before it begins", async () => {
  const { it, runner } = await played("off");
  const reader = readerOf(it);
  const signal = AbortSignal.abort();
  const seen = [];
  for await (const envelope of reader.follow(runner.sessionId, { after: 1000, signal }))
    seen.push(envelope);
  expect(seen).toEqual([]);
});
