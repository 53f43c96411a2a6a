// The report route of a session with 500 segments beside a bare node:http that sends the same bytes,
// in one run: both in a process of their own, asked in turn. And 304, for a client that has the report.
// Usage: node bench/report-route.mjs   (after a build of the workspace)
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSessionReader } from "@alisio/agent/sessions";
import { encodeSessionRecord } from "@alisio/transcripts/alisio-session";
import autocannon from "autocannon";
import { listen } from "../dist/index.js";

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 3;

const at = "2026-01-31T12:00:00.000Z";
const message = (value) => ({ type: "message", at, message: value });

/** 250 calls with their results, under one user message: 501 segments. */
function* records(cwd) {
  yield { type: "session", format: "alisio-session", version: 1, sessionId: "bench", at, cwd };
  const governance = {
    mode: "on",
    minAgeTurns: 2,
    epochMessages: 32,
    policyVersion: 1,
    maxInvariantCharacters: 4000,
  };
  yield { type: "state", at, key: "governance", value: governance };
  yield message({ role: "user", text: "Please mend it." });
  for (let i = 0; i < 250; i++) {
    const path = `src/module-${i % 60}.ts`;
    const calls = [{ id: `call-${i}`, name: "read_file", args: { path } }];
    yield message({ role: "assistant", text: "", calls });
    const sha256 = (i % 16).toString(16).repeat(64);
    const content = "let a = 1;\n".repeat(100);
    const text = JSON.stringify({ path, sha256, startLine: 1, content });
    yield message({ role: "tool", callId: `call-${i}`, content: text });
  }
}

async function serve() {
  const home = mkdtempSync(join(tmpdir(), "alisio-bench-"));
  const sessionsDirectory = join(home, "sessions");
  mkdirSync(sessionsDirectory);
  const lines = [...records(home)].map((record) => encodeSessionRecord(record));
  writeFileSync(join(sessionsDirectory, "bench.jsonl"), lines.join(""));
  const reader = createSessionReader({ sessionsDirectory });
  const sessions = { reader, sessionsDirectory, homeDirectory: home, environment: {} };
  const server = await listen({ sessions, now: Date.now });
  const url = `${server.url}api/sessions/bench/context/report`;
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(url, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  const { totals, segments } = JSON.parse(body.toString());
  const bare = createServer((_, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    outgoing.end(body);
  });
  await new Promise((resolve) => bare.listen(0, "127.0.0.1", resolve));
  process.send({
    url,
    bareUrl: `http://127.0.0.1:${bare.address().port}/`,
    headers,
    etag: response.headers.get("etag"),
    bytes: body.length,
    segments: totals.segments,
    listed: segments.length,
  });
  process.once("message", async () => {
    bare.close();
    bare.closeAllConnections();
    await server.close();
    rmSync(home, { recursive: true });
    process.disconnect();
  });
}

async function measure() {
  const child = fork(import.meta.filename, ["serve"]);
  const told = await new Promise((resolve) => child.once("message", resolve));
  const { url, bareUrl, headers, etag } = told;
  console.log(
    `${told.segments} segments (${told.listed} listed), ${told.bytes} bytes, ${CONNECTIONS} connections, best of ${ROUNDS} runs of ${SECONDS} s`,
  );
  const cases = [
    ["bare node:http", { url: bareUrl }, "2xx"],
    ["report", { url, headers }, "2xx"],
    ["report, unchanged (304)", { url, headers: { ...headers, "if-none-match": etag } }, "3xx"],
  ];
  const best = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, target, expected] of cases) {
      const result = await autocannon({ ...target, connections: CONNECTIONS, duration: SECONDS });
      if (result[expected] === 0 || result.errors > 0 || result["4xx"] + result["5xx"] > 0) {
        throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} of another status`);
      }
      const known = best.get(name);
      if (!known || known.requests.average < result.requests.average) best.set(name, result);
    }
  }
  child.send("end");
  const bare = best.get("bare node:http").requests.average;
  for (const [name, { requests, latency }] of best) {
    console.log(
      `  ${name.padEnd(24)} ${Math.round(requests.average).toString().padStart(6)} requests/s, ${(requests.average / bare).toFixed(2)} of bare; latency p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
    );
  }
}

await (process.argv[2] === "serve" ? serve() : measure());
