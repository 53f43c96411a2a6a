// Runs the benchmarks of all packages (or of those that are named) on the built packages, each in a
// process of its own, and prints what they print, after a line that says on which machine.
// npm run bench [-- <package> ...]; ALISIO_PEERS names a folder with the peers (docs/measurements.md).
import { spawnSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Scripts of each package's `bench/`; `vitest`: its `*.bench.ts` files. */
const BENCHMARKS = {
  agent: ["overhead.mjs"],
  "agents-md": ["vitest"],
  cli: ["start-up.mjs", "reports.mjs", "tui.mjs"],
  "context-report": ["run.mjs"],
  governor: ["run.mjs", "simulate.mjs"],
  invariants: ["vitest"],
  server: ["report-route.mjs"],
  "skills-discovery": ["format.mjs", "discovery.mjs"],
  transcripts: ["read-sessions.mjs", "large-session.mjs", "list-sessions.mjs"],
};

/** What concerns no package alone is in this folder. */
const COMPARISONS = { "side-by-side": ["run.mjs"] };

/** These read the heap; forced collections would change the times of the others. */
const NEEDS_GC = new Set(["large-session.mjs", "overhead.mjs"]);

function run(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  return status === 0;
}

const [cpu] = cpus();
console.log(
  `${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
);
const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, scripts] of Object.entries({ ...BENCHMARKS, ...COMPARISONS })) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const script of scripts) {
    console.log(`\n== ${name}: ${script}\n`);
    const ok =
      script === "vitest"
        ? run([join(root, "node_modules/vitest/vitest.mjs"), "bench", "--run", "--project", name])
        : run([
            ...(NEEDS_GC.has(script) ? ["--expose-gc"] : []),
            name in COMPARISONS
              ? join(root, "bench", name, script)
              : join(root, "packages", name, "bench", script),
          ]);
    if (!ok) failed += 1;
  }
}
process.exit(failed > 0 ? 1 : 0);
