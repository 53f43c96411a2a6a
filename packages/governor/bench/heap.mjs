// What a projector keeps in memory beside the session that it was given. Run with --expose-gc.
import { createProjector } from "../dist/index.js";
import { line } from "./measure.mjs";
import { resultTexts, session } from "./sessions.mjs";

function heapBytes() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** As it comes from a provider and from tools: its texts are not pieces of one another. */
function received(files) {
  return JSON.parse(JSON.stringify(session(10_000, files)));
}

function run(history) {
  const projector = createProjector({ mode: "on", epochMessages: 0 });
  for (const message of history) {
    if (message.role === "assistant") projector.view();
    projector.push([message]);
  }
  projector.view();
  return projector;
}

function report(name, files) {
  // Once before, so that compiled code doesn't count.
  run(received(files));
  const history = received(files);
  const text = resultTexts(history).reduce((sum, each) => sum + each.length, 0);
  const before = heapBytes();
  const projector = run(history);
  const kept = heapBytes() - before;
  const { elisions } = projector.view();
  const share = ((kept / text) * 100).toFixed(0);
  const each = (kept / history.length).toFixed(0);
  line(
    `  ${name}: ${each} bytes a message (${history.length} messages, ${elisions.length} elisions), ${share}% of the results' text`,
  );
}

report("200 files", 200);
report("one file", 1);
