import * as fs from "node:fs";
import { decodeSession, sessionContext } from "@alisio/transcripts/alisio-session";
import { beforeEach, expect, test, vi } from "vitest";
import { agentEventEnvelopeSchema } from "../src/schemas.ts";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

/** Bytes that the disk still takes; writes that succeed before one that fails, and what becomes of it. */
const disk = vi.hoisted(() => ({
  free: Number.POSITIVE_INFINITY,
  writes: Number.POSITIVE_INFINITY,
  code: "ENOSPC",
  /** Whether what comes after the failed write fails, too. */
  stays: true,
  /** Whether half a line can't be taken back. */
  keepsHalves: false,
}));
const USUAL = { ...disk };

// A disk that fills up takes the beginning of a line, and refuses what is left of it.
vi.mock(import("node:fs"), async (original) => {
  const real = await original();
  const writeSync = (fd: number, bytes: NodeJS.ArrayBufferView, offset = 0): number => {
    if (disk.free === 0) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    if (disk.writes === 0) {
      real.writeSync(fd, bytes, offset, (bytes.byteLength - offset) >> 1);
      if (!disk.stays) disk.writes = Number.POSITIVE_INFINITY;
      throw Object.assign(new Error(disk.code), { code: disk.code });
    }
    disk.writes -= 1;
    const taken = real.writeSync(fd, bytes, offset, Math.min(bytes.byteLength - offset, disk.free));
    disk.free -= taken;
    return taken;
  };
  const ftruncateSync = (fd: number, length?: number): void => {
    if (disk.keepsHalves && disk.writes === 0)
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    real.ftruncateSync(fd, length);
  };
  return {
    ...real,
    ftruncateSync: ftruncateSync as typeof real.ftruncateSync,
    writeSync: writeSync as typeof real.writeSync,
  };
});

beforeEach(() => {
  Object.assign(disk, USUAL);
});

test("a full disk ends the run, leaves whole lines, and the session goes on when there is room", async () => {
  const whole = await wholeSession();
  expect(whole.length).toBeGreaterThan(1000);
  // Within a record, at its end, and with one byte of it.
  for (const free of [whole.indexOf("\n") + 1, whole.indexOf("\n") + 2, 700, whole.length - 20]) {
    disk.free = free;
    const it = await bench({ workspace: { files: { a: "1" } } });
    const runner = await it.open(twoSteps());
    expect(await runner.run("go")).toMatchObject({
      end: "failed",
      problem: { code: "session_unwritable" },
    });
    await runner.close();
    const left = it.text(runner.sessionId);
    expect(left.endsWith("\n")).toBe(true);
    expect(Buffer.byteLength(left)).toBeLessThanOrEqual(free);

    disk.free = Number.POSITIVE_INFINITY;
    const again = await it.open(twoSteps(), { sessionId: runner.sessionId });
    expect((await again.run("Go on.")).end).toBe("completed");
    expect(fs.existsSync(`${it.sessions}/${runner.sessionId}.torn`)).toBe(false);
    expect(sessionContext(it.records(runner.sessionId))).toEqual(again.history);
    await again.close();
  }
});

/** A prompt with a skill, a goal, a read and a subagent: writes of every kind. */
const eventful = () =>
  fakeModel(({ purpose, answered }) => {
    if (purpose === "task") {
      return answered === 0 ? { calls: [call("read_file", { path: "a" })] } : { text: "read" };
    }
    if (answered > 0) return { text: "ok" };
    return { calls: [call("read_file", { path: "a" }), call("task", { prompt: "Read it." })] };
  });

const SKILL = { ".agents/skills/x/SKILL.md": "---\nname: x\ndescription: d\n---\nDo it well.\n" };

const onDisk = () => bench({ onDisk: SKILL, workspace: { files: { a: "1" } } });

async function countWrites(): Promise<number> {
  const it = await onDisk();
  const runner = await it.open(eventful());
  disk.writes = 1000;
  expect((await runner.run("/skill:x go")).end).toBe("completed");
  await runner.close();
  return 1000 - disk.writes;
}

test.each([
  ["ENOSPC", true, false],
  ["EIO", true, true],
  ["EROFS", true, false],
  ["EBADF", true, true],
  ["ENOSPC", false, false],
])(
  "%s at any write (stays: %s, half lines stay: %s): the last event says how it ended",
  async (code, stays, keepsHalves) => {
    const writes = await countWrites();
    expect(writes).toBeGreaterThan(20);
    for (let n = 0; n < writes; n += 1) {
      const it = await onDisk();
      const runner = await it.open(eventful());
      Object.assign(disk, { writes: n, code, stays, keepsHalves });
      const result = await runner.run("/skill:x go");
      const last = it.events.at(-1);
      expect(agentEventEnvelopeSchema.parse(last)).toEqual(last);
      const { requests, end, problem, usage } = result;
      expect(last?.run).toBeUndefined();
      expect(last?.event).toEqual({
        type: "run.finished",
        end,
        requests,
        usage,
        ...(problem && { problem }),
      });
      const ends = it.events.filter(({ event, run }) => event.type === "run.finished" && !run);
      expect(ends).toHaveLength(1);
      if (stays) {
        expect(problem?.code).toBe("session_unwritable");
        expect(last).not.toHaveProperty("id");
      }
      // Whoever was told of a subagent's beginning is told of its end.
      const runsOf = (type: string) =>
        it.events.flatMap(({ event, run }) => (run && event.type === type ? [run] : []));
      expect(runsOf("run.finished")).toEqual(expect.arrayContaining(runsOf("run.started")));

      // Once there is room the same runner goes on, and what it has is what the file holds.
      Object.assign(disk, USUAL);
      expect((await runner.run("Go on.")).end).toBe("completed");
      await runner.close();
      expect(decodeSession(it.text(runner.sessionId)).problems).toEqual([]);
      expect(sessionContext(it.records(runner.sessionId))).toEqual(runner.history);
      const again = await it.open(eventful(), { sessionId: runner.sessionId });
      expect(again.history).toEqual(runner.history);
      await again.close();
      expect(fs.readdirSync(it.sessions)).toEqual([`${runner.sessionId}.jsonl`]);
    }
  },
);

const twoSteps = () =>
  fakeModel((_request, n) =>
    n === 0 ? { calls: [call("read_file", { path: "a" })] } : { text: "ok" },
  );

async function wholeSession(): Promise<string> {
  const it = await bench({ workspace: { files: { a: "1" } } });
  const runner = await it.open(twoSteps());
  await runner.run("go");
  await runner.close();
  return it.text(runner.sessionId);
}
