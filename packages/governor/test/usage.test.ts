import { describe, expect, it } from "vitest";
import {
  createProjector,
  type GovernorSettings,
  type Message,
  projectHistory,
} from "../src/index.ts";
import type { Observation, ToolProfile, UsageSummary } from "../src/types.ts";
import { createUsageLedger, formatUsage, type UsageLedger } from "../src/usage.ts";
import {
  A,
  answer,
  assistant,
  B,
  EAGER,
  LONG,
  poll,
  read,
  type Step,
  search,
  step,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

/** The ledger after one request with all of a history. */
function ledgerOf(
  history: readonly Message[],
  settings: GovernorSettings = { mode: "shadow" },
): UsageLedger {
  const ledger = createUsageLedger(settings);
  ledger.record(projectHistory(history, settings));
  return ledger;
}

function usageOf(history: readonly Message[], settings?: GovernorSettings): UsageSummary {
  return ledgerOf(history, settings).summary();
}

/** Whether the first read of `src/a.ts` is used by what comes after. */
function uses(...later: readonly Step[]): boolean {
  const ledger = ledgerOf(turns(read("r", "src/a.ts", A), ...later));
  const { tools } = ledger.summary();
  const usage = tools.find(({ tool }) => tool === "read_file");
  expect(usage?.seen).toBeGreaterThan(0);
  expect(ledger.usedLater("r")).toBe(usage?.used === 1);
  return usage?.used === 1;
}

const run = (command: unknown, more: object = {}): Step =>
  step("x", "run_process", { command, ...more }, { stdout: "", exitCode: 0 });

describe("a read is used", () => {
  const rows: readonly (readonly [string, Step, boolean])[] = [
    ["by an edit of its file", write("x", "src/a.ts", "edit_file"), true],
    ["by no edit of another", write("x", "src/b.ts", "edit_file"), false],
    ["by no edit of another spelling", write("x", "./src/a.ts", "edit_file"), false],
    [
      "by any tool with its path as an argument",
      step("x", "lint", { path: "src/a.ts" }, "ok"),
      true,
    ],
    ["not by another argument", step("x", "lint", { file: "src/a.ts" }, "ok"), false],
    [
      "not by a path inside other arguments",
      step("x", "l", { in: { path: "src/a.ts" } }, ""),
      false,
    ],
    ["by a search in it", search("x", { path: "src/a.ts" }, {}), true],
    [
      "not by a search that matches in it",
      search("x", {}, { lines: [matchIn("src/a.ts")] }),
      false,
    ],
    ["not by a listing that shows it", step("x", "list_files", {}, { files: ["src/a.ts"] }), false],
    ["not by a read of it", read("x", "src/a.ts", B), false],
    ["by a word of a command", run("cat src/a.ts"), true],
    ["by a word in quotes", run('cat "src/a.ts"'), true],
    ["by a word before an operator", run("cat src/a.ts|wc -l;ls"), true],
    ["not by a word with a line number", run("vim src/a.ts:10"), false],
    ["not by the value of an option", run("tsc --project=src/a.ts"), false],
    ["by an argument of a command", run("cat", { args: ["-n", "src/a.ts"] }), true],
    ["by a command that is a list", run(["cat", "src/a.ts"]), true],
    ["by the shell", step("x", "shell", { command: "cat src/a.ts" }, "{}"), true],
    ["not by a part of a word", run("cat src/a.tsx lib/src/a.ts ./src/a.ts src/a.ts.bak"), false],
    ["not by a command of another tool", step("x", "bash", { command: "cat src/a.ts" }, ""), false],
    ["not by a command that is no text", run({ text: "src/a.ts" }), false],
  ];
  it.each(rows)("%s", (_title, later, expected) => {
    expect(uses(later)).toBe(expected);
  });

  it("only by a later call", () => {
    const edit = write("x", "src/a.ts");
    expect(uses()).toBe(false);
    const parallel = turn(read("r", "src/a.ts", A), edit);
    expect(usageOf(parallel).tools).toEqual([{ tool: "read_file", seen: 1, used: 0, reread: 0 }]);
    const before = [...turn(edit), ...turn(read("r", "src/a.ts", A))];
    expect(usageOf(before).tools).toEqual([{ tool: "read_file", seen: 1, used: 0, reread: 0 }]);
  });

  it("by a call that fails, too", () => {
    const edit = write("x", "src/a.ts");
    const history = [
      ...turn(read("r", "src/a.ts", A)),
      assistant(edit.call),
      answer(edit, { isError: true }),
    ];
    expect(usageOf(history).tools[0]?.used).toBe(1);
  });

  it("whatever its path looks like", () => {
    const path = "app/(group)/my file:1,2=3.ts";
    const later = run(`cat '${path}'`);
    expect(usageOf(turns(read("r", path, A), later)).tools[0]?.used).toBe(1);
    const proto = turns(read("r", "__proto__", A), write("w", "__proto__"));
    expect(usageOf(proto).tools[0]?.used).toBe(1);
  });
});

function matchIn(path: string): object {
  return { type: "match", path, line: 1, text: "x" };
}

describe("a re-read", () => {
  it("is no use, and is counted apart", () => {
    const history = turns(
      read("r1", "a", A),
      read("r2", "a", A),
      read("r3", "a", B),
      write("w", "b"),
    );
    expect(usageOf(history).tools).toEqual([{ tool: "read_file", seen: 3, used: 0, reread: 2 }]);
  });

  it("that fails is no use either", () => {
    const again = read("r2", "a", A);
    const history = [
      ...turn(read("r1", "a", A)),
      assistant(again.call),
      answer(again, { isError: true }),
    ];
    expect(usageOf(history)).toEqual({
      tools: [{ tool: "read_file", seen: 1, used: 0, reread: 1 }],
      notAttributable: [{ tool: "read_file", seen: 1 }],
    });
  });

  it("doesn't undo a use", () => {
    const history = turns(read("r1", "a", A), write("w", "a"), read("r2", "a", A), write("v", "a"));
    expect(usageOf(history).tools).toEqual([{ tool: "read_file", seen: 2, used: 2, reread: 1 }]);
  });
});

describe("searches and listings", () => {
  it("are used by a read of what they showed", () => {
    const history = turns(
      search("s1", {}, { lines: [matchIn("a"), matchIn("b")] }),
      search("s2", { pattern: "bar" }, { lines: [matchIn("c")] }),
      step("l1", "list_files", {}, { files: ["a", "d"] }),
      step("l2", "list_files", { path: "e" }, { files: ["e/f"] }),
      read("r", "a", A),
    );
    expect(usageOf(history).tools).toEqual([
      { tool: "list_files", seen: 2, used: 1, reread: 0 },
      { tool: "read_file", seen: 1, used: 0, reread: 0 },
      { tool: "search_text", seen: 2, used: 1, reread: 0 },
    ]);
  });
});

describe("results with no path", () => {
  it("are listed as not attributable", () => {
    const failed = read("r", "a", A);
    const history = [
      ...turns(
        poll("p", {}, "x"),
        step("f", "web_fetch", { url: "x" }, LONG),
        run("ls"),
        write("w", "a"),
        search("s", {}, {}),
        step("l", "list_files", {}, { files: [] }),
      ),
      assistant(failed.call),
      answer(failed, { isError: true }),
    ];
    expect(usageOf(history)).toEqual({
      tools: [],
      notAttributable: [
        "bg_output",
        "list_files",
        "read_file",
        "run_process",
        "search_text",
        "web_fetch",
        "write_file",
      ].map((tool) => ({ tool, seen: 1 })),
    });
  });
});

describe("paths that a profile declares", () => {
  const profile: ToolProfile = ({ args }) => args as readonly Observation[];
  const say = (id: string, name: string, ...observations: readonly Observation[]): Step =>
    step(id, name, observations, LONG);
  const rows: readonly (readonly [string, Observation, { used: number; reread: number }])[] = [
    ["a change", { kind: "change", path: "a" }, { used: 1, reread: 0 }],
    ["paths of a process", { kind: "paths", paths: ["a"] }, { used: 1, reread: 0 }],
    [
      "paths of a listing",
      { kind: "paths", paths: ["a"], isListing: true },
      { used: 0, reread: 0 },
    ],
    ["a read", { kind: "read", path: "a" }, { used: 0, reread: 1 }],
  ];
  it.each(rows)("%s", (_title, observation, expected) => {
    const history = turns(
      say("x", "cat", { kind: "read", path: "a" }),
      say("y", "do", observation),
    );
    const { tools } = usageOf(history, { mode: "shadow", profile });
    expect(tools.find(({ tool }) => tool === "cat")).toEqual({ tool: "cat", seen: 1, ...expected });
  });
});

describe("a session", () => {
  it("is counted request by request", () => {
    const projector = createProjector(EAGER);
    const ledger = createUsageLedger(EAGER);
    const counts: string[] = [];
    for (const step of [
      read("r1", "a", A),
      write("w1", "a"),
      read("r2", "a", B),
      read("r3", "b", B),
      run("cat a"),
    ]) {
      projector.push(turn(step));
      ledger.record(projector.view());
      counts.push(ledger.summary().tools.map(formatUsage).join());
    }
    expect(counts).toEqual([
      "read_file 0/1",
      "read_file 1/1",
      "read_file 1/2",
      "read_file 1/3",
      "read_file 2/3",
    ]);
    expect(projector.view().totals?.elided).toBe(1);
  });

  it("doesn't count what the model saw only as a stub", () => {
    const history = turns(read("r1", "a", A), write("w1", "a"), write("w2", "a"));
    expect(usageOf(history, EAGER).tools).toEqual([]);
    expect(usageOf(history, { ...EAGER, mode: "shadow" }).tools).toHaveLength(1);
    expect(usageOf(history, { ...EAGER, mode: "off" })).toEqual({ tools: [], notAttributable: [] });
  });

  it("goes on after its history was rewritten", () => {
    const ledger = createUsageLedger(EAGER);
    const long: Message[] = [
      { role: "user", text: "go" },
      ...turns(read("r1", "a", A), read("r2", "b", A)),
    ];
    ledger.record(projectHistory(long, EAGER));
    const summary: Message = { role: "user", text: "summary", kind: "checkpoint" };
    const kept = [summary, ...long.slice(3)];
    ledger.record(projectHistory(kept, EAGER));
    expect(ledger.summary().tools).toEqual([{ tool: "read_file", seen: 2, used: 0, reread: 0 }]);
    const grown = [...kept, ...turn(write("w1", "a")), ...turn(write("w2", "b"))];
    ledger.record(projectHistory(grown, EAGER));
    expect(ledger.summary().tools).toEqual([{ tool: "read_file", seen: 2, used: 2, reread: 0 }]);
  });

  it("can be told that a history was rewritten and is as long as before", () => {
    const ledger = createUsageLedger(EAGER);
    ledger.record(projectHistory(turns(read("r1", "a", A)), EAGER));
    ledger.restart();
    ledger.record(projectHistory(turns(write("w1", "a")), EAGER));
    expect(ledger.summary().tools).toEqual([{ tool: "read_file", seen: 1, used: 1, reread: 0 }]);
  });

  it("reads the odd name of a tool in printable ASCII", () => {
    expect(formatUsage({ tool: "read\n\u00fc", seen: 45, used: 20, reread: 0 })).toBe(
      "read\\n\\u00fc 20/45",
    );
  });
});
