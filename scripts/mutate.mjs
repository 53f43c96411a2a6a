// Mutation testing of what must not be wrong: `node scripts/mutate.mjs rules` or another target below,
// with names of packages behind it for some of its packages alone. Property runs are short. Prints
// the score and every survivor.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnvironment } from "./workspace.mjs";

/** Tests of the skills about files, and about texts. */
const SKILLS_FILES = [
  "discovery/open-contained",
  "discovery/resource-path",
  "discovery/link-findings",
  "discovery/resource-paths",
  "discovery/{disclosure,hostile-trees,integrity,links,scan,scan-bounds,validate-paths}",
];
const SKILLS_TEXT = [
  "format/text",
  "format/shorten",
  "discovery/catalog",
  "discovery/catalog.properties",
  "discovery/{disclosure,given-names,integrity}",
  "discovery/hostile-trees",
  "format/{invisible,description,name,hostile.properties}",
];

/** By target: packages with the files that are mutated and the tests that are about them. */
const TARGETS = {
  rules: {
    governor: {
      files: ["rules/*", "internal/{claim,decisions,elision,engine,lane,pairing}"],
      tests: [
        "superseded-read",
        "stale-bg-output",
        "duplicate-search",
        "pairing",
        "age-and-epochs",
        "stubs",
        "projector",
        "observations",
        "events",
        "settings",
        "reported-faults",
        "properties",
      ],
    },
  },
  containment: {
    agent: {
      files: ["tools/internal/{open-contained,pinned-directory,places}"],
      tests: [
        "tools/opened",
        "tools/places",
        "tools/containment",
        "tools/approved-directories",
        "tools/replace-file",
        "workspace",
      ],
    },
    "agents-md": {
      files: ["internal/{node-safe-read,path}"],
      tests: [
        "node-safe-read",
        "node-race",
        "node-hostile",
        "path",
        "windows",
        "cases-bytes",
        "cases-files",
      ],
    },
    "skills-discovery": {
      files: ["internal/{follow-link,open-contained,resource-path}"],
      tests: SKILLS_FILES,
    },
  },
  budgets: {
    "agents-md": {
      files: ["internal/{cut-text,plan-budget}"],
      tests: ["internal-units", "cases-size", "cases-bytes", "cases-files", "node", "properties"],
    },
    "context-report": {
      files: ["internal/list-segments"],
      tests: ["list-segments", "build-context-report", "criticality", "properties"],
    },
    invariants: {
      files: ["render-invariants", "internal/fit-items"],
      tests: ["render-invariants", "properties", "*"],
    },
    "skills-discovery": { files: ["internal/{catalog-fit,shorten}"], tests: SKILLS_TEXT },
  },
  neutralising: {
    "agents-md": {
      files: ["escape-path"],
      tests: ["internal-units", "cases-bytes", "cases-files", "path", "properties"],
    },
    cli: { files: ["output/neutral"], tests: ["output"] },
    "context-report": { files: ["internal/neutral"], tests: ["neutral", "views"] },
    invariants: { files: ["internal/quote"], tests: ["*"] },
    server: {
      files: ["html/escape", "internal/neutral"],
      tests: ["neutral"],
    },
    "skills-discovery": { files: ["internal/{one-line,text}"], tests: SKILLS_TEXT },
  },
};

const target = process.argv[2] ?? "";
if (!Object.hasOwn(TARGETS, target)) {
  console.error(`Name what to mutate: ${Object.keys(TARGETS).join(", ")}.`);
  process.exit(2);
}
const only = process.argv.slice(3);
let status = 0;
for (const [name, parts] of Object.entries(TARGETS[target])) {
  if (only.length === 0 || only.includes(name)) status = mutate(name, parts) || status;
}
process.exit(status);

function mutate(name, { files, tests }) {
  const config = join(root, "node_modules", `.stryker-${target}-${name}.json`);
  const vitestConfig = `packages/${name}/vitest.mutation.config.mjs`;
  const settings = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: vitestConfig, dir: `packages/${name}`, related: true },
    mutate: files.map((file) => `packages/${name}/src/${file}.ts`),
    coverageAnalysis: "perTest",
    ignorePatterns: ["**/dist", "coverage", "docs", "examples"],
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    // Long, so that a busy machine is not taken for a mutant that loops.
    timeoutMS: 60_000,
    tempDirName: ".stryker-tmp",
    disableTypeChecks: false,
    allowEmpty: false,
  };
  writeFileSync(config, JSON.stringify(settings));
  writeFileSync(join(root, vitestConfig), vitestConfigOf(tests));
  const { status: ended } = spawnSync(
    process.execPath,
    [join(root, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", config],
    { cwd: root, env: { ALISIO_FC_RUNS: "200", ...toolEnvironment }, stdio: "inherit" },
  );
  rmSync(config, { force: true });
  rmSync(join(root, vitestConfig), { force: true });
  return ended ?? 1;
}

/** The package's own settings, for the tests that matter here: those named first run first. */
function vitestConfigOf(tests) {
  const include = tests.map((test) => `test/${test}.test.ts`);
  return `import { BaseSequencer } from "vitest/node";
import base from "./vitest.config.ts";
const include = ${JSON.stringify(include)};
const placeOf = ({ moduleId }) => {
  const place = include.findIndex((file) => moduleId.endsWith("/" + file));
  return place < 0 ? include.length : place;
};
class InOrder extends BaseSequencer {
  async sort(files) {
    return [...files].sort((left, right) => placeOf(left) - placeOf(right));
  }
}
export default {
  ...base,
  test: { ...base.test, include, maxWorkers: 1, pool: "threads", sequence: { sequencer: InOrder } },
};
`;
}
