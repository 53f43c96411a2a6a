// Reading every session of the corpus, against the floor: JSON.parse of the same files.
// Usage: node bench/read-sessions.mjs   (after a build; ALISIO_CORPORA names the corpus)
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readTranscript } from "../dist/index.js";

const corpora =
  process.env.ALISIO_CORPORA ?? resolve(import.meta.dirname, "../../../../shared/corpora");
const root = join(corpora, "sessions");
if (!existsSync(join(root, "index.json"))) {
  console.log("The corpus is not here; nothing was measured.");
  process.exit(0);
}
const paths = JSON.parse(readFileSync(join(root, "index.json"), "utf8")).files.map(({ file }) =>
  join(root, file),
);
const rounds = Number(process.env.ROUNDS ?? 25);

/** Parses a file once: every line of it, or the whole where it is one document. */
function floor(path) {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".jsonl")) return JSON.parse(text);
  for (const line of text.split("\n")) {
    if (line === "") continue;
    try {
      JSON.parse(line);
    } catch {
      // Damaged as published.
    }
  }
}

const read = (path) => readTranscript(readFileSync(path));

function timeOf(work, files) {
  const before = process.cpuUsage();
  const start = performance.now();
  for (const path of files) work(path);
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

function compare(name, files) {
  const bytes = files.reduce((sum, path) => sum + readFileSync(path).length, 0);
  const best = { floor: Infinity, read: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    best.floor = Math.min(best.floor, timeOf(floor, files).wall);
    best.read = Math.min(best.read, timeOf(read, files).wall);
  }
  const mb = bytes / 1e6;
  console.log(
    `${name.padEnd(16)} ${mb.toFixed(1).padStart(6)} MB  floor ${best.floor.toFixed(1).padStart(7)} ms  read ${best.read
      .toFixed(1)
      .padStart(
        7,
      )} ms  ${(mb / (best.read / 1000)).toFixed(0).padStart(4)} MB/s  throughput ${(best.floor / best.read).toFixed(2)} of the floor`,
  );
}

const folders = new Map();
for (const path of paths) {
  const folder = path.slice(root.length + 1).split(/[\\/]/)[0];
  folders.set(folder, [...(folders.get(folder) ?? []), path]);
}
compare("all", paths);
for (const [folder, files] of folders) compare(folder, files);
