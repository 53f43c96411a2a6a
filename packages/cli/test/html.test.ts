import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "./helpers.ts";
import { CANARY, makeSessionsHome } from "./sessions-home.ts";

const REPORT = ["context", "report", "--latest", "--epoch", "0"];

describe("context report --html", () => {
  it("writes one file with the report's figures, and says where on standard error", async () => {
    const tree = makeSessionsHome();
    const { code, stdout, stderr } = await run(tree, [...REPORT, "--html", "report.html"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^alisio: written to .*report\.html$/m);
    const html = readFileSync(join(tree, "work/report.html"), "utf8");
    const { totals } = (await run(tree, [...REPORT, "--json"])).json();
    const facts = html.replaceAll(",", "");
    expect(facts).toContain(`<dt>Tokens before</dt><dd>${totals.tokensBefore}</dd>`);
    expect(facts).toContain(`<dt>Messages</dt><dd>${totals.messages}</dd>`);
    expect(html).not.toContain(CANARY);
    expect(readdirSync(join(tree, "work")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("replaces a file that was there, and prints the value too with --json", async () => {
    const tree = makeSessionsHome();
    writeFileSync(join(tree, "work/report.html"), "old");
    const { code, json } = await run(tree, [...REPORT, "--json", "--html", "report.html"]);
    expect(code).toBe(0);
    expect(json().schemaVersion).toBe(1);
    expect(readFileSync(join(tree, "work/report.html"), "utf8")).toMatch(/^<!doctype html>/);
  });

  it("refuses what is no file, and says what to do", async () => {
    const tree = makeSessionsHome();
    mkdirSync(join(tree, "work/folder"));
    symlinkSync("elsewhere", join(tree, "work/link"));
    const cases = [
      ["folder", "is a directory; name a file"],
      ["link", "is no ordinary file; name a file"],
      ["missing/report.html", "could not be written (ENOENT); name another file"],
    ] as const;
    for (const [file, message] of cases) {
      const { code, stderr } = await run(tree, [...REPORT, "--html", file]);
      expect({ file, code }).toEqual({ file, code: 2 });
      expect(stderr).toContain(message);
    }
  });

  it("is no Markdown, and of one conversation", async () => {
    const tree = makeSessionsHome();
    for (const flag of ["--markdown", "--all-streams"]) {
      const { code, stderr } = await run(tree, [...REPORT, "--html", "a.html", flag]);
      expect(code).toBe(2);
      expect(stderr).toContain(`give --html or ${flag}, not both`);
    }
  });
});

describe("context simulate --html", () => {
  it("writes one file with the simulation's figures", async () => {
    const tree = makeSessionsHome();
    const command = ["context", "simulate", "--latest", "--epoch", "0", "--sweep"];
    const { code, stdout, stderr } = await run(tree, [...command, "--html", "simulation.html"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^alisio: written to .*simulation\.html$/m);
    const html = readFileSync(join(tree, "work/simulation.html"), "utf8");
    const { total, sweep } = (await run(tree, [...command, "--json"])).json();
    expect(html.replaceAll(",", "")).toContain(
      `<dt>Input tokens without it</dt><dd>${Math.round(total.inputTokensOff)}</dd>`,
    );
    expect(html.match(/<circle/g)).toHaveLength(sweep.length);
    expect(html).not.toContain(CANARY);
  });
});
