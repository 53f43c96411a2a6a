// The terminal interface, built, on a pseudo-terminal (by `script` of util-linux): start to first frame
// against `node -e 0` plus the import of Ink measured alone, and the processor time of a streamed
// answer of 100,000 characters against printing it directly.
// node packages/cli/bench/tui.mjs [rounds]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const rounds = Number(process.argv[2] ?? 9);
const bin = process.env.ALISIO_BIN ?? join(import.meta.dirname, "..", "dist", "bin.js");
const ink = pathToFileURL(join(import.meta.dirname, "../node_modules/ink/build/index.js")).href;
const stage = mkdtempSync(join(tmpdir(), "alisio-tui-"));
const CHARACTERS = 100_000;
const PIECE = 24;

const word = (index) => ["context", "of", "an", "agent", "is", "what", "it", "reads"][index % 8];
let answer = "";
for (let index = 0; answer.length < CHARACTERS; index++) {
  answer += word(index) + (index % 14 === 13 ? "\n" : " ");
}
answer = `${answer.slice(0, CHARACTERS - 8)}\nTHE-END`;

mkdirSync(join(stage, "work", ".git"), { recursive: true });
for (const [name, text] of Object.entries({ long: answer, short: "THE-END" })) {
  const script = {
    schemaVersion: 1,
    name,
    contextWindow: 200_000,
    turns: [{ text, pieceLength: PIECE }],
  };
  writeFileSync(join(stage, `${name}.json`), JSON.stringify(script));
}
// Tells what a process has used when it ends.
writeFileSync(
  join(stage, "usage.mjs"),
  `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.cpuUsage())));`,
);
writeFileSync(
  join(stage, "print.mjs"),
  `const text = JSON.parse((await import("node:fs")).readFileSync(process.argv[2], "utf8")).turns[0].text;
for (let at = 0; at < text.length; at += ${PIECE}) process.stdout.write(text.slice(at, at + ${PIECE}));`,
);

/** Runs a command on a pseudo-terminal; answers what appears; the time to each of those. */
function play(command, steps, environment = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(
      "script",
      ["-qfec", `stty cols 100 rows 30; exec ${command}`, "/dev/null"],
      {
        cwd: join(stage, "work"),
        env: {
          PATH: process.env.PATH,
          HOME: stage,
          LANG: "C.UTF-8",
          TERM: "xterm-256color",
          ...environment,
        },
      },
    );
    const times = [];
    let seen = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    child.stdout.on("data", (chunk) => {
      seen = (seen + chunk).slice(-20_000);
      const step = steps[times.length];
      if (!step || !seen.includes(step.when)) return;
      times.push(performance.now() - start);
      seen = "";
      if (step.send !== undefined) child.stdin.write(step.send);
    });
    child.on("exit", () => {
      clearTimeout(timer);
      if (times.length < steps.length) reject(new Error(`${command}: ${seen}`));
      else resolve([...times, performance.now() - start]);
    });
  });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const node = JSON.stringify(process.execPath);
const alisio = (script) =>
  `${node} ${bin} --provider scripted --script ${join(stage, `${script}.json`)}`;
const importInk = `${node} --input-type=module -e 'const t = performance.now(); await import(${JSON.stringify(ink)}); console.log("ink", performance.now() - t, "end")'`;

async function firstFrame() {
  const empty = [];
  const imports = [];
  const frames = [];
  for (let round = -1; round < rounds; round++) {
    const [bare] = (await play(`${node} -e 0`, [])).slice(-1);
    const alone = await inkAlone();
    const [frame] = await play(alisio("short"), [{ when: "governor", send: "/exit\r" }]);
    if (round < 0) continue;
    empty.push(bare);
    imports.push(alone);
    frames.push(frame);
  }
  const floor = median(empty) + median(imports);
  console.log(`node -e 0                  ${median(empty).toFixed(0).padStart(6)} ms`);
  console.log(`import of ink, alone       ${median(imports).toFixed(0).padStart(6)} ms`);
  console.log(
    `alisio to its first frame  ${median(frames).toFixed(0).padStart(6)} ms  ${(median(frames) / floor).toFixed(2)} x of both (at most 2.5)`,
  );
}

function inkAlone() {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", importInk], { env: { PATH: process.env.PATH } });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.on("exit", () => {
      const found = /ink ([\d.]+) end/.exec(out);
      if (found) resolve(Number(found[1]));
      else reject(new Error("ink could not be imported"));
    });
  });
}

/** Milliseconds of processor time of a whole process. */
async function processorTime(command, steps) {
  const file = join(stage, "usage.json");
  const times = [];
  for (let round = 0; round < Math.min(5, rounds); round++) {
    await play(command, steps, {
      USAGE_FILE: file,
      NODE_OPTIONS: `--import=${join(stage, "usage.mjs")}`,
    });
    const { user, system } = JSON.parse(readFileSync(file, "utf8"));
    times.push((user + system) / 1000);
  }
  return median(times);
}

async function streamed() {
  const chat = [
    { when: "governor", send: "go\r" },
    // The last frame may come in one piece with the end of the answer: nothing else is waited for.
    { when: "THE-END", send: "/exit\r" },
  ];
  const long = await processorTime(alisio("long"), chat);
  const short = await processorTime(alisio("short"), chat);
  const print = (name) => `${node} ${join(stage, "print.mjs")} ${join(stage, `${name}.json`)}`;
  const direct =
    (await processorTime(print("long"), [])) - (await processorTime(print("short"), []));
  const own = long - short;
  console.log(`100,000 characters, in pieces of ${PIECE}, processor time without the start:`);
  console.log(`printed directly           ${direct.toFixed(0).padStart(6)} ms`);
  console.log(
    `streamed in the interface  ${own.toFixed(0).padStart(6)} ms  ${(own / Math.max(1, direct)).toFixed(1)} x`,
  );
}

try {
  await firstFrame();
  await streamed();
} finally {
  rmSync(stage, { recursive: true, force: true, maxRetries: 5 });
}
