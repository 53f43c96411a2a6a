// What a report costs beside parsing the same history from JSON, and beside the governor's own
// projection. Usage: node bench/run.mjs   (after a build of this package and of the governor)
import { projectHistory } from "@alisio/governor";
import { buildContextReport, renderReportMarkdown, renderReportText } from "../dist/index.js";

const ROUNDS = 25;
const settings = { mode: "shadow", epochMessages: 32 };

/** A session that reads, searches, changes and runs, in turn. */
function session(turns) {
  const history = [{ role: "user", text: "Please mend it." }];
  const add = (name, args, result) => {
    const id = `call-${history.length}`;
    history.push({ role: "assistant", text: "Next.", calls: [{ id, name, args }] });
    history.push({ role: "tool", callId: id, content: JSON.stringify(result) });
  };
  for (let i = 0; history.length < turns * 2; i++) {
    const path = `src/module-${i % 97}.ts`;
    const sha256 = (i % 7).toString(16).repeat(16);
    add("read_file", { path }, { path, sha256, startLine: 1, content: "let a = 1;\n".repeat(180) });
    add("search_text", { pattern: `f${i % 31}` }, { exitCode: 0, lines: [] });
    add("edit_file", { path, newText: "const b = 2;\n".repeat(20) }, { path, sha256 });
    add("shell", { command: `npm test ${path}` }, { stdout: "ok\n".repeat(200), exitCode: 0 });
  }
  return history;
}

function best(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

for (const turns of [100, 1_000, 10_000]) {
  const history = session(turns);
  const json = JSON.stringify(history);
  const input = { session: "bench", madeAt: "2026-01-31T12:00:00Z", settings, history };
  const report = buildContextReport(input);
  const times = {
    "JSON.parse": best(() => JSON.parse(json)),
    projectHistory: best(() => projectHistory(history, settings)),
    buildContextReport: best(() => buildContextReport(input)),
    renderReportText: best(() => renderReportText(report, { width: 120 })),
    renderReportMarkdown: best(() => renderReportMarkdown(report)),
  };
  console.log(
    `${history.length} messages, ${(json.length / 1e6).toFixed(1)} MB, ${report.totals.segments} segments`,
  );
  for (const [name, ms] of Object.entries(times)) {
    console.log(`  ${name.padEnd(22)} ${ms.toFixed(2).padStart(8)} ms`);
  }
}
