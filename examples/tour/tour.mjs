// The main job on a bundled workspace: an agent fixes a bug there while its context is kept small, and
// the report says what happened to it. Runs the real command line on a throw-away copy, with a home of
// its own and a scripted model, and checks what it shows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, "node_modules", "@alisio", "cli");
const bin = join(cli, "dist", "bin.js");
const story = join(cli, "stories", "shop");
const copy = mkdtempSync(join(tmpdir(), "alisio-tour-"));
const workspace = join(copy, "shop");
const home = join(copy, "home");

const environment = {
  PATH: process.env.PATH,
  // Windows needs it to start a process at all.
  SystemRoot: process.env.SystemRoot,
  // Whether the terminal shows more than ASCII, and colours.
  LANG: process.env.LANG,
  LC_ALL: process.env.LC_ALL,
  TERM: process.env.TERM,
  NO_COLOR: process.env.NO_COLOR,
  HOME: home,
  USERPROFILE: home,
  ALISIO_CONFIG_HOME: join(home, ".config", "alisio"),
  ALISIO_STATE_HOME: join(home, ".local", "state", "alisio"),
};

/** Runs `alisio` in the copied workspace; gives what it printed. */
function alisio(...args) {
  return execFileSync(process.execPath, [bin, ...args], {
    cwd: workspace,
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

const json = (...args) => JSON.parse(alisio(...args, "--json"));

/** The same for who watches: what it prints goes straight to the terminal. */
function show(title, shown, ...args) {
  console.log(`\n== ${title}\n\n$ alisio ${shown}\n`);
  execFileSync(process.execPath, [bin, ...args], {
    cwd: workspace,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

try {
  cpSync(join(story, "workspace"), workspace, { recursive: true });
  cpSync(join(here, "home"), home, { recursive: true });
  // An empty .git is what marks a workspace's root; it can't be bundled.
  mkdirSync(join(workspace, ".git"));

  const allowed = ["--allow-write", "--allow-process", "--trust-project"];
  const script = ["--provider", "scripted", "--script", join(story, "story.json")];
  show(
    "An agent fixes a bug; a scripted model plays its part, everything else is real",
    "run --provider scripted --allow-write --allow-process --trust-project",
    ...["run", ...script, ...allowed],
  );
  const [session] = json("sessions", "list").sessions;
  show(
    "What its next request would carry, and what the governor does about it",
    `context report ${session.id.slice(0, 8)}`,
    ...["context", "report", session.id],
  );
  checkStory(session);
  checkInspection();

  console.log(`
== Now yours

  npm run --silent alisio -- --cwd PATH context explain .        which instructions count there, and why
  npm run --silent alisio -- --cwd PATH skills list              which skills, and why one isn't there
  npm run --silent alisio -- --cwd PATH context report --latest  the newest session of your agent there
  npm run --silent alisio -- run --provider scripted --json      the story again, as events
  npm run --silent alisio -- --help`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The bug is fixed, the session is there, and what was to be kept through the compaction was. */
function checkStory(session) {
  const discount = readFileSync(join(workspace, "packages/api/src/orders/discount.js"), "utf8");
  assert.match(discount, /goodsCents \* discount\.percent \+ 50/);
  execFileSync(process.execPath, ["--test"], {
    cwd: join(workspace, "packages/api"),
    stdio: "ignore",
  });
  assert.equal(session.agent, "alisio");
  const report = json("context", "report", session.id);
  assert.equal(report.compactions.count, 1);
  assert.equal(report.totals.elidedByReason.superseded_read, 1);
  assert.ok(report.invariants.byKind.instruction > 0);
}

/** What the commands that look into a workspace and into other agents' sessions find here. */
function checkInspection() {
  // A session of Claude Code in this workspace, where that agent keeps them.
  const sessions = join(home, ".claude", "projects", "shop");
  mkdirSync(sessions, { recursive: true });
  const recorded = readFileSync(join(here, "session.jsonl"), "utf8");
  const inJson = JSON.stringify(workspace).slice(1, -1);
  writeFileSync(join(sessions, "shop-tour.jsonl"), recorded.replaceAll("@WORKSPACE@", inJson));
  const report = json("context", "report", "shop-tour", "--epoch", "0");
  const { elidedByReason } = report.totals;
  assert.deepEqual(elidedByReason, { superseded_read: 2, stale_bg_output: 0, duplicate_search: 1 });

  const explained = json("context", "explain", "packages/api/src/payments/charge.ts");
  const byStatus = (status) => explained.files.filter((file) => file.status === status);
  assert.equal(byStatus("truncated")[0]?.path, "AGENTS.md");
  assert.equal(byStatus("shadowed").length, 1);
  assert.ok(explained.budget.usedBytes <= explained.budget.maxBytes);

  const untrusted = json("skills", "list");
  assert.ok(untrusted.skills.every((skill) => skill.scope === "user"));
  const trusted = json("skills", "list", "--trust-project");
  const statuses = trusted.skills.map(({ name, scope, status }) => `${name} ${scope} ${status}`);
  assert.ok(statuses.includes("release-notes project enabled"));
  assert.ok(statuses.includes("release-notes user shadowed"));
  assert.ok(statuses.includes("commit-messages user disabled"));
  assert.equal(trusted.rejected.length, 1);
}
