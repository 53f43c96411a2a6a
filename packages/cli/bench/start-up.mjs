// Start-up of the built command line against `node -e 0`, interleaved, medians.
// node packages/cli/bench/start-up.mjs [rounds]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rounds = Number(process.argv[2] ?? 40);
const bin = join(import.meta.dirname, "..", "dist", "bin.js");
const empty = mkdtempSync(join(tmpdir(), "alisio-start-"));
const environment = { PATH: process.env.PATH, HOME: empty };

const commands = {
  "node -e 0": ["-e", "0"],
  "alisio --version": [bin, "--version"],
  "alisio skills list": [bin, "skills", "list"],
  "alisio context explain .": [bin, "context", "explain", "."],
};
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = -3; round < rounds; round++) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: empty, env: environment });
    if (status !== 0) throw new Error(`${name} failed`);
    if (round >= 0) times[name].push(performance.now() - start);
  }
}
rmSync(empty, { recursive: true });

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const floor = median(times["node -e 0"]);
for (const [name, values] of Object.entries(times)) {
  const value = median(values);
  console.log(
    `${name.padEnd(26)} ${value.toFixed(1).padStart(6)} ms  ${(value / floor).toFixed(2)} x`,
  );
}
