import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentEventEnvelopeSchema } from "@alisio/agent/schemas";
import { describe, expect, test } from "vitest";
import { childEnvironment } from "../src/agent/child-environment.ts";
import { createContext } from "../src/globals.ts";
import type { CommandIo, StopSignal } from "../src/io.ts";
import { createPorts } from "../src/tui/ports.ts";
import { makeTree, run } from "./helpers.ts";

const PATH = process.env["PATH"] ?? "";

const scriptOf = (turns: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ schemaVersion: 1, name: "test", turns, ...more });

const treeWith = (script: string, more: Readonly<Record<string, string>> = {}): string =>
  makeTree({
    "work/.git/": "",
    "work/a.txt": "alpha\n",
    "work/s.json": script,
    "home/": "",
    ...more,
  });

const SCRIPT = ["--script", "s.json"];

const sessionOf = (tree: string): string => {
  const directory = join(tree, "home", ".local", "state", "alisio", "sessions");
  const [name] = readdirSync(directory).filter((each) => each.endsWith(".jsonl"));
  return name === undefined ? "" : readFileSync(join(directory, name), "utf8");
};

describe("what is needed before anything runs", () => {
  const tree = () => makeTree({ "work/.git/": "", "home/": "" });

  test("no model named: one line with the key, the setting and the demo", async () => {
    for (const args of [["run", "Hello"], ["run"]]) {
      const { code, stdout, stderr } = await run(tree(), args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      for (const word of ["OPENAI_API_KEY", "provider.model", "alisio run --provider scripted"]) {
        expect(stderr).toContain(word);
      }
    }
  });

  test("where people are asked the demo is the one of the terminal interface", async () => {
    const io = { environment: {}, workingDirectory: join(tree(), "work"), homeDirectory: "/none" };
    const ports = createPorts(await createContext(io as CommandIo, {}), {});
    const approve = async () => "deny" as const;
    await expect(ports.open(undefined, approve)).rejects.toThrow(/: alisio --provider scripted$/);
    const keyless = createPorts(await createContext(io as CommandIo, {}), { model: "m" });
    await expect(keyless.open(undefined, approve)).rejects.toThrow(/: alisio --provider scripted$/);
  });

  test("a model but no key", async () => {
    const openai = await run(tree(), ["run", "Hello", "--model", "m"]);
    expect(openai).toMatchObject({ code: 2, stderr: expect.stringContaining("OPENAI_API_KEY") });
    const claude = await run(tree(), ["run", "Hello", "--provider", "anthropic", "--model", "m"]);
    expect(claude).toMatchObject({ code: 2, stderr: expect.stringContaining("ANTHROPIC_API_KEY") });
    expect(claude.stderr).toContain("api.anthropic.com");
  });

  test.each<[string[], string]>([
    [["run", "x", "--provider", "nonsense"], "openai-compatible, anthropic, scripted"],
    [["run", "x", "--governor", "maybe", ...SCRIPT], "off, shadow, on"],
    [["run", "x", "--script", "s.json", "--provider", "anthropic"], "--script"],
    [["run", "x", "--script", "missing.json"], "ENOENT"],
    [["run", "x", "--read-only", "--allow-write", ...SCRIPT], "--read-only"],
    [["run", "x", "--provider", "scripted", "--read-only"], "--read-only"],
    [["run", "x", "--add-dir", "nowhere", ...SCRIPT], "--add-dir"],
    [["run", "x", "--deltas", ...SCRIPT], "--json"],
    [["run", ...SCRIPT], "name what to do"],
  ])("%j", async (args, said) => {
    const { code, stdout, stderr } = await run(treeWith(scriptOf([{ text: "x" }])), args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
  });

  test("a script that is wrong is named with its place, and cleaned up after", async () => {
    const broken = await run(treeWith('{\n  "name": }'), ["run", "x", ...SCRIPT]);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining("s.json:2:11") });
    const wrong = await run(treeWith(scriptOf([{ calls: [{ tool: 1 }] }])), [
      "run",
      "x",
      ...SCRIPT,
    ]);
    expect(wrong.stderr).toContain("turns[0].calls[0].tool");
  });
});

test.each([[["run", "x"]], [["run", "x", "--goal", "g"]]])(
  "a session that can't be written fails %j, and the last line says so",
  async (args) => {
    const tree = treeWith(scriptOf([{ text: "x" }]), { "home/.local/state/alisio/sessions": "" });
    const { code, stdout, stderr } = await run(tree, [...args, ...SCRIPT, "--json"]);
    expect(code).toBe(1);
    expect(stderr).toContain("sessions' directory can't be used");
    expect(stderr).not.toContain("alisio resume");
    const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(agentEventEnvelopeSchema.parse(last)).toEqual(last);
    expect(last.event).toMatchObject({
      type: "run.finished",
      end: "failed",
      problem: { code: "session_unwritable" },
    });
    const plain = await run(tree, [...args, ...SCRIPT]);
    expect(plain).toMatchObject({ code: 1, stdout: "" });
  },
);

describe("a run", () => {
  test("text on standard output, what was done on standard error", async () => {
    const tree = treeWith(
      scriptOf([
        { text: "I look.\u001b[31m", calls: [{ tool: "read_file", args: { path: "a.txt" } }] },
        { text: "It says alpha." },
      ]),
    );
    const { code, stdout, stderr } = await run(tree, ["run", "What", "is", "in", "it?", ...SCRIPT]);
    expect(code).toBe(0);
    expect(stdout).toBe("I look.\\u{1b}[31m\nIt says alpha.\n");
    expect(stderr).toContain("read_file a.txt");
    expect(stderr).toContain("window");
    expect(sessionOf(tree)).toContain('"What is in it?"');
  });

  test("a request that is sent again says when, and then why", async () => {
    const failures = [{ code: "rate_limited", message: "Too many.", retryAfterMs: 10 }];
    const tree = treeWith(scriptOf([{ text: "ok", failures }]));
    const { stderr } = await run(tree, ["run", "x", ...SCRIPT]);
    expect(stderr).toContain("  request failed, again in 0.0 s: Too many.\n");
  });

  test("--json: one event a line, those that are stored; --deltas: the others, too", async () => {
    const script = scriptOf([{ text: "Hello there", pieceLength: 3 }]);
    const plain = await run(treeWith(script), ["run", "x", ...SCRIPT, "--json"]);
    const lines = plain.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event.type)).toEqual([
      // The window of a script without one is unknown.
      "notice",
      "run.started",
      "request.started",
      "assistant.message",
      "run.finished",
    ]);
    const all = await run(treeWith(script), ["run", "x", ...SCRIPT, "--json", "--deltas"]);
    expect(all.stdout).toContain('"text.delta"');
  });

  test("writes and processes are denied without their flags, and not offered with --read-only", async () => {
    const script = scriptOf([
      {
        calls: [
          { tool: "write_file", args: { path: "new.txt", content: "x" } },
          { tool: "run_process", args: { command: "node", args: ["-e", "0"] } },
        ],
      },
      { text: "Denied." },
    ]);
    for (const flags of [[], ["--read-only"], ["--allow-process"], ["--allow-write"]]) {
      const tree = treeWith(script);
      const { code, stdout } = await run(tree, ["run", "x", ...SCRIPT, "--json", ...flags], {
        environment: { PATH },
      });
      expect(code).toBe(0);
      const done = stdout.split("\n").filter((line) => line.includes('"tool.finished"'));
      const failed = done.map((line) => JSON.parse(line).event).filter(({ isError }) => isError);
      expect(failed.map(({ tool }) => tool)).toEqual(
        ["write_file", "run_process"].filter(
          (tool) => !flags.includes(tool === "write_file" ? "--allow-write" : "--allow-process"),
        ),
      );
      const written = readdirSync(join(tree, "work")).includes("new.txt");
      expect(written).toBe(flags.includes("--allow-write"));
    }
  });

  test("--add-dir opens a directory outside, and only that", async () => {
    const outside = (path: string) => ({ tool: "read_file", args: { path } });
    const script = scriptOf([
      { calls: [outside("../more/b.txt"), outside("../other/c.txt")] },
      { text: "x" },
    ]);
    const tree = treeWith(script, { "more/b.txt": "beta", "other/c.txt": "gamma" });
    const { stdout } = await run(tree, ["run", "x", ...SCRIPT, "--json", "--add-dir", "../more"]);
    const done = stdout.split("\n").filter((line) => line.includes('"tool.finished"'));
    expect(done.map((line) => JSON.parse(line).event.isError)).toEqual([false, true]);
  });

  test("a run that fails is exit 1 with the reason", async () => {
    const script = scriptOf([
      { failures: [{ code: "unauthorised", message: "The key is wrong." }] },
    ]);
    const { code, stdout, stderr } = await run(treeWith(script), ["run", "x", ...SCRIPT]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("The key is wrong.");
    expect(stderr).toContain("alisio resume");
  });

  test("a goal outlives the run", async () => {
    const tree = treeWith(scriptOf([{ text: "ok" }]));
    await run(tree, ["run", "x", ...SCRIPT, "--goal", "Ship it"]);
    expect(sessionOf(tree)).toContain("Ship it");
  });
});

describe("secrets", () => {
  test("no key of a provider reaches a child process, under whatever name", async () => {
    const tree = treeWith(
      scriptOf([
        {
          calls: [
            {
              tool: "run_process",
              args: { command: "node", args: ["-e", "console.log(JSON.stringify(process.env))"] },
            },
          ],
        },
        { text: "ok" },
      ]),
      { "home/.config/alisio/config.json": '{"provider":{"apiKeyEnv":"MY_KEY"}}' },
    );
    const canary = "canary-0123456789";
    const { code } = await run(tree, ["run", "x", ...SCRIPT, "--allow-process"], {
      environment: {
        PATH,
        KEPT: "kept-value",
        MY_KEY: canary,
        COPY: `Bearer ${canary}`,
        ANTHROPIC_API_KEY: canary,
        gemini_api_key: canary,
        HF_TOKEN: canary,
      },
    });
    expect(code).toBe(0);
    const stored = sessionOf(tree);
    expect(stored).toContain("kept-value");
    expect(stored).not.toContain("canary");
  });

  test("a short value doesn't take other variables with it", () => {
    const environment = { KEY: "ab", OTHER: "cabin", EMPTY: undefined };
    expect(childEnvironment(environment, "KEY")).toEqual({ OTHER: "cabin", EMPTY: undefined });
    expect(childEnvironment({ A: "1" }, "KEY")).toEqual({ A: "1" });
  });
});

describe("being stopped", () => {
  /** A signal as soon as the run has begun. */
  const stopWith = (signal: StopSignal) => {
    const listeners = new Set<(given: StopSignal) => void>();
    return {
      onStop: (listener: (given: StopSignal) => void) => {
        listeners.add(listener);
        setTimeout(() => listeners.has(listener) && listener(signal), 1000);
        return () => listeners.delete(listener);
      },
      count: () => listeners.size,
    };
  };

  test.each<[StopSignal, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGPIPE", 141],
  ])("%s ends the run with %i; the session goes on with resume", async (signal, expected) => {
    const tree = treeWith(
      scriptOf([
        { text: "one", calls: [{ tool: "list_files" }] },
        { text: "very slow", pieceDelayMs: 30_000 },
      ]),
    );
    const stop = stopWith(signal);
    const { code, stderr } = await run(tree, ["run", "x", ...SCRIPT], { onStop: stop.onStop });
    expect(code).toBe(expected);
    expect(stderr).toContain("interrupted");
    // Afterwards nobody catches one.
    expect(stop.count()).toBe(0);
    const id = /alisio resume (\S+)/.exec(stderr)?.[1] ?? "";
    const other = treeWith(scriptOf([{ text: "one" }, { text: "two" }]));
    const script = join(other, "work", "s.json");
    const resumed = await run(tree, ["resume", id.slice(0, 10), "--script", script]);
    expect(resumed).toMatchObject({ code: 0, stdout: "two\n" });
  });
});
