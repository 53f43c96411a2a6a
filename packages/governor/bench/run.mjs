// Measures the built package: `npm run bench`. Medians of warm runs in one process.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createProjector, projectHistory } from "../dist/index.js";
import { figure, line, measure } from "./measure.mjs";
import { aiSdk, langChain } from "./peers.mjs";
import { resultTexts, session } from "./sessions.mjs";

const EAGER = { mode: "on", epochMessages: 0 };

/** Message by message, with a view before each assistant message. */
function incremental(history, settings) {
  const projector = createProjector(settings);
  for (const message of history) {
    if (message.role === "assistant") projector.view();
    projector.push([message]);
  }
  return projector.view();
}

/** Without keeping what it parsed. */
function parseAll(texts) {
  let fields = 0;
  for (const text of texts) fields += Object.keys(JSON.parse(text)).length;
  return fields;
}

line(`Node.js ${process.version}, ${process.arch}`);

const history = session(10_000, 200);
const texts = resultTexts(history);
const { totals } = projectHistory(history, EAGER);
line(
  `\nA session of ${history.length} messages with ${texts.length} results of 2 kB in 200 files:`,
);
line(`  elided: ${totals.elided} ${JSON.stringify(totals.elidedByReason)}`);

const plain = await measure({
  clone: () => structuredClone(history),
  parse: () => parseAll(texts),
  oneShot: () => projectHistory(history, EAGER),
  incremental: () => incremental(history, EAGER),
  epochs: () => incremental(history, { mode: "on" }),
  shadow: () => projectHistory(history, { ...EAGER, mode: "shadow" }),
});
figure("structuredClone of the session", plain.clone, "ms");
figure("JSON.parse of the results", plain.parse, "ms");
figure("one-shot", plain.oneShot, "ms");
figure("one-shot in shadow", plain.shadow, "ms");
figure("one-shot / clone", plain.oneShot / plain.clone, "times", 1);
figure("incremental", plain.incremental, "ms");
figure("incremental, epochs of 32", plain.epochs, "ms");
figure("incremental / one-shot", plain.incremental / plain.oneShot, "times", 1.5);
figure("incremental, each message", (plain.incremental / history.length) * 1000, "us", 5);

for (const [name, files] of [
  ["200 files", 200],
  ["all results on one file", 1],
]) {
  const sessions = [10_000, 20_000, 40_000].map((length) => session(length, files));
  const [at10, at20, at40] = Object.values(
    await measure(
      Object.fromEntries(
        sessions.map((each) => [`at${each.length}`, () => incremental(each, EAGER)]),
      ),
      { rounds: 9, warmRounds: 3 },
    ),
  );
  line(`\nIncremental, ${name}:`);
  figure("10,000 messages", at10, "ms");
  figure("20,000 messages", at20, "ms");
  figure("40,000 messages", at40, "ms");
  figure("20,000 / 10,000", at20 / at10, "times", 2.2);
  figure("40,000 / 10,000", at40 / at10, "times", 5);
  figure("each message at 40,000", (at40 / 40_000) * 1000, "us", 5);
}

line("\nOther pruners on the first session, in their own formats (what they remove differs):");
for (const [name, peer] of [
  ["AI SDK pruneMessages", await aiSdk(history)],
  ["LangChain ClearToolUsesEdit", await langChain(history)],
]) {
  if (!peer) {
    line(`  ${name}: not installed in the folder that ALISIO_PEERS names, skipped`);
    continue;
  }
  const times = await measure({ peer }, { rounds: 3, warmRounds: 1 });
  figure(name, times.peer, "ms");
}

line("\nMemory that a projector keeps beside the session:");
const heap = fileURLToPath(new URL("./heap.mjs", import.meta.url));
spawnSync(process.execPath, ["--expose-gc", heap], { stdio: "inherit" });
