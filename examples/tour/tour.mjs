// The main job on a bundled workspace: what a model gets here, what it doesn't, and why.
// Runs the real command line on a throw-away copy, with a home of its own, and checks what it shows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "node_modules", "@alisio", "cli", "dist", "bin.js");
const copy = mkdtempSync(join(tmpdir(), "alisio-tour-"));
const workspace = join(copy, "shop");
const home = join(copy, "home");

/** Runs `alisio` in the copied workspace; gives what it printed. */
function alisio(...args) {
  return execFileSync(process.execPath, [bin, ...args], {
    cwd: workspace,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      // Windows needs it to start a process at all.
      SystemRoot: process.env.SystemRoot,
      // Whether the terminal shows more than ASCII.
      LANG: process.env.LANG,
      LC_ALL: process.env.LC_ALL,
      HOME: home,
      USERPROFILE: home,
      ALISIO_CONFIG_HOME: join(home, ".config", "alisio"),
    },
  });
}

function show(title, ...args) {
  const shown = args.map((arg) => (arg.includes(" ") ? JSON.stringify(arg) : arg)).join(" ");
  console.log(`\n== ${title}\n\n$ alisio ${shown}\n`);
  const output = alisio(...args);
  console.log(output.trimEnd());
  return output;
}

try {
  cpSync(join(here, "workspace"), workspace, { recursive: true });
  cpSync(join(here, "home"), home, { recursive: true });
  // An empty .git is what marks a workspace's root; it can't be bundled.
  mkdirSync(join(workspace, ".git"));

  // A session of Claude Code in this workspace, where that agent keeps them.
  const sessions = join(home, ".claude", "projects", "shop");
  mkdirSync(sessions, { recursive: true });
  const session = readFileSync(join(here, "session.jsonl"), "utf8");
  const inJson = JSON.stringify(workspace).slice(1, -1);
  writeFileSync(join(sessions, "shop-tour.jsonl"), session.replaceAll("@WORKSPACE@", inJson));

  const charge = "packages/api/src/payments/charge.ts";
  show("What the model is told about one file", "context", "explain", charge);
  show("Where in this workspace instructions get lost", "context", "explain", "--all");
  show("Which skills there are; the project is not trusted yet", "skills", "list");
  show("The same, trusted", "skills", "list", "--trust-project");
  show("Why a skill isn't there", "skills", "show", "Hot_Fix", "--trust-project");
  show("Which sessions agents kept here", "sessions", "list");
  show("What fills the latest of them", "context", "report", "--latest", "--epoch", "0");

  const explained = JSON.parse(alisio("context", "explain", charge, "--json"));
  const byStatus = (status) => explained.files.filter((file) => file.status === status);
  assert.equal(byStatus("truncated")[0]?.path, "AGENTS.md");
  assert.equal(byStatus("shadowed").length, 1);
  assert.ok(explained.budget.usedBytes <= explained.budget.maxBytes);

  const untrusted = JSON.parse(alisio("skills", "list", "--json"));
  assert.ok(untrusted.skills.every((skill) => skill.scope === "user"));
  const trusted = JSON.parse(alisio("skills", "list", "--trust-project", "--json"));
  const statuses = trusted.skills.map(({ name, scope, status }) => `${name} ${scope} ${status}`);
  assert.ok(statuses.includes("release-notes project enabled"));
  assert.ok(statuses.includes("release-notes user shadowed"));
  assert.ok(statuses.includes("commit-messages user disabled"));
  assert.equal(trusted.rejected.length, 1);

  const report = JSON.parse(alisio("context", "report", "--latest", "--epoch", "0", "--json"));
  const { elidedByReason } = report.totals;
  assert.deepEqual(elidedByReason, { superseded_read: 2, stale_bg_output: 0, duplicate_search: 1 });

  console.log(`
== Your own repository

  npm run --silent alisio -- --cwd PATH context explain .
  npm run --silent alisio -- --cwd PATH context explain --all
  npm run --silent alisio -- --cwd PATH skills list --trust-project
  npm run --silent alisio -- --cwd PATH skills validate --trust-project
  npm run --silent alisio -- --cwd PATH sessions list
  npm run --silent alisio -- --cwd PATH context report --latest
  npm run --silent alisio -- --help`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
