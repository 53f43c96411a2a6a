// What the runtime costs beside the model, with the governor off and on: two sessions of 2,000 turns,
// played turn by turn in alternation so that what else the machine does falls on both alike. A turn is
// a prompt, a call of read_file or write_file, and an answer: two requests. The model answers at once,
// after it has serialised the request, which the client of every provider does. Build first; run with
// --expose-gc for the memory. ALISIO_TURNS sets another length.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSkillSession, discoverSkills } from "@alisio/skills-discovery";
import { createNodeFileSystem } from "@alisio/skills-discovery/node";
import { createAgentRunner } from "../dist/index.js";

const TURNS = Number(process.env.ALISIO_TURNS ?? 2000);
const GOAL_PERCENT = 5;
const FILES = 10;
const line = (text) => process.stdout.write(`${text}\n`);

/** Processor time of this process in milliseconds. */
function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Goes through the files, and writes one in every third turn: what was read before is redundant. */
function instantModel() {
  const client = {
    model: "instant",
    cpu: 0,
    bytes: 0,
    async *stream({ answered, messages, tools }) {
      const before = process.cpuUsage();
      client.bytes += JSON.stringify({ messages, tools }).length;
      client.cpu += cpuMs(before);
      const usage = { inputTokens: 1000, outputTokens: 10 };
      if (answered % 2 === 1) {
        yield { type: "text", text: "Done." };
        yield { type: "finish", reason: "stop", usage };
        return;
      }
      const turn = answered / 2;
      const isWrite = turn % 3 === 2;
      const args = isWrite
        ? { path: `new-${turn}.txt`, content: "x" }
        : { path: `file-${turn % FILES}.txt` };
      const name = isWrite ? "write_file" : "read_file";
      yield { type: "call", call: { id: `c${turn}`, name, args } };
      yield { type: "finish", reason: "tool-calls", usage };
    },
  };
  return client;
}

async function openSession(mode, directory) {
  const root = join(directory, mode);
  mkdirSync(root);
  const client = instantModel();
  const runner = await createAgentRunner({
    sessionsDirectory: join(directory, "sessions"),
    cwd: root,
    workspace: root,
    configHome: join(directory, "config"),
    homeDirectory: directory,
    model: client,
    contextWindow: null,
    maxOutputTokens: null,
    governance: { mode, minAgeTurns: 2, epochMessages: 32, maxInvariantCharacters: 4000 },
    compaction: { auto: false, threshold: 0.85, keepTurns: 2 },
    permissions: { write: true, process: false, readOnly: false, directories: [] },
    instructions: { claudeMdFallback: false, maxBytes: 32_768 },
    skills: createSkillSession({
      snapshot: await discoverSkills({ fileSystem: createNodeFileSystem(), roots: [] }),
    }),
    catalog: { maxCharacters: null, maxEntries: null, pinned: [] },
    environment: {},
    now: Date.now,
    createId: () => mode,
  });
  return { mode, root, client, runner, cpu: 0, wall: 0 };
}

async function playTurn(session, turn) {
  const { root, runner } = session;
  const name = `file-${turn % FILES}.txt`;
  writeFileSync(join(root, name), `${Math.floor(turn / FILES)}\n`.padEnd(2000, "line of text\n"));
  const before = process.cpuUsage();
  const start = performance.now();
  await runner.run(`Turn ${turn}`);
  session.wall += performance.now() - start;
  session.cpu += cpuMs(before);
}

function heapBytes() {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const directory = mkdtempSync(join(tmpdir(), "alisio-overhead-"));
try {
  const sessions = [await openSession("off", directory), await openSession("on", directory)];
  const heapBefore = heapBytes();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const session of turn % 2 === 0 ? sessions : sessions.toReversed()) {
      await playTurn(session, turn);
    }
  }
  const heap = (heapBytes() - heapBefore) / sessions.length;
  const requests = TURNS * 2;
  for (const { mode, client, cpu, wall, runner } of sessions) {
    const own = (cpu - client.cpu) / requests;
    const elided = runner.governance.lastEvent?.elided ?? 0;
    line(`governor ${mode}: ${requests} requests, ${elided} results elided in the last`);
    line(`  runtime, tools and file ${own.toFixed(3)} ms of processor a request`);
    line(
      `  serialising             ${(client.cpu / requests).toFixed(3)} ms, ${(client.bytes / 1e6).toFixed(0)} MB in all`,
    );
    line(`  whole                   ${(wall / requests).toFixed(3)} ms`);
  }
  const [off, on] = sessions;
  const history = JSON.stringify(off.runner.history).length;
  line(
    `heap a session: ${(heap / 1e6).toFixed(1)} MB for ${(history / 1e6).toFixed(1)} MB of history`,
  );
  const own = ((on.cpu - on.client.cpu) / (off.cpu - off.client.cpu) - 1) * 100;
  const whole = (on.cpu / off.cpu - 1) * 100;
  line(
    `on against off: ${whole.toFixed(1)}% of the processor time of a request (goal: at most ${GOAL_PERCENT}%)`,
  );
  line(`without the serialising, which the governor makes shorter: ${own.toFixed(1)}%`);
  for (const { runner } of sessions) await runner.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
