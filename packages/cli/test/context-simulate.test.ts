import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { simulationReportSchema } from "@alisio/governor/schemas";
import type { SimulationReport } from "@alisio/governor/simulate";
import { describe, expect, it } from "vitest";
import { readThenEdit } from "./context-simulate-session.ts";
import { makeTree, type RunResult, run } from "./helpers.ts";
import { CANARY, makeSessionsHome } from "./sessions-home.ts";

const EAGER = ["--epoch", "0", "--min-age-turns", "1"];

function treeWith(files: Readonly<Record<string, string>>): string {
  return makeTree({ "work/.git/": "", "home/": "", ...files });
}

const simulate = async (tree: string, ...args: string[]): Promise<RunResult> =>
  await run(tree, ["context", "simulate", ...args]);

const reportOf = async (tree: string, ...args: string[]): Promise<SimulationReport> =>
  (await simulate(tree, ...args, "--json")).json();

describe("context simulate", () => {
  const a = readThenEdit("one", "/repo", CANARY);

  it("replays a session with and without the governor", async () => {
    const tree = treeWith({ "work/a.jsonl": a });
    const report = await reportOf(tree, "a.jsonl", ...EAGER);
    expect(simulationReportSchema.parse(report)).toEqual(report);
    expect(report.settings).toMatchObject({ minAgeTurns: 1, epochMessages: 0, apply: "epochs" });
    expect(report.total).toMatchObject({
      requests: 6,
      coldRequests: 2,
      elidedByReason: { superseded_read: 1 },
      prefixChangesOff: 0,
      prefixChangesAdded: 1,
      stillNeeded: 1,
      stillNeededEdits: 1,
    });
    expect(report.total.tokensSaved).toBeGreaterThan(report.total.inputTokensOff / 3);
    expect(report.sessions).toMatchObject([{ session: "one", agent: "claude-code" }]);
  });

  it("applies at cold moments alone when told so", async () => {
    const tree = treeWith({ "work/a.jsonl": a });
    const { total, settings } = await reportOf(tree, "a.jsonl", "--apply", "cold");
    expect(settings.apply).toBe("cold");
    // The only pause is before the last edit: what it quoted is gone by then.
    expect(total).toMatchObject({ elided: 1, prefixChangesAdded: 1, stillNeeded: 1 });
  });

  it("says that cold moments are nowhere, where there is no pause or no time", async () => {
    const tree = treeWith({
      "work/paused.jsonl": a,
      "work/unpaused.jsonl": `${a.split("\n").slice(0, 9).join("\n")}\n`,
      "work/untimed.json": JSON.stringify({
        model: "m",
        messages: [
          { role: "user", content: "hello" },
          { role: "assistant", content: "hello" },
        ],
      }),
    });
    const linesOf = async (...args: string[]): Promise<readonly string[]> =>
      (await simulate(tree, ...args)).stdout.split("\n").filter((line) => line.includes("nowhere"));
    const cold = ["--apply", "cold"];
    expect(await linesOf("unpaused.jsonl", ...cold)).toEqual([
      "--apply cold has nowhere to elide here: no request came more than 300 seconds after the one before (0 of 4 have no time), and the agent rewrote nothing.",
    ]);
    expect(await linesOf("untimed.json", ...cold)).toEqual([
      "--apply cold has nowhere to elide here: no request has a time, so that no pause is known, and the agent rewrote nothing.",
    ]);
    expect(await linesOf("unpaused.jsonl", "--sweep")).toHaveLength(1);
    expect(await linesOf("unpaused.jsonl")).toEqual([]);
    for (const args of [cold, ["--sweep"]]) {
      expect(await linesOf("paused.jsonl", "unpaused.jsonl", ...args)).toEqual([]);
    }
    const { sessions } = await reportOf(tree, "paused.jsonl", "unpaused.jsonl", ...cold);
    expect(sessions.map(({ figures }) => figures.coldMoments)).toEqual([1, 0]);
  });

  it("reckons with the prices that are given", async () => {
    const tree = treeWith({ "work/a.jsonl": a });
    const flat = ["--price-input", "2", "--price-cached", "2", "--price-cache-write", "2"];
    const { total } = await reportOf(tree, "a.jsonl", ...EAGER, ...flat);
    expect(total.billOff).toBe(2 * total.inputTokensOff);
    expect(total.billOn).toBe(2 * total.inputTokensOn);
    expect(total.billRatio).toBeCloseTo(1 - total.savedShare, 3);
  });

  it("takes several sessions and directories: lines, sums of agents, all", async () => {
    const tree = treeWith({
      "work/all/b/b.jsonl": readThenEdit("two", "/repo", CANARY),
      "work/all/a.jsonl": a,
      "work/all/notes.txt": "not looked at",
      "work/log.json": JSON.stringify({
        model: "m",
        messages: [
          { role: "user", content: "hello" },
          { role: "assistant", content: "hello" },
          { role: "user", content: "what is it?" },
        ],
      }),
    });
    const report = await reportOf(tree, "all", "log.json", "all/a.jsonl");
    const places = report.sessions.map(({ path }) => path?.slice(join(tree, "work").length + 1));
    expect(places).toEqual(["all/a.jsonl", "all/b/b.jsonl", "log.json"]);
    expect(report.agents.map(({ agent, sessions }) => [agent, sessions])).toEqual([
      ["claude-code", 2],
      [report.sessions[2]?.agent, 1],
    ]);
    expect(report.total.requests).toBe(14);
    // The body of a request was sent as it is: its last message is no loose end.
    expect(report.sessions[2]?.figures.requests).toBe(2);
    const { stdout } = await simulate(tree, "all");
    expect(stdout).toMatch(/^claude-code +6 .* all\/a\.jsonl$/m);
    expect(stdout).toMatch(/^all +12 .* all 2$/m);
  });

  it("says one request, and two requests", async () => {
    const lines = a.split("\n");
    const tree = treeWith({
      "work/a.jsonl": a,
      "work/b.jsonl": `${lines.slice(0, 4).join("\n")}\n`,
    });
    expect((await simulate(tree, "a.jsonl")).stdout).toContain("; 2 requests found nothing cached");
    expect((await simulate(tree, "b.jsonl")).stdout).toContain("; 1 request found nothing cached");
  });

  it("counts what stands in two files once", async () => {
    const fork = a.replaceAll('"sessionId":"one"', '"sessionId":"fork"');
    const tree = treeWith({ "work/a.jsonl": a, "work/fork.jsonl": fork });
    const { total, sessions } = await reportOf(tree, "a.jsonl", "fork.jsonl");
    expect(total).toMatchObject({ requests: 6, copiedRequests: 6 });
    expect(sessions[1]?.figures).toMatchObject({ requests: 0, billRatio: 1 });
    expect((await simulate(tree, "a.jsonl", "fork.jsonl")).stdout).toContain("counted once");
  });

  it("includes subagents, also those in files of their own, unless told otherwise", async () => {
    const tree = makeSessionsHome();
    const all = await reportOf(tree, "--latest");
    expect(all.sessions[0]?.streams.map(({ kind }) => kind)).toEqual(["main", "subagent"]);
    const main = await reportOf(tree, "claude-1", "--main-only");
    expect(main.sessions[0]?.streams.map(({ kind }) => kind)).toEqual(["main"]);
    const { stdout } = await simulate(tree, "claude-1");
    expect(stdout).toMatch(/^ +\d.* stream main$/m);
    expect(stdout).toContain("2 conversations, 1 of them of subagents");
  });

  it("counts subagents in files of their own once, in a directory too", async () => {
    const tree = makeSessionsHome();
    const projects = join(tree, "home/.claude/projects");
    const { sessions, total } = await reportOf(tree, projects);
    expect(sessions.map(({ streams }) => streams.map(({ kind }) => kind))).toEqual([
      ["subagent"],
      ["main"],
    ]);
    const named = await reportOf(tree, "claude-1");
    expect(total.requests).toBe(named.total.requests);
    expect((await reportOf(tree, projects, "claude-1")).total.requests).toBe(total.requests);
    expect((await reportOf(tree, "claude-1", projects)).total.requests).toBe(total.requests);
  });

  it("sweeps over ages, epochs and moments", async () => {
    const tree = treeWith({ "work/a.jsonl": a });
    const report = await reportOf(tree, "a.jsonl", "--sweep");
    expect(simulationReportSchema.parse(report)).toEqual(report);
    const rows = report.sweep ?? [];
    expect(rows).toHaveLength(4 * 6);
    const eager = rows.find((row) => row.minAgeTurns === 1 && row.epochMessages === 0);
    expect(eager?.figures).toEqual((await reportOf(tree, "a.jsonl", ...EAGER)).total);
    expect(rows.filter(({ apply }) => apply === "cold")).toHaveLength(4);
    const { stdout } = await simulate(tree, "a.jsonl", "--sweep");
    expect(stdout).toMatch(/^APPLIED +AGE +EPOCH +SAVED/m);
    expect(stdout).toMatch(/^cold +2 +- /m);
  });

  it("shows numbers, never text", async () => {
    const tree = makeSessionsHome();
    writeFileSync(join(tree, "work/a.jsonl"), a);
    for (const more of [[], ["--json"], ["--sweep"]]) {
      const { stdout, stderr } = await simulate(tree, "a.jsonl", "claude-1", "codex-1", ...more);
      expect(stdout + stderr).not.toContain(CANARY);
      expect(stdout.length).toBeGreaterThan(200);
    }
  });
});

describe("context simulate, when something is wrong", () => {
  const good = readThenEdit("one", "/repo", CANARY);

  it("names a bad file and goes on", async () => {
    const tree = treeWith({
      "work/all/a.jsonl": good,
      "work/all/bad\u001b[31m.jsonl": "\u0000 nothing\n",
      "work/all/empty.json": "",
      "work/all/torn.jsonl": `${readThenEdit("two", "/repo", CANARY)}{"type":"assis`,
    });
    symlinkSync(join(tree, "work/all"), join(tree, "work/all/loop"));
    const { code, stderr, json } = await simulate(tree, "all", "gone.jsonl", "--json");
    expect(code).toBe(0);
    expect(json().sessions).toHaveLength(2);
    expect(stderr).toMatch(/bad\\u\{1b\}\[31m\.jsonl: This is no known session format/);
    expect(stderr).toMatch(/gone\.jsonl is neither a file nor a session's id/);
    expect(stderr).not.toContain("\u001b");
  });

  it.skipIf(process.getuid?.() === 0)("names a directory that it may not read", async () => {
    const tree = treeWith({ "work/all/a.jsonl": good, "work/all/closed/": "" });
    chmodSync(join(tree, "work/all/closed"), 0);
    const { code, stderr, json } = await simulate(tree, "all", "--json");
    chmodSync(join(tree, "work/all/closed"), 0o700);
    expect(code).toBe(0);
    expect(json().sessions).toHaveLength(1);
    expect(stderr).toMatch(/closed.*\[unreadable-directory\]/);
  });

  it("exits 2 if none could be read", async () => {
    const tree = treeWith({ "work/all/bad.jsonl": "nothing\n" });
    const { code, stdout, stderr } = await simulate(tree, "all", "gone");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/no known session format/);
    expect(stderr).toMatch(/none of these could be read/);
    mkdirSync(join(tree, "work/none"));
    expect(await simulate(tree, "none")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/none: no \.jsonl, \.json, \.traj file/),
    });
  });

  it.each([
    [[], /name a transcript file or a session's id.*--latest/],
    [["a.jsonl", "--latest"], /name sessions or --latest, not both/],
    [["a.jsonl", "--apply", "never"], /apply.*"never".*epochs or cold/],
    [["a.jsonl", "--epoch", "many"], /--epoch: many is not a number/],
    [["a.jsonl", "--epoch", "1001"], /epochMessages.*1001.*0 to 1000/],
    [["a.jsonl", "--min-age-turns", "1.5"], /minAgeTurns.*1\.5.*1 to 20/],
    [["a.jsonl", "--price-cached", "-1"], /priceCached.*-1.*0 to/],
    [["a.jsonl", "--price-input", "0x1"], /--price-input: 0x1 is not a number/],
    [["a.jsonl", "--profile", "none"], /--profile: none is not known/],
  ])("refuses %j", async (args, message) => {
    const tree = treeWith({ "work/a.jsonl": good });
    const { code, stdout, stderr } = await simulate(tree, ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

const repository = join(import.meta.dirname, "../../..");
const corpora = resolve(repository, process.env["ALISIO_CORPORA"] ?? "../shared/corpora");
const published = join(corpora, "sessions");

describe.skipIf(!existsSync(published))("published sessions", () => {
  it("are all replayed, and the figures hold together", async () => {
    const tree = treeWith({});
    for (const apply of ["epochs", "cold"]) {
      const { code, json, stderr } = await simulate(tree, published, "--apply", apply, "--json");
      expect([code, stderr.match(/session.unreadable/g)]).toEqual([0, ["session.unreadable"]]);
      const report: SimulationReport = json();
      expect(simulationReportSchema.parse(report)).toEqual(report);
      expect(report.sessions).toHaveLength(36);
      for (const { figures } of report.sessions.flatMap(({ streams }) => streams)) {
        expect(figures.stillNeeded).toBeLessThanOrEqual(figures.elidedByReason.superseded_read);
        if (apply === "cold") {
          const moments = figures.coldRequests + figures.prefixChangesOff;
          expect(figures.prefixChangesOn).toBeLessThanOrEqual(moments);
        }
      }
      expect(report.total.elided).toBeGreaterThan(50);
      expect(report.total.stillNeeded).toBeGreaterThan(0);
    }
  });
});
