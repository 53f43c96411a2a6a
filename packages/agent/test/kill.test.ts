import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { decodeSession, sessionContext } from "@alisio/transcripts/alisio-session";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { createSessionReader } from "../src/sessions.ts";
import { temporaryDirectory } from "./support/harness.ts";

const KILLS = 15;

/** The child as one file of JavaScript. */
async function buildChild(directory: string): Promise<string> {
  const outfile = join(directory, "child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("support/kill-child.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@alisio/source"],
    outfile,
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outfile;
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

test("a process that is killed again and again loses at most the line being written", async () => {
  const directory = temporaryDirectory();
  const child = await buildChild(directory);
  const path = join(directory, "sessions", "killed.jsonl");
  let before = "";
  for (let kill = 0; kill < KILLS; kill += 1) {
    const started = sizeOf(path);
    const running = spawn(process.execPath, [child, directory, kill === 0 ? "new" : "killed"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    running.stderr.on("data", (data) => {
      errors += data;
    });
    // At another place each time: between two lines, in one, in a tool, while it begins again.
    const growth = kill % 3 === 2 ? 1 : 10_000 + kill * 3777;
    while (sizeOf(path) < started + growth && running.exitCode === null) await wait(1);
    expect(errors).toBe("");
    running.kill("SIGKILL");
    await once(running, "exit");

    const after = readFileSync(path, "utf8");
    // Whole lines of before are all there, in place.
    expect(after.startsWith(before.slice(0, before.lastIndexOf("\n") + 1))).toBe(true);
    const { problems, records } = decodeSession(after);
    expect(problems).toEqual([]);
    expect(records.length).toBeGreaterThan(decodeSession(before).records.length);
    before = after;
  }
  const { records } = decodeSession(before);
  // Every process went on where the last one stopped: no call without its result but the last ones.
  const messages = sessionContext(records);
  const calls = messages.flatMap((m) =>
    m.role === "assistant" ? (m.calls ?? []).map(({ id }) => id) : [],
  );
  const results = messages.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
  expect(calls.slice(0, results.length)).toEqual(results);
  expect(calls.length - results.length).toBeLessThanOrEqual(2);
  // No tool ran twice, whatever was lost.
  const ran = readFileSync(join(directory, "ran.log"), "utf8").trim().split("\n");
  expect(new Set(ran).size).toBe(ran.length);
  // Ids of events grow, without a gap but for a torn one.
  const ids = records.flatMap((record) => (record.type === "event" ? [record.id] : []));
  expect(ids).toEqual([...ids].sort((left, right) => left - right));
  expect(new Set(ids).size).toBe(ids.length);
  const reader = createSessionReader({ sessionsDirectory: join(directory, "sessions") });
  expect((await reader.context("killed"))?.messages).toBe(messages.length);
}, 120_000);
