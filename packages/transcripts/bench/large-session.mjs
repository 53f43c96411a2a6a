// Memory while a session of 100 MB, assembled from the corpus, is read from its file.
// Usage: node --expose-gc bench/large-session.mjs   (after a build)
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readTranscriptStream } from "../dist/index.js";

const corpora =
  process.env.ALISIO_CORPORA ?? resolve(import.meta.dirname, "../../../../shared/corpora");
const root = join(corpora, "sessions");
if (!existsSync(join(root, "index.json"))) {
  console.log("The corpus is not here; nothing was measured.");
  process.exit(0);
}
const megabytes = Number(process.env.MEGABYTES ?? 100);
const folder = mkdtempSync(join(tmpdir(), "alisio-bench-"));

/** The same files again and again, with ids of their own, until the size is reached. */
function assemble(agent) {
  const path = join(folder, `${agent}.jsonl`);
  const { files } = JSON.parse(readFileSync(join(root, "index.json"), "utf8"));
  const texts = files
    .filter(({ format }) => format === agent)
    .map(({ file }) => readFileSync(join(root, file), "utf8"));
  const out = openSync(path, "w");
  let last = null;
  for (let round = 0, bytes = 0; bytes < megabytes * 1e6; round += 1) {
    let text = texts[round % texts.length];
    text = text.replace(
      /("(?:uuid|parentUuid|id|tool_use_id|toolUseID|parentToolUseID|call_id|sourceToolAssistantUUID|logicalParentUuid)":")([^"]{8,60}")/g,
      `$1${round}-$2`,
    );
    if (agent === "claude-code") {
      if (last !== null) text = text.replace('"parentUuid":null', `"parentUuid":"${last}"`);
      last =
        [...text.matchAll(/"type":"(?:user|assistant)"[^\n]*?"uuid":"([^"]+)"/g)].at(-1)?.[1] ??
        last;
    }
    if (!text.endsWith("\n")) text += "\n";
    bytes += writeSync(out, text);
  }
  closeSync(out);
  return path;
}

const used = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

async function measure(agent) {
  const path = assemble(agent);
  const size = statSync(path).size;
  globalThis.gc?.();
  const idle = used();
  let peak = 0;
  const start = performance.now();
  async function* pieces() {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      yield piece;
      peak = Math.max(peak, used() - idle);
    }
  }
  const session = await readTranscriptStream(pieces());
  peak = Math.max(peak, used() - idle);
  const seconds = (performance.now() - start) / 1000;
  globalThis.gc?.();
  const kept = used() - idle;
  const messages = session.streams.reduce((sum, { history }) => sum + history.length, 0);
  const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${agent.padEnd(12)} ${mb(size)} in ${seconds.toFixed(2)} s, ${messages} messages: at most ${mb(peak)} above idle (${(peak / size).toFixed(2)} of the file), ${mb(kept)} kept (${(kept / size).toFixed(2)})`,
  );
}

for (const agent of ["claude-code", "codex"]) await measure(agent);
rmSync(folder, { recursive: true });
