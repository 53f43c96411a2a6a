import * as fs from "node:fs";
import { sessionContext } from "@alisio/transcripts/alisio-session";
import { beforeEach, expect, test, vi } from "vitest";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

/** Bytes that the disk still takes. */
const disk = vi.hoisted(() => ({ free: Number.POSITIVE_INFINITY }));

// A disk that fills up takes the beginning of a line, and refuses what is left of it.
vi.mock(import("node:fs"), async (original) => {
  const real = await original();
  const writeSync = (fd: number, bytes: NodeJS.ArrayBufferView, offset = 0): number => {
    if (disk.free === 0) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const taken = real.writeSync(fd, bytes, offset, Math.min(bytes.byteLength - offset, disk.free));
    disk.free -= taken;
    return taken;
  };
  return { ...real, writeSync: writeSync as typeof real.writeSync };
});

beforeEach(() => {
  disk.free = Number.POSITIVE_INFINITY;
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
