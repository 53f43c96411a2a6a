// Cold discovery, refresh, memory and validation against the built package, side by side with the
// floor and with peers. Build first; `node bench/discovery.mjs [rounds]`.
//
// ALISIO_CORPORA: where published skills are (generated ones serve without).
// ALISIO_PEERS: a folder with peers, each installed in a sub-folder of its own: codex, pi, gemini,
// openskills. Those that aren't there are left out.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { makeTree, publishedSkills, skillFiles } from "./discovery-tree.mjs";

const SKILLS = 2000;
const rounds = Number(process.argv[2] ?? 7);
const peers = process.env["ALISIO_PEERS"] ?? "";
const child = fileURLToPath(new URL("discovery-child.mjs", import.meta.url));
const codexClient = fileURLToPath(new URL("discovery-codex.mjs", import.meta.url));

const say = (line = "") => process.stdout.write(`${line}\n`);

function run(file, ...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", file, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${path.basename(file)} ${args[0]}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A whole process, as a user starts it. */
function runProcess(workspace, command, args) {
  const start = performance.now();
  const { status, stdout } = spawnSync(command, args, {
    cwd: workspace,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, HOME: path.join(workspace, "home"), NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`${command} failed`);
  return {
    ms: performance.now() - start,
    found: stdout.split("\n").filter((line) => /project/.test(line)).length,
  };
}

const PEERS = {
  pi: {
    needs: "pi/node_modules/@mariozechner/pi-coding-agent",
    run: (w) => run(child, "pi", w, peers),
  },
  gemini: {
    needs: "gemini/node_modules/@google/gemini-cli-core",
    run: (w) => run(child, "gemini", w, peers),
  },
  openskills: {
    needs: "openskills/node_modules/openskills",
    process: true,
    run: (w) =>
      runProcess(w, process.execPath, [
        path.join(peers, "openskills/node_modules/openskills/dist/cli.js"),
        "list",
      ]),
  },
  codex: {
    needs: "codex/node_modules/@openai/codex",
    run: (w) => run(codexClient, path.join(peers, "codex/node_modules/.bin/codex"), w),
  },
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const mebi = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
const ms = (numbers) =>
  `median ${median(numbers).toFixed(1)} ms, min ${Math.min(...numbers).toFixed(1)} ms`;

function measure(cases) {
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // Taken in turn, so that what else the machine does falls on all alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(cases)) results[name].push(work());
  }
  return results;
}

const { workspace, files } = makeTree(SKILLS);
// Stamps settle first, as those of installed skills have.
await new Promise((resolve) => setTimeout(resolve, 3500));
try {
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  say(
    `${os.cpus()[0]?.model} x${os.cpus().length}, Node.js ${process.version}, load ${os.loadavg()[0].toFixed(1)}, ${rounds} rounds`,
  );
  say(
    `${SKILLS} skills (${publishedSkills ? "published ones and renamed copies" : "generated"}), ${mebi(bytes)}`,
  );
  const here = Object.entries(PEERS).filter(
    ([, { needs }]) => peers !== "" && fs.existsSync(path.join(peers, needs)),
  );
  for (const name of Object.keys(PEERS)) {
    if (!here.some(([other]) => other === name))
      say(`${name}: left out, not installed (ALISIO_PEERS)`);
  }
  const ownProcess = fileURLToPath(new URL("discovery-process.mjs", import.meta.url));
  const results = measure({
    process: () => runProcess(workspace, process.execPath, [ownProcess]),
    floor: () => run(child, "floor", workspace),
    config: () => run(child, "config", workspace),
    project: () => run(child, "project", workspace),
    validate: () => run(child, "validate", workspace),
    ...Object.fromEntries(here.map(([name, { run: work }]) => [name, () => work(workspace)])),
  });
  const floor = median(results.floor.map((result) => result.ms));
  const against = (name) =>
    `${(median(results[name].map((result) => result.ms)) / floor).toFixed(2)} of the floor`;
  say();
  say(`floor (read all, parse all with yaml)  ${ms(results.floor.map((result) => result.ms))}`);
  for (const name of ["config", "project"]) {
    const list = results[name];
    say(
      `cold discovery, ${name} root`.padEnd(39) +
        `${ms(list.map((result) => result.ms))}, ${against(name)}, ${list[0].found} found`,
    );
    const ratio = list.map((result) => result.refreshes[0] / result.ms);
    say(
      `  first refresh, nothing changed`.padEnd(39) +
        `${ms(list.map((result) => result.refreshes[0]))}, ${median(ratio).toFixed(3)} of cold`,
    );
    say(`  later refreshes`.padEnd(39) + ms(list.flatMap((result) => result.refreshes.slice(1))));
    say(
      `  heap kept, peak of the process`.padEnd(39) +
        `${mebi(median(list.map((result) => result.keptBytes)))}, ${mebi(median(list.map((result) => result.peakBytes)))}`,
    );
  }
  say(
    `floor: peak of the process`.padEnd(39) +
      mebi(median(results.floor.map((result) => result.peakBytes))),
  );
  say(
    "cold discovery, whole process".padEnd(39) +
      `${ms(results.process.map((result) => result.ms))}, ${against("process")}`,
  );
  say(
    `validation of all`.padEnd(39) +
      `${ms(results.validate.map((result) => result.ms))}, ${against("validate")}, ${results.validate[0].found} checked`,
  );
  for (const [name, { process: isProcess }] of here) {
    const list = results[name];
    say(
      `${name}${isProcess ? " (whole process)" : ""}`.padEnd(39) +
        `${ms(list.map((result) => result.ms))}, ${against(name)}, ${list[0].found} found`,
    );
  }
  if (publishedSkills) {
    const published = skillFiles(publishedSkills);
    say();
    say(`published skills in their own layout: ${published.length} files`);
  }
} finally {
  fs.rmSync(workspace, { recursive: true, force: true });
}
