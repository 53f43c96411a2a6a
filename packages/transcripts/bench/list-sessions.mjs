// Listing 1,000 sessions of 2 MB, against the floor: listing the files and reading 64 KiB of each.
// Usage: node bench/list-sessions.mjs   (after a build)
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listSessions } from "../dist/node.js";

const corpora =
  process.env.ALISIO_CORPORA ?? resolve(import.meta.dirname, "../../../../shared/corpora");
const root = join(corpora, "sessions");
if (!existsSync(join(root, "index.json"))) {
  console.log("The corpus is not here; nothing was measured.");
  process.exit(0);
}
const COUNT = Number(process.env.COUNT ?? 1000);
const SIZE = 2 * 1024 * 1024;
const home = mkdtempSync(join(tmpdir(), "alisio-bench-"));

/** A session of the size: the beginning and the end of a real one, and a hole between. */
function write(folder, name, bytes) {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, name), "w");
  writeSync(file, bytes, 0, Math.min(bytes.length, 600_000), 0);
  ftruncateSync(file, SIZE);
  const tail = bytes.subarray(-65_536);
  writeSync(file, tail, 0, tail.length, SIZE - tail.length);
  closeSync(file);
}

const only = process.env.AGENT ?? "";
const sources = [
  "claude-code/01",
  "claude-code/04",
  "claude-code/06",
  "claude-code/07",
  "codex/01",
  "codex/03",
  "codex/04",
]
  .filter((name) => name.startsWith(only))
  .map((name) => ({
    isCodex: name.startsWith("codex"),
    bytes: readFileSync(join(root, `${name}.jsonl`)),
  }));
const roots = [join(home, ".claude/projects"), join(home, ".codex/sessions")];
for (const folder of roots) mkdirSync(folder, { recursive: true });
for (let index = 0; index < COUNT; index += 1) {
  const { isCodex, bytes } = sources[index % sources.length];
  const folder = isCodex
    ? join(roots[1], "2026/01", String(1 + (index % 28)))
    : join(roots[0], `-home-ana-project-${index % 40}`);
  write(
    folder,
    isCodex ? `rollout-2026-01-01T00-00-00-${index}.jsonl` : `session-${index}.jsonl`,
    bytes,
  );
}

function floor() {
  const buffer = Buffer.alloc(64 * 1024);
  let files = 0;
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else {
        const file = openSync(path, "r");
        readSync(file, buffer, 0, buffer.length, 0);
        closeSync(file);
        files += 1;
      }
    }
  };
  for (const folder of roots) walk(folder);
  return files;
}

const best = { floor: Infinity, list: Infinity };
let found = 0;
let titled = 0;
for (let round = 0; round < Number(process.env.ROUNDS ?? 15); round += 1) {
  let start = performance.now();
  floor();
  best.floor = Math.min(best.floor, performance.now() - start);
  start = performance.now();
  const { sessions } = await listSessions({ homeDirectory: home, environment: {} });
  best.list = Math.min(best.list, performance.now() - start);
  found = sessions.length;
  titled = sessions.filter(({ title, cwd }) => title !== undefined && cwd !== undefined).length;
}
console.log(
  `${found} sessions, ${titled} with title and directory: floor ${best.floor.toFixed(1)} ms, list ${best.list.toFixed(1)} ms, ${(best.list / best.floor).toFixed(2)} of the floor`,
);
rmSync(home, { recursive: true });
