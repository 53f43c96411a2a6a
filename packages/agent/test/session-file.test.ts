import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Message } from "@alisio/governor/message";
import {
  decodeSession,
  encodeSessionRecord,
  sessionContext,
} from "@alisio/transcripts/alisio-session";
import { expect, test } from "vitest";
import { createSessionReader } from "../src/sessions.ts";
import { type Bench, bench, fakeModel } from "./support/harness.ts";

const at = "2026-01-01T00:00:00.000Z";
const SMALL = [
  { type: "session", format: "alisio-session", version: 1, sessionId: "s", at, cwd: "/w" },
  { type: "message", at, message: { role: "system", text: "S" } },
  { type: "message", at, message: { role: "user", text: "wörk 🙂" } },
  { type: "event", at, id: 1, event: { type: "run.started", sessionId: "s1", input: "prompt" } },
  {
    type: "message",
    at,
    message: {
      role: "assistant",
      text: "",
      calls: [
        { id: "c1", name: "read_file", args: { path: "a" } },
        { id: "c2", name: "write_file", args: { path: "b", content: "ü" } },
      ],
    },
  },
  { type: "message", at, message: { role: "tool", callId: "c1", content: "é" } },
  { type: "message", at, message: { role: "tool", callId: "c2", content: "{}" } },
  { type: "state", at, key: "goal", value: { objective: "Ship", status: "active" } },
  { type: "compaction", at, trigger: "auto", firstKept: 5, checkpoint: "C" },
  { type: "message", at, message: { role: "user", text: "more" } },
]
  .map((record) => encodeSessionRecord(record as never))
  .join("");

function put(it: Bench, bytes: Uint8Array | string): string {
  mkdirSync(it.sessions, { recursive: true });
  const path = join(it.sessions, "s.jsonl");
  writeFileSync(path, bytes);
  return path;
}

test("cut at any byte, a session opens again, loses at most the line being written, and goes on", async () => {
  const it = await bench({ workspace: { files: { a: "1" } } });
  const whole = Buffer.from(SMALL);
  let torn = 0;
  for (let length = 0; length <= whole.length; length += 1) {
    const cut = whole.subarray(0, length);
    const path = put(it, cut);
    writeFileSync(join(it.sessions, "s.torn"), "");
    const model = fakeModel([{ text: "on" }]);
    const runner = await it.open(model, { sessionId: "s" });
    // What was whole before is there, and what was torn is set aside.
    const end = cut.lastIndexOf(0x0a) + 1;
    const isWholeLine = whole[length] === 0x0a;
    const kept = isWholeLine ? `${cut}\n` : cut.subarray(0, end).toString();
    const aside = readFileSync(join(it.sessions, "s.torn"));
    const expected =
      isWholeLine || end === length
        ? Buffer.alloc(0)
        : Buffer.concat([cut.subarray(end), Buffer.from("\n")]);
    expect(aside.equals(expected)).toBe(true);
    if (expected.length > 0) torn += 1;
    expect(readFileSync(path, "utf8").startsWith(kept)).toBe(true);

    const asked = sessionContext(decodeSession(kept).records).some(({ role }) => role === "user");
    const result = await runner.resume();
    await runner.close();
    expect(result.end).toBe(asked ? "completed" : "failed");
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(kept)).toBe(true);
    const decoded = decodeSession(after);
    expect([decoded.problems, decoded.torn, decoded.needsNewline]).toEqual([[], undefined, false]);
    if (asked) expectPaired(model.requests[0]?.messages ?? []);
  }
  expect(torn).toBeGreaterThan(1000);
  // Nothing was run again.
  expect(it.workspace.ran).toEqual([]);
}, 120_000);

function expectPaired(messages: readonly Message[]): void {
  const ids = messages.flatMap((m) => (m.role === "assistant" ? (m.calls ?? []) : []));
  const results = messages.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
  expect(results).toEqual(ids.map(({ id }) => id));
}

test("a call whose result was not stored gets one that says so, and is not run again", async () => {
  const it = await bench();
  const lines = SMALL.split("\n").slice(0, 6);
  put(it, `${lines.join("\n")}\n`);
  const model = fakeModel([{ text: "on" }]);
  const runner = await it.open(model, { sessionId: "s" });
  await runner.run("Go on");
  const messages = model.requests[0]?.messages ?? [];
  expect(messages.slice(-3)).toMatchObject([
    { role: "tool", callId: "c1", content: "é" },
    {
      role: "tool",
      callId: "c2",
      isError: true,
      content: expect.stringContaining("uncertain whether it ran"),
    },
    { role: "user", text: "Go on" },
  ]);
  expect(it.workspace.ran).toEqual([]);
});

test("what was torn is told once", async () => {
  const it = await bench();
  put(it, SMALL.slice(0, -5));
  const runner = await it.open(fakeModel([]), { sessionId: "s" });
  await runner.run("x");
  await runner.run("x");
  expect(it.of("notice").map(({ problem }) => problem.code)).toEqual(["session_line_torn"]);
  expect(JSON.stringify(it.of("notice"))).not.toContain("more");
});

test("an unreadable line costs that line", async () => {
  const it = await bench();
  const lines = SMALL.split("\n");
  lines.splice(3, 0, "{broken", '{"type":"of tomorrow"}');
  put(it, lines.join("\n"));
  const runner = await it.open(fakeModel([]), { sessionId: "s" });
  await runner.run("x");
  expect(it.of("notice")).toMatchObject([
    {
      problem: {
        code: "session_line_unreadable",
        message: expect.stringContaining("Line 4 and 1 more"),
      },
    },
  ]);
  expect(runner.history.length).toBeGreaterThan(4);
});

test("files and directories are the user's alone, and every line is one record", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  expect(existsSync(it.sessions)).toBe(false);
  await runner.run("x");
  expect(statSync(it.sessions).mode & 0o777).toBe(0o700);
  expect(statSync(join(it.sessions, `${runner.sessionId}.jsonl`)).mode & 0o777).toBe(0o600);
  expect(statSync(join(it.sessions, `${runner.sessionId}.lock`)).mode & 0o777).toBe(0o600);
  await runner.close();
  expect(readdirSync(it.sessions)).toEqual([`${runner.sessionId}.jsonl`]);
});

test("a session in which nothing was said leaves no file", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  runner.report({ madeAt: at });
  await runner.close();
  expect(existsSync(it.sessions)).toBe(false);
});

test("an id can't name another file", async () => {
  const it = await bench();
  for (const sessionId of ["../s", "a/b", "", ".", "a.b", "x".repeat(65), "a\u0000", "ä", "a b"]) {
    await expect(it.open(fakeModel([]), { sessionId })).rejects.toMatchObject({
      code: "invalid_session_id",
    });
  }
  await expect(it.open(fakeModel([]), { createId: () => "../x" })).rejects.toMatchObject({
    code: "invalid_session_id",
  });
  await expect(it.open(fakeModel([]), { sessionId: "none" })).rejects.toMatchObject({
    code: "session_not_found",
  });
});

test.each([
  ["another format", '{"type":"summary","leafUuid":"x"}\n'],
  ["no JSON", "hello\nworld\n"],
  ["a newer version", SMALL.replace('"version":1', '"version":2')],
])("a file of %s is left alone", async (_name, text) => {
  const it = await bench();
  const path = put(it, text);
  await expect(it.open(fakeModel([]), { sessionId: "s" })).rejects.toMatchObject({
    code: "session_unusable",
  });
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(existsSync(join(it.sessions, "s.lock"))).toBe(false);
});

test("a link or a directory of that name is no session", async () => {
  const it = await bench();
  mkdirSync(it.sessions, { recursive: true });
  writeFileSync(join(it.root, "elsewhere"), SMALL);
  symlinkSync(join(it.root, "elsewhere"), join(it.sessions, "link.jsonl"));
  mkdirSync(join(it.sessions, "directory.jsonl"));
  for (const sessionId of ["link", "directory"]) {
    await expect(it.open(fakeModel([]), { sessionId })).rejects.toMatchObject({
      code: "session_unusable",
    });
  }
});

test("two runners can't work on one session", async () => {
  const it = await bench();
  const runner = await it.open(fakeModel([]));
  await runner.run("x");
  const again = () => it.open(fakeModel([]), { sessionId: runner.sessionId });
  await expect(again()).rejects.toMatchObject({
    code: "session_busy",
    message: expect.stringContaining(`${runner.sessionId}.lock`),
  });
  await runner.close();
  await (await again()).close();
});

test.each([
  ["a process that is gone", { pid: 2 ** 22 + 1, host: hostname(), startedAt: "1" }],
  ["a process whose pid another one has", { pid: process.ppid, host: hostname(), startedAt: "1" }],
  ["an earlier process of the same pid", { pid: process.pid, host: hostname(), startedAt: "1" }],
  ["nobody", "{"],
])("the lock of %s is no lock", async (_name, owner) => {
  // Only Linux tells when a process began.
  if (_name.includes("another one") && !existsSync("/proc/self/stat")) return;
  const it = await bench();
  put(it, SMALL);
  writeFileSync(
    join(it.sessions, "s.lock"),
    typeof owner === "string" ? owner : JSON.stringify(owner),
  );
  const runner = await it.open(fakeModel([]), { sessionId: "s" });
  await runner.close();
  expect(readdirSync(it.sessions)).toEqual(["s.jsonl"]);
});

test.each([
  ["a living process", { pid: process.ppid, host: hostname(), startedAt: null }],
  ["another machine", { pid: 1, host: "elsewhere", startedAt: null }],
])("the lock of %s holds", async (_name, owner) => {
  const it = await bench();
  put(it, SMALL);
  writeFileSync(join(it.sessions, "s.lock"), JSON.stringify(owner));
  await expect(it.open(fakeModel([]), { sessionId: "s" })).rejects.toMatchObject({
    code: "session_busy",
  });
});

test("a directory that can't be written is told, and is no crash", async (context) => {
  if (process.getuid?.() === 0) return context.skip();
  const it = await bench();
  mkdirSync(it.sessions, { recursive: true });
  chmodSync(it.sessions, 0o500);
  const runner = await it.open(fakeModel([]));
  expect(await runner.run("x")).toMatchObject({
    end: "failed",
    problem: { code: "session_unwritable" },
  });
});

test("a sessions directory that is a file is told, and is no crash", async () => {
  const it = await bench();
  mkdirSync(join(it.sessions, ".."), { recursive: true });
  writeFileSync(it.sessions, "");
  const runner = await it.open(fakeModel([]));
  expect(await runner.run("x")).toMatchObject({
    end: "failed",
    problem: { code: "session_unwritable" },
  });
});

test.runIf(existsSync("/proc/self"))(
  "a place that takes no directory is told, and is no hang",
  async () => {
    const it = await bench();
    const runner = await it.open(fakeModel([]), { sessionsDirectory: "/proc/none/sessions" });
    expect(await runner.run("x")).toMatchObject({
      end: "failed",
      problem: { code: "session_unwritable" },
    });
  },
);

test("a file that is too large is refused as such, by the runner and by the reader", async () => {
  const it = await bench();
  // Over two GiB, of which nothing is on the disk.
  truncateSync(put(it, SMALL), 2 ** 31 + 4096);
  await expect(it.open(fakeModel([]), { sessionId: "s" })).rejects.toMatchObject({
    code: "session_unusable",
    message: expect.stringContaining("too large"),
  });
  expect(readdirSync(it.sessions)).toEqual(["s.jsonl"]);
  const reader = createSessionReader({ sessionsDirectory: it.sessions });
  await expect(reader.context("s")).rejects.toMatchObject({ code: "session_unusable" });
});

test("a session that is gone on with in another workspace says so", async () => {
  const it = await bench();
  const first = await it.open(fakeModel([]));
  await first.run("x");
  await first.close();
  const other = await bench();
  const runner = await it.open(fakeModel([]), {
    sessionId: first.sessionId,
    cwd: other.root,
    workspace: other.root,
  });
  await runner.run("x");
  expect(it.of("notice").map(({ problem }) => problem.code)).toEqual(["workspace_changed"]);
});
