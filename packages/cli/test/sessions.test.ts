import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "./helpers.ts";
import { CANARY, makeSessionsHome } from "./sessions-home.ts";

interface Listed {
  readonly agent: string;
  readonly id: string;
}

describe("sessions list", () => {
  it("lists those of this directory, newest first, and every one with --all", async () => {
    const tree = makeSessionsHome();
    const here = (await run(tree, ["sessions", "list", "--json"])).json();
    expect(here.sessions.map(({ agent, id }: Listed) => [agent, id])).toEqual([
      ["claude-code", "claude-1"],
      ["codex", "codex-1"],
      ["copilot-cli", "copilot-1"],
    ]);
    const all = (await run(tree, ["sessions", "list", "--json", "--all"])).json();
    expect(all.sessions.map(({ agent }: Listed) => agent)).toEqual(
      expect.arrayContaining(["claude-code", "codex", "gemini-cli", "pi", "copilot-cli"]),
    );
    expect(all.directory).toBeNull();
  });

  it("shows ages and sizes, and what it did not read as ?", async () => {
    const tree = makeSessionsHome();
    const { stdout } = await run(tree, ["sessions", "list"]);
    expect(stdout).toMatch(/^AGENT +ID +AGE +SIZE +MESSAGES +CALLS +TITLE\n/);
    expect(stdout).toMatch(/^claude-code +claude-1 +1 d +\d+ kB +\? +\? +Fix it: canary/m);
    const counted = await run(tree, ["sessions", "list", "--counts"]);
    expect(counted.stdout).toMatch(/^claude-code +claude-1 +1 d +\d+ kB +12 +5 +Fix it/m);
    const value = (await run(tree, ["sessions", "list", "--counts", "--json"])).json();
    expect(value.sessions[0]).toMatchObject({ messages: 12, calls: 5 });
  });

  it("says where there is nothing", async () => {
    const tree = makeSessionsHome();
    const { code, stdout } = await run(tree, ["sessions", "list"], { homeDirectory: "/nowhere" });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No session of .*work was found \(--all/);
  });
});

describe("context report", () => {
  it("reports on the newest session of this directory", async () => {
    const tree = makeSessionsHome();
    const { code, json } = await run(tree, [
      "context",
      "report",
      "--latest",
      "--epoch",
      "0",
      "--json",
    ]);
    expect(code).toBe(0);
    const report = json();
    expect(report).toMatchObject({
      schemaVersion: 1,
      session: "claude-1",
      madeAt: "2026-01-31T12:00:00.000Z",
      mode: "shadow",
      root: "work",
      settings: { minAgeTurns: 2, epochMessages: 0 },
      totals: { messages: 12, elided: 1, elidedByReason: { superseded_read: 1 } },
      reportedUsage: { inputTokens: 910 },
    });
    const elided = report.segments.filter((segment: { elision: unknown }) => segment.elision);
    expect(elided).toMatchObject([{ source: "src/a.ts", tool: "Read", criticality: "low" }]);
  });

  it.each([
    ["an id", () => ["claude-1"]],
    ["the beginning of an id", () => ["claude"]],
    ["a file", (tree: string) => [join(tree, "home/.claude/projects/-work/claude-1.jsonl")]],
  ])("takes %s", async (_, argsOf) => {
    const tree = makeSessionsHome();
    const { json } = await run(tree, ["context", "report", ...argsOf(tree), "--json"]);
    expect(json().session).toBe("claude-1");
  });

  it("takes the governor's settings from flags; off measures nothing", async () => {
    const tree = makeSessionsHome();
    const on = (
      await run(tree, [
        "context",
        "report",
        "--latest",
        "--governor",
        "on",
        "--epoch",
        "0",
        "--min-age-turns",
        "3",
        "--json",
      ])
    ).json();
    expect(on).toMatchObject({ mode: "on", settings: { minAgeTurns: 3 }, totals: { elided: 1 } });
    const off = await run(tree, ["context", "report", "--latest", "--governor", "off", "--json"]);
    expect(Object.keys(off.json())).toEqual(["schemaVersion", "session", "madeAt", "mode"]);
  });

  it.each([
    [[], /name a transcript file or a session's id/],
    [["--latest", "x"], /name a transcript file or a session's id/],
    [["nothing-like-it"], /neither a file nor a session's id/],
    [["--latest", "--governor", "full"], /--governor: full is not one of off, shadow, on/],
    [["nothing-like-it", "--governor", "full"], /--governor: full/],
    [["nothing-like-it", "--epoch", "1001"], /epochMessages.*1001.*0 to 1000/],
    [["--latest", "--epoch", "-1"], /epochMessages.*-1.*0 to 1000/],
    [["--latest", "--min-age-turns", "many"], /--min-age-turns: many is not a whole number/],
    [["--latest", "--epoch", "5x"], /--epoch: 5x is not a whole number/],
    [["--latest", "--stream", "main", "--all-streams"], /--stream or --all-streams, not both/],
    [["--latest", "--stream", "none"], /there is no stream none; there are main/],
    [["--latest", "--profile", "none"], /--profile: none is not known; use one of alisio/],
    [["--latest", "--json", "--markdown"], /--json or --markdown, not both/],
    [
      ["../home/.claude/projects/-work/garbage.jsonl"],
      /garbage\.jsonl: This is no known session format\. .*Claude Code/,
    ],
  ])("wrong usage %j exits 2 with one line", async (args, message) => {
    const tree = makeSessionsHome();
    const { code, stdout, stderr } = await run(tree, ["context", "report", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("a damaged line is named with its number and costs that line alone", async () => {
    const tree = makeSessionsHome();
    const path = join(tree, "work", "damaged.jsonl");
    writeFileSync(
      path,
      '{"type":"session","version":3,"id":"d","timestamp":"2026-01-01T00:00:00Z","cwd":"/x"}\n{"type":"mess\n{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"hi"}}\n',
    );
    const { code, stderr, json } = await run(tree, [
      "context",
      "report",
      "damaged.jsonl",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(json().totals.messages).toBe(1);
    expect(stderr).toMatch(/^damaged\.jsonl:2(:\d+)?: error: /m);
  });

  it.each(["claude-1", "codex-1", "gemini-1", "pi-1", "copilot-1"])(
    "no text of %s in text, Markdown or JSON",
    async (id) => {
      const tree = makeSessionsHome();
      for (const flags of [[], ["--all"], ["--markdown", "--all"], ["--json"]]) {
        const { code, stdout, stderr } = await run(tree, ["context", "report", id, ...flags]);
        expect(code).toBe(0);
        expect(stdout.length).toBeGreaterThan(200);
        expect(stdout + stderr).not.toContain(CANARY);
      }
    },
  );

  it.each(["proj", ".", "~/proj", "file:///home/x", ""])(
    "a working directory such as %j costs the short paths alone",
    async (cwd) => {
      const tree = makeSessionsHome();
      const header = {
        type: "session",
        version: 3,
        id: "d",
        timestamp: "2026-01-01T00:00:00Z",
        cwd,
      };
      const message = { role: "user", content: "hi" };
      const record = {
        type: "message",
        id: "a",
        parentId: null,
        timestamp: header.timestamp,
        message,
      };
      writeFileSync(
        join(tree, "work", "s.jsonl"),
        `${JSON.stringify(header)}\n${JSON.stringify(record)}\n`,
      );
      const { code, json } = await run(tree, ["context", "report", "s.jsonl", "--json"]);
      expect([code, json().root]).toEqual([0, null]);
    },
  );

  it("says when nothing can be told of a format's tools", async () => {
    const tree = makeSessionsHome();
    const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
    writeFileSync(join(tree, "work", "body.json"), JSON.stringify(body));
    const plain = await run(tree, ["context", "report", "body.json"]);
    expect(plain.stderr).toContain("the tools of this format are not understood");
    const named = await run(tree, ["context", "report", "body.json", "--profile", "claude-code"]);
    expect(named.stderr).toBe("");
  });

  it("reads subagents from files of their own, and names what it does not show", async () => {
    const tree = makeSessionsHome();
    const all = await run(tree, ["context", "report", "claude-1", "--all-streams", "--json"]);
    expect(all.json().reports.map(({ session }: { session: string }) => session)).toEqual([
      "claude-1",
      "claude-1/abc123",
    ]);
    const one = await run(tree, ["context", "report", "claude-1", "--stream", "abc123", "--json"]);
    expect(one.json().session).toBe("claude-1/abc123");
    expect(one.stderr).toContain("1 more in this session: main (--stream ID, --all-streams)");
  });

  it("JSON, text and Markdown show the same figures", async () => {
    const tree = makeSessionsHome();
    const args = ["context", "report", "--latest", "--epoch", "0"];
    const { totals } = (await run(tree, [...args, "--json"])).json();
    expect(totals.tokensBefore - totals.tokensSaved).toBe(totals.tokensAfter);
    for (const flags of [[], ["--markdown"]]) {
      const { stdout } = await run(tree, [...args, ...flags]);
      for (const figure of [totals.tokensBefore, totals.tokensAfter, totals.tokensSaved]) {
        expect(stdout).toMatch(new RegExp(`\\b${figure}\\b`));
      }
    }
  });

  it("is ASCII alone where the locale is not UTF-8, and coloured only on a terminal", async () => {
    const tree = makeSessionsHome();
    const args = ["context", "report", "--latest"];
    const plain = await run(tree, args, { environment: { LANG: "C" } });
    expect([...plain.stdout].every((character) => character <= "~")).toBe(true);
    const utf8 = await run(tree, args, { environment: { LANG: "C.UTF-8" } });
    expect([...utf8.stdout].some((character) => character > "~")).toBe(true);
    const terminal = { isTerminal: true, columns: 80 };
    const colored = await run(tree, args, { ...terminal, environment: { LANG: "C.UTF-8" } });
    expect(colored.stdout).toContain("\u001b[");
    const noColor = await run(tree, args, { ...terminal, environment: { NO_COLOR: "1" } });
    expect(noColor.stdout).not.toContain("\u001b");
  });
});
