import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MeasuredContextReport } from "@alisio/context-report";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildAlisio } from "./build-alisio.ts";
import { CONFIG, type Stage, setStage } from "./stage.ts";
import { hasTmux } from "./tmux.ts";

const directory = mkdtempSync(join(tmpdir(), "alisio-built-"));
let bin = "";
let stage: Stage | undefined;

function open(size: { columns?: number; rows?: number } = {}): Stage {
  stage = setStage(bin, size);
  return stage;
}

/** The one session that the stage's home has. */
function sessionOf({ home }: Stage): string {
  const [file = ""] = readdirSync(join(home, ".local/state/alisio/sessions")).filter((name) =>
    name.endsWith(".jsonl"),
  );
  return file.replace(/\.jsonl$/, "");
}

/** Asks for the story's first part: two reads, then a process that asks. */
async function askUntilApproval({ pane }: Stage): Promise<void> {
  pane.text("go on then");
  pane.keys("Enter");
  await pane.until("allow until this process ends");
}

describe.skipIf(!hasTmux())("alisio in a terminal", () => {
  beforeAll(async () => {
    bin = await buildAlisio(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  afterEach(() => {
    stage?.remove();
    stage = undefined;
  });

  it("plays the bundled story", async () => {
    const { pane } = open();
    pane.text(`${process.execPath} ${bin} --provider scripted`);
    pane.keys("Enter");
    await pane.until("With the code SPRING15");
    pane.keys("Enter");
    // What it may write and start is asked for, once each.
    for (let asked = 0; asked < 5; asked++) {
      const screen = await pane.until(/allow until this process ends|All tests pass/);
      const [question] = /May \w+ .*\?/.exec(screen) ?? [];
      if (question === undefined) break;
      pane.keys("s");
      await pane.until((next) => !next.includes(question));
    }
    await pane.until("All tests pass.");
    expect(pane.all().match(/allowed until this process ends/g)).toHaveLength(2);
    expect(pane.all()).toMatch(/compacted: \d+ messages are a checkpoint now/);
    pane.keys("/stats", "Enter");
    expect(await pane.until("Results used later")).toMatch(/read_file +\d+\/\d+/);
  });

  it("asks before a process, and a refusal is what the model gets", async () => {
    const it = open();
    await it.start();
    await askUntilApproval(it);
    expect(it.pane.screen()).toContain("May shell start a process?");
    it.pane.keys("n");
    await it.pane.until("All done: 日本語.");
    expect(it.pane.all()).toContain("· denied");
    expect(it.pane.all()).toMatch(/✗ shell for i in 1 2/);
  });

  it("interrupts in the middle of a tool, and goes on from there", async () => {
    const it = open();
    await it.start();
    await askUntilApproval(it);
    it.pane.keys("y");
    await it.pane.until("tick 2");
    it.pane.keys("Escape");
    await it.pane.until("interrupted; /resume goes on");
    expect(it.pane.screen()).not.toContain("tick 9");
    it.pane.keys("/resume", "Enter");
    await it.pane.until("All done: 日本語.");
  });

  it("keeps the configuration file around a skill that is switched off and on", async () => {
    const it = open();
    await it.start();
    const file = join(it.work, ".alisio/config.json");
    it.pane.keys("/skills", "Enter");
    await it.pane.until(/enabled +notes/);
    it.pane.keys("n", "o", "t");
    await it.pane.until("(1 of 2)");
    expect(it.pane.screen()).toMatch(/› enabled +notes +project +\.agents\/skills +~\d+ +~\d+/);
    it.pane.keys("Enter");
    await it.pane.until("switched off, saved in .alisio/config.json");
    const head = CONFIG.slice(0, CONFIG.lastIndexOf("}"));
    expect(readFileSync(file, "utf8").startsWith(head)).toBe(true);
    expect(readFileSync(file, "utf8").slice(head.length)).toBe(
      '  "skillOverrides": {\n    "notes": "off"\n  },\n}\n',
    );
    it.pane.keys("Enter");
    await it.pane.until("switched on");
    expect(readFileSync(file, "utf8")).toContain('"notes": "on"');
    const shown = it.pane.all();
    expect(shown).not.toContain("BODY-OF-NOTES");
    expect(shown.slice(shown.indexOf("Skills:"))).not.toContain(it.work);
  });

  it("reads no skill of an untrusted project, and writes nothing there", async () => {
    const it = open();
    await it.start("");
    const screen = it.pane.screen();
    expect(screen).toContain("This project is not trusted");
    expect(screen).toContain("--trust-project");
    it.pane.keys("/skills", "Enter");
    await it.pane.until("No skill was found.");
    it.pane.keys("Enter", "Escape");
    await it.pane.until((screen) => !screen.includes("Skills:"));
    it.pane.keys("/exit", "Enter");
    await it.pane.until(/^\$$/m);
    expect(readFileSync(join(it.work, ".alisio/config.json"), "utf8")).toBe(CONFIG);
  });

  it("shows the figures of the JSON report", async () => {
    const it = open({ columns: 120, rows: 40 });
    await it.start();
    await askUntilApproval(it);
    it.pane.keys("n");
    await it.pane.until("All done");
    for (const answer of ["The second answer.", "The third answer."]) {
      it.pane.text("and now?");
      it.pane.keys("Enter");
      await it.pane.until(answer);
    }
    it.pane.keys("/context", "Enter");
    await it.pane.until("Segments:");
    const shown = it.pane.all();
    const report = jsonReport(it);
    const { totals } = report;
    expect(shown).toContain(
      `before     ${totals.tokensBefore} tokens in ${totals.segments} segments of ${totals.messages} messages`,
    );
    expect(shown).toContain(`after      ${totals.tokensAfter} tokens`);
    for (const { kind, segments, tokensBefore, tokensAfter } of totals.byKind) {
      expect(shown).toMatch(
        new RegExp(`^ +${kind} +${segments} +${tokensBefore} +${tokensAfter} `, "m"),
      );
    }
    const listed = report.segments.filter(
      ({ criticality, elision }) => criticality === "pinned" || criticality === "low" || elision,
    );
    expect(totals.elided).toBe(1);
    for (const { id, tokensBefore, tokensAfter } of listed) {
      expect(shown).toMatch(
        new RegExp(`^ +${id.replace(".", "\\.")} +${tokensBefore} +${tokensAfter} `, "m"),
      );
    }
  });

  it("redraws at 60 columns and back, and loses nothing", async () => {
    const it = open();
    await it.start();
    it.pane.text("one");
    it.pane.resize(60, 20);
    it.pane.text(" two");
    const isWhole = (text: string) => (screen: string) =>
      screen.includes(text) &&
      screen.match(/^context /gm)?.length === 1 &&
      screen.match(/governor shadow/g)?.length === 1;
    await it.pane.until(isWhole("› one two"));
    it.pane.resize(100, 30);
    it.pane.text(" three");
    await it.pane.until(isWhole("› one two three"));
    expect(it.pane.all().match(/^context /gm)).toHaveLength(1);
    expect(it.pane.all()).toContain("alisio: scripted:stage");
  });

  it.each([
    ["the field", 50, 8],
    ["the field", 100, 8],
    ["a question", 50, 9],
    ["a question", 30, 12],
  ] as const)(
    "leaves no row of %s when it gets %i columns and %i rows at once",
    async (what, columns, rows) => {
      const it = open({ columns: 100, rows: 26 });
      await it.start();
      it.pane.keys("/help", "Enter");
      await it.pane.until("A prompt that begins with /");
      if (what === "a question") await askUntilApproval(it);
      else it.pane.text("/");
      await it.pane.until(what === "a question" ? "y allow once" : /^› \/context/m);
      const isWhole = (screen: string): boolean =>
        screen.match(/^context /gm)?.length === 1 && /^(› \/$|· May shell)/m.test(screen);
      it.pane.resize(columns, rows);
      await it.pane.until(isWhole);
      it.pane.resize(100, 26);
      await it.pane.until(isWhole);
      const all = it.pane.all();
      expect(all.match(/^context /gm)).toHaveLength(1);
      expect(all.match(/^(› \/$|· May shell)/gm)).toHaveLength(1);
      for (const finished of [
        "alisio: scripted:stage",
        "Commands\n",
        "A prompt that begins with /",
      ]) {
        expect(all.split(finished)).toHaveLength(2);
      }
    },
  );

  it("leaves the user's scrollback alone on a low screen", async () => {
    const it = open({ columns: 60, rows: 10 });
    await it.pane.shell("for i in $(seq 1 50); do echo before-$i; done");
    const node = JSON.stringify(process.execPath);
    it.pane.text(`${node} ${bin} --provider scripted --script ../script.json`);
    it.pane.keys("Enter");
    await it.pane.until("governor shadow");
    await askUntilApproval(it);
    it.pane.keys("n");
    await it.pane.until("All done");
    it.pane.keys("/help", "Enter");
    await it.pane.until("A prompt that begins with /");
    it.pane.keys("/context", "Enter");
    await it.pane.until("user_message");
    it.pane.keys("/exit", "Enter");
    await it.pane.until("The session can go on:");
    const all = it.pane.all();
    for (let index = 1; index <= 50; index++) expect(all).toContain(`before-${index}\n`);
    expect(all).toContain("› go on then");
  });

  it("leaves, and goes on with the session", async () => {
    const it = open();
    const before = await it.pane.shell("stty -a");
    await it.start();
    await askUntilApproval(it);
    it.pane.keys("n");
    await it.pane.until("All done");
    it.pane.keys("/exit", "Enter");
    await it.pane.until("The session can go on:");
    expect(await it.pane.shell("stty -a")).toBe(before);
    const id = sessionOf(it);
    await it.start(`--resume ${id.slice(0, 6)}`);
    expect(it.pane.screen()).toContain("› go on then");
    expect(it.pane.screen()).toContain("All done: 日本語.");
    it.pane.text("and now?");
    it.pane.keys("Enter");
    await it.pane.until("The second answer.");
    it.pane.keys("C-c");
    await it.pane.until("Ctrl+C again leaves");
    it.pane.keys("C-c");
    await it.pane.until("The session can go on:");
  });

  it("gives the terminal to the shell on Ctrl-Z, and takes it again", async () => {
    const it = open();
    await it.pane.shell("set -m");
    const before = await it.pane.shell("stty -a");
    await it.start();
    it.pane.text("draft");
    await it.pane.until("› draft");
    it.pane.keys("C-z");
    await it.pane.until("Stopped");
    expect(it.pane.screen()).not.toContain("governor shadow");
    expect(await it.pane.shell("stty -a")).toBe(before);
    it.pane.keys("fg", "Enter");
    await it.pane.until("governor shadow");
    it.pane.text(" goes on");
    await it.pane.until("› draft goes on");
  });

  it.each([
    ["TERM", 143],
    ["HUP", 129],
  ] as const)("gives the terminal back after SIG%s", async (signal, code) => {
    const it = open();
    const before = await it.pane.shell("stty -a");
    await it.start();
    await askUntilApproval(it);
    process.kill(childOf(it), `SIG${signal}`);
    await it.pane.until(/^\$$/m);
    expect(await it.pane.shell("echo code $?")).toContain(`code ${code}`);
    expect(await it.pane.shell("stty -a")).toBe(before);
  });

  it("gives the terminal back after a fault of its own, and says what it was", async () => {
    const it = open();
    const before = await it.pane.shell("stty -a");
    const faulty = join(it.home, "faulty.mjs");
    writeFileSync(faulty, 'process.on("SIGUSR2", () => { throw new Error("a fault"); });\n');
    await it.pane.shell(`export NODE_OPTIONS=--import=${faulty}`);
    await it.start();
    process.kill(childOf(it), "SIGUSR2");
    await it.pane.until("Error: a fault");
    await it.pane.until(/^\$$/m);
    expect(await it.pane.shell("echo code $?")).toContain("code 1");
    expect(await it.pane.shell("stty -a")).toBe(before);
  });

  it("draws nothing over on a dumb terminal", async () => {
    const it = open();
    const node = JSON.stringify(process.execPath);
    it.pane.text(
      `TERM=dumb ${node} ${bin} --provider scripted --script ../script.json --trust-project`,
    );
    it.pane.keys("Enter");
    await it.pane.until("/help lists the commands");
    it.pane.text("go on then");
    it.pane.keys("Enter");
    await it.pane.until("n no [n]:");
    it.pane.text("n");
    it.pane.keys("Enter");
    await it.pane.until("All done");
    it.pane.text("/exit");
    it.pane.keys("Enter");
    await it.pane.until("The session can go on:");
  });

  it("interrupts the agent by Ctrl+C on a dumb terminal, and leaves when nothing runs", async () => {
    const it = open();
    const node = JSON.stringify(process.execPath);
    it.pane.text(`TERM=dumb ${node} ${bin} --script ../script.json --allow-process`);
    it.pane.keys("Enter");
    await it.pane.until("/help lists the commands");
    it.pane.text("go on then");
    it.pane.keys("Enter");
    await it.pane.until("shell for i in");
    it.pane.keys("C-c");
    await it.pane.until("interrupted; /resume goes on from there");
    it.pane.text("/resume");
    it.pane.keys("Enter");
    await it.pane.until("All done");
    it.pane.keys("C-c");
    await it.pane.until("The session can go on:");
    expect(await it.pane.shell("echo code $?")).toContain("code 0");
  });
});

/** The process that the shell in the pane runs. */
function childOf({ pane }: Stage): number {
  const shell = pane.pid();
  // ps isn't everywhere where /proc is.
  const own = `/proc/${shell}/task/${shell}/children`;
  const children = existsSync(own)
    ? readFileSync(own, "utf8")
    : execFileSync("pgrep", ["-P", shell], { encoding: "utf8" });
  return Number(children.trim());
}

function jsonReport(it: Stage): MeasuredContextReport {
  const text = execFileSync(
    process.execPath,
    [bin, "context", "report", sessionOf(it), "--governor", "shadow", "--epoch", "0", "--json"],
    { encoding: "utf8", cwd: it.work, env: { PATH: process.env["PATH"] ?? "", HOME: it.home } },
  );
  return JSON.parse(text) as MeasuredContextReport;
}
