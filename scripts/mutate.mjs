// Mutation testing of what must not be wrong: `node scripts/mutate.mjs rules` or another target below.
// Prints the score and every survivor.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnvironment } from "./workspace.mjs";

/** By target: packages with the files that are mutated. */
const TARGETS = {
  rules: {
    governor: ["rules/*", "internal/{claim,decisions,elision,engine,lane,pairing}"],
  },
  containment: {
    "agents-md": ["internal/{node-safe-read,path}"],
    "skills-discovery": ["internal/{follow-link,open-contained,resource-path}"],
  },
  budgets: {
    "agents-md": ["internal/{cut-text,plan-budget}"],
    "context-report": ["internal/list-segments"],
    "skills-discovery": ["internal/{catalog-fit,shorten}"],
  },
  neutralising: {
    "agents-md": ["escape-path"],
    cli: ["output/neutral"],
    "context-report": ["internal/neutral"],
    invariants: ["internal/quote"],
    "skills-discovery": ["internal/{one-line,text}"],
  },
};

const target = process.argv[2] ?? "";
if (!Object.hasOwn(TARGETS, target)) {
  console.error(`Name what to mutate: ${Object.keys(TARGETS).join(", ")}.`);
  process.exit(2);
}
let status = 0;
for (const [name, files] of Object.entries(TARGETS[target])) {
  status = mutate(name, files) || status;
}
process.exit(status);

function mutate(name, files) {
  const config = join(root, "node_modules", `.stryker-${target}-${name}.json`);
  const settings = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: {
      configFile: `packages/${name}/vitest.config.ts`,
      dir: `packages/${name}`,
      related: true,
    },
    mutate: files.map((file) => `packages/${name}/src/${file}.ts`),
    // The package's tests from the root, as `npm test` runs them, with short property runs.
    coverageAnalysis: "perTest",
    ignorePatterns: ["**/dist", "coverage", "docs", "examples"],
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    timeoutMS: 20_000,
    tempDirName: `.stryker-tmp`,
    disableTypeChecks: false,
    allowEmpty: false,
  };
  writeFileSync(config, JSON.stringify(settings));
  const { status: ended } = spawnSync(
    process.execPath,
    [join(root, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", config],
    { cwd: root, env: { ALISIO_FC_RUNS: "200", ...toolEnvironment }, stdio: "inherit" },
  );
  rmSync(config, { force: true });
  return ended ?? 1;
}
