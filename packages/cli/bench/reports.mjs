// Reading published sessions and reporting on each, against the floor: JSON.parse of the same lines.
// node packages/cli/bench/reports.mjs   (after a build; ALISIO_CORPORA names the corpora)
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildContextReport } from "@alisio/context-report";
import { contextAt, readTranscript } from "@alisio/transcripts";

const repository = join(import.meta.dirname, "..", "..", "..");
const corpora = resolve(repository, process.env["ALISIO_CORPORA"] ?? "../shared/corpora");
const folder = join(corpora, "sessions");
if (!existsSync(folder)) {
  console.log(`left out: no sessions in ${folder} (ALISIO_CORPORA)`);
  process.exit(0);
}
const profiles = new Map();
for (const agent of ["claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "pi"]) {
  profiles.set(agent, (await import(`@alisio/governor/profiles/${agent}`)).profile);
}
const sources = readdirSync(folder, { recursive: true })
  .filter((name) => /\.(jsonl?|traj)$/.test(name) && name !== "index.json")
  .map((name) => readFileSync(join(folder, name)));

/** What any reader has to do: decode, and parse each line or the document. */
function floor() {
  for (const bytes of sources) {
    const text = bytes.toString("utf8");
    try {
      JSON.parse(text);
    } catch {
      for (const line of text.split("\n")) {
        try {
          JSON.parse(line);
        } catch {
          // a damaged line, or the end
        }
      }
    }
  }
}

function readAndReport() {
  for (const bytes of sources) {
    const session = readTranscript(bytes);
    const stream = session.streams.find(({ kind }) => kind === "main");
    if (!stream) continue;
    buildContextReport({
      session: session.sessionId ?? "unknown",
      madeAt: "2026-01-31T12:00:00Z",
      settings: { mode: "shadow", profile: profiles.get(session.agent) ?? (() => []) },
      history: contextAt(stream).map((index) => stream.history[index]),
    });
  }
}

const subjects = { floor, readAndReport };
const times = { floor: [], readAndReport: [] };
for (let round = -3; round < 15; round++) {
  for (const [name, subject] of Object.entries(subjects)) {
    const start = performance.now();
    subject();
    if (round >= 0) times[name].push(performance.now() - start);
  }
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const megabytes = sources.reduce((sum, { length }) => sum + length, 0) / 1e6;
const [least, ours] = [median(times.floor), median(times.readAndReport)];
console.log(`${sources.length} sessions, ${megabytes.toFixed(1)} MB`);
console.log(`floor            ${least.toFixed(1)} ms`);
console.log(
  `read and report  ${ours.toFixed(1)} ms, throughput ${(least / ours).toFixed(2)} of the floor`,
);
