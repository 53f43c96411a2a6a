// The governor and other pruners side by side, request by request on the same conversations:
//
//   ALISIO_PEERS=<folder> npm run bench -- side-by-side
//
// ALISIO_CORPORA names the published sessions; without them generated ones are taken.
import { loadavg } from "node:os";
import { engine } from "./engine.mjs";
import { histories } from "./histories.mjs";
import { aiSdk } from "./peer-ai-sdk.mjs";
import { dcp } from "./peer-dcp.mjs";
import { langChain } from "./peer-langchain.mjs";
import { governor, installed } from "./pruners.mjs";
import { noFigures, replay } from "./replay.mjs";

const GOVERNOR = {
  "Alisio, age 2, epochs of 32 (default)": { minAgeTurns: 2, epochMessages: 32 },
  "Alisio, age 8, epochs of 20": { minAgeTurns: 8, epochMessages: 20 },
  "Alisio, age 2, when the cache is cold": { minAgeTurns: 2, apply: "cold" },
};

const PEERS = [
  ["ai", "AI SDK", "pruneMessages, before the last 20 messages", await aiSdk()],
  ["langchain", "LangChain", "ClearToolUsesEdit, as it comes", await langChain({})],
  [
    "langchain",
    "LangChain",
    "ClearToolUsesEdit, from the start, keep 20",
    await langChain({ trigger: { tokens: 1 }, keep: { messages: 20 } }),
  ],
  ["@tarquinen/opencode-dcp", "opencode-dcp", "deduplication", await dcp()],
];

async function measureAll(streams, pruner) {
  const figures = noFigures();
  for (const stream of streams) await replay(stream, pruner, figures);
  return figures;
}

/** What is measured here must be what `context simulate` says of the same conversations. */
function checkAgainstEngine(streams, settings, figures) {
  const expected = { tokensSaved: 0, prefixChanges: 0, billOff: 0, billOn: 0, stillNeeded: 0 };
  for (const { stream, settings: own } of streams) {
    const simulated = engine.simulateStream(stream, { ...own, ...settings });
    expected.prefixChanges += simulated.prefixChangesAdded;
    for (const field of ["tokensSaved", "billOff", "billOn", "stillNeeded"]) {
      expected[field] += simulated[field];
    }
  }
  for (const [field, value] of Object.entries(expected)) {
    // Sums of rounded numbers may differ by one for each stream and reason.
    if (Math.abs(value - figures[field]) <= 3 * streams.length * Number(value > 10_000)) continue;
    throw new Error(`${field}: ${figures[field]} here, ${value} by the simulation`);
  }
}

const percent = (part, whole) => (whole === 0 ? "-" : `${((part / whole) * 100).toFixed(1)}%`);

function row(name, figures) {
  return [
    name,
    `${figures.tokensSaved} (${percent(figures.tokensSaved, figures.tokensOff)})`,
    figures.removed,
    `${figures.lost} (${percent(figures.lost, figures.removed)})`,
    `${figures.stillNeeded} of ${figures.removedReads} (${percent(figures.stillNeeded, figures.removedReads)})`,
    figures.prefixChanges,
    percent(figures.billOn, figures.billOff),
    (figures.milliseconds / figures.requests).toFixed(3),
  ];
}

/** Twice, so that compiled code is measured. */
async function measureWarm(streams, pruner) {
  await measureAll(streams, pruner);
  return measureAll(streams, pruner);
}

const { source, streams } = await histories();
const load = loadavg()[0].toFixed(1);
const rows = [];
let all = noFigures();
for (const [name, settings] of Object.entries(GOVERNOR)) {
  all = await measureWarm(streams, governor(settings));
  checkAgainstEngine(streams, settings, all);
  rows.push(row(name, all));
}
for (const [name, title, what, pruner] of PEERS) {
  const { version } = installed(name) ?? {};
  if (pruner) rows.push(row(`${title} ${version} ${what}`, await measureWarm(streams, pruner)));
  else rows.push([`${title} ${what}`, "not installed", ...Array(6).fill("")]);
}

console.log(
  `${source}: ${streams.length} conversations, ${all.requests} requests of ${all.tokensOff}`,
);
console.log(`input tokens together; bill without pruning: 100%; load of the machine ${load}\n`);
const heads = [
  "",
  "tokens saved",
  "results removed",
  "of them lost: nothing later makes up for them",
  "removed reads still needed",
  "prefix changes",
  "bill",
  "ms a request",
];
console.log(`| ${heads.join(" | ")} |\n|${"---|".repeat(heads.length)}`);
for (const cells of rows) console.log(`| ${cells.join(" | ")} |`);
