import { type Message, projectHistory } from "@alisio/governor";
import { describe, expect, it } from "vitest";
import { buildContextReport, type ContextReportInput } from "../src/index.ts";
import { contextReportSchema } from "../src/schemas.ts";
import { demoInput } from "./support/demo.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

describe("a segment", () => {
  it("says what it is, and of an elided result why and for what", () => {
    const made = new Session().user().read("src/a.ts", "1").change("src/a.ts").say().say().say();
    const { segments } = measured(
      inputOf(made.history, { settings: { mode: "on", epochMessages: 0 } }),
    );
    const [user, call, result] = segments;
    expect(user).toMatchObject({ id: "m0.0", kind: "user", source: "user", tool: null });
    expect(call).toMatchObject({
      id: "m1.0",
      kind: "tool_call",
      source: "src/a.ts",
      tool: "read_file",
      elision: null,
    });
    const { tokensBefore = 0, tokensAfter = 0 } = result ?? {};
    expect(result).toEqual({
      id: "m2.0",
      index: 2,
      offset: (user?.tokensBefore ?? 0) + (call?.tokensBefore ?? 0),
      kind: "tool_result",
      messageIndex: 2,
      source: "src/a.ts",
      morePaths: 0,
      instructionKind: null,
      tool: "read_file",
      callHash: call?.callHash,
      tokensBefore,
      tokensAfter,
      criticality: "low",
      reason: "superseded_read",
      elision: {
        reason: "superseded_read",
        supersededBy: "call-1",
        supersededByHash: segments[3]?.callHash,
        tokensSaved: tokensBefore - tokensAfter,
        applied: true,
      },
      agentElided: null,
      usedLater: null,
      isError: false,
      nonTextParts: 0,
    });
    expect(tokensAfter).toBeLessThan(tokensBefore);
  });

  it("of a text and calls of one message has its place in it", () => {
    const history: Message[] = [
      {
        role: "assistant",
        text: "two calls",
        calls: [
          { id: "a", name: "read_file", args: { path: "a.ts" } },
          { id: "b", name: "web", args: {} },
        ],
      },
      { role: "tool", callId: "b", content: "B" },
      { role: "tool", callId: "a", content: '{"sha256":null}' },
    ];
    const { segments } = measured(inputOf(history));
    expect(segments.map(({ id, source }) => [id, source])).toEqual([
      ["m0.0", "assistant"],
      ["m0.1", "a.ts"],
      ["m0.2", "web"],
      ["m1.0", "web"],
      ["m2.0", "a.ts"],
    ]);
    const [, callA, callB, resultB, resultA] = segments;
    expect(callA?.callHash).toBe(resultA?.callHash);
    expect(callB?.callHash).toBe(resultB?.callHash);
    expect(callA?.callHash).not.toBe(callB?.callHash);
  });

  it("is marked as elided only where the pair of the id is", () => {
    const made = new Session().read("a.ts", "1").change("a.ts").say().say().say();
    made.history.push({ role: "tool", callId: "call-0", content: "again ".repeat(50) });
    const { segments, totals } = measured(inputOf(made.history));
    expect(segments.filter(({ elision }) => elision).map(({ id }) => id)).toEqual(["m1.0"]);
    expect(totals.elided).toBe(1);
    expect(segments.at(-1)).toMatchObject({ tool: "read_file", source: "read_file" });
  });

  it.each([
    ["a", "e40c292c"],
    ["foobar", "bf9cf968"],
    ["", "811c9dc5"],
    ["é", "1e9de8c1"],
  ])("shows the call id %j by its hash", (id, hash) => {
    const history: Message[] = [
      { role: "assistant", text: "", calls: [{ id, name: "x", args: {} }] },
    ];
    expect(measured(inputOf(history)).segments[0]?.callHash).toBe(hash);
  });
});

describe("paths", () => {
  const root = (path: string) => ({ name: "proj", path });
  it.each([
    ["/home/u/proj", "/home/u/proj/src/a.ts", "src/a.ts"],
    ["/home/u/proj/", "/home/u/proj//src/./a.ts", "src/a.ts"],
    ["/home/u/proj", "/home/u/proj", "."],
    ["/home/u/proj", "/home/u/project/a.ts", "/home/u/project/a.ts"],
    ["/home/u/proj", "/home/u/proj/../other/a.ts", "/home/u/proj/../other/a.ts"],
    ["/home/u/proj", "/home/u/x/../proj/a.ts", "a.ts"],
    ["/home/u/proj", "src/a.ts", "src/a.ts"],
    ["/home/u/proj", "../proj/a.ts", "../proj/a.ts"],
    ["/home/u/proj", "/HOME/u/proj/a.ts", "/HOME/u/proj/a.ts"],
    ["/home/u/proj", "/home/u/proj/a\\b.ts", "a\\b.ts"],
    ["/", "/etc/hosts", "etc/hosts"],
    ["C:\\code\\proj", "c:/code/proj\\src/a.ts", "src/a.ts"],
    ["C:/code/proj", "C:\\code\\proj\\src\\a.ts", "src/a.ts"],
    ["C:\\code\\proj", "D:\\work\\proj\\a.ts", "D:\\work\\proj\\a.ts"],
    ["\\\\server\\share\\proj", "//SERVER/share/proj/a.ts", "a.ts"],
    ["\\\\server\\share", "\\\\server\\other\\a.ts", "\\\\server\\other\\a.ts"],
  ])("below %s: %s is %s", (top, path, shown) => {
    const report = measured(inputOf(new Session().read(path).history, { root: root(top) }));
    expect(report.segments[0]?.source).toBe(shown);
    expect(report.root).toBe("proj");
  });

  it("are those of files read and changed alone", () => {
    const made = new Session().list(["a.ts"]).shell("cat b.ts").search("x", "c.ts").poll(0);
    const { segments } = measured(inputOf(made.history));
    expect(new Set(segments.map(({ source }) => source))).toEqual(
      new Set(["list_files", "shell", "search_text", "bg_output"]),
    );
  });

  it("of several the first is shown, and how many there are more", () => {
    const profile = () => [
      { kind: "read" as const, path: "https://example.org" },
      { kind: "read" as const, path: "/r/a" },
      { kind: "change" as const, path: "/r/b" },
      { kind: "read" as const, path: "/r/a" },
    ];
    const { segments } = measured(
      inputOf(new Session().call("many", {}, "x").history, {
        settings: { mode: "on", profile },
        root: root("/r"),
      }),
    );
    expect(segments[1]).toMatchObject({ source: "a", morePaths: 1, tool: "many" });
  });
});

describe("what the agent removed", () => {
  const history = (): Message[] =>
    new Session().read("a.ts", "1").change("a.ts").say().say().say().history;

  it("counts as not sent, is never elided and justifies nothing", () => {
    const whole = measured(inputOf(history()));
    expect(whole.totals.elided).toBe(1);
    for (const callId of ["call-0", "call-1"]) {
      const report = measured(inputOf(history(), { agentElisions: [callId, callId, "unknown"] }));
      expect(report.totals.elided).toBe(0);
      expect(report.agentElisions.count).toBe(1);
      const removed = report.segments.find(({ agentElided }) => agentElided);
      expect(removed).toMatchObject({ tokensBefore: 0, tokensAfter: 0, elision: null });
      expect(removed?.agentElided?.tokens).toBe(report.agentElisions.tokens);
      expect(report.totals.tokensBefore + report.agentElisions.tokens).toBe(
        whole.totals.tokensBefore,
      );
    }
  });

  it("isn't paired anew when it was no result", () => {
    const messages = history();
    Object.assign(messages[1] as object, { content: undefined });
    const report = measured(inputOf(messages, { agentElisions: ["call-0"] }));
    expect(report.agentElisions).toEqual({ count: 1, tokens: 0 });
    expect(contextReportSchema.safeParse(report).success).toBe(true);
  });
});

describe("what a host adds", () => {
  it("stands in the report as it was given", () => {
    const report = measured(demoInput("on"));
    expect(report.compactions).toEqual({
      count: 2,
      positions: [
        { position: 4, tokensBefore: null },
        { position: 20, tokensBefore: 91_000 },
      ],
    });
    expect(report.invariants).toEqual({
      total: 7,
      byKind: { instruction: 2, goal: 1, plan: 1, criterion: 3, grant: 0 },
      omitted: 1,
    });
    expect(report.usage).toEqual({
      tools: [
        { tool: "read_file", seen: 4, used: 2, reread: 0 },
        { tool: "search_text", seen: 2, used: 2, reread: 0 },
      ],
      notAttributable: [{ tool: "shell", seen: 3 }],
    });
    expect(report.segments[0]).toMatchObject({
      id: "i0",
      kind: "instructions",
      source: "AGENTS.md",
      instructionKind: "project",
      tokensBefore: Math.ceil(4321 / 4),
      messageIndex: null,
    });
    expect(report.segments.at(-1)).toMatchObject({
      id: "invariants",
      kind: "invariants",
      tokensBefore: 160,
      messageIndex: null,
    });
  });

  it("counts invariants that aren't sent without a segment", () => {
    const counts = { instruction: 1, goal: 0, plan: 0, criterion: 0, grant: 0 };
    const report = measured(inputOf([], { invariants: { counts } }));
    expect(report.invariants).toMatchObject({ total: 1, omitted: 0 });
    expect(report.segments).toEqual([]);
  });

  it("has nothing where nothing was given", () => {
    const report = measured(inputOf([]));
    expect(report).toMatchObject({
      root: null,
      reportedUsage: null,
      invariants: null,
      usage: null,
      agentElisions: { count: 0, tokens: 0 },
      compactions: { count: 0, positions: [] },
      settings: { minAgeTurns: 2, epochMessages: 0, eligibleMessages: null },
    });
  });

  it("sets the estimate of a request beside what the provider said of it", () => {
    const made = new Session().user().read("a.ts", "1").read("a.ts", "2").say().say().say();
    const extra: Partial<ContextReportInput> = {
      instructions: [{ source: "AGENTS.md", kind: "project", characters: 400 }],
      reportedUsage: { inputTokens: 900, beforeMessage: 5, cacheReadTokens: null },
    };
    const estimated = (mode: "shadow" | "on"): number | null | undefined => {
      const settings = { mode, epochMessages: 0 };
      return measured(inputOf(made.history, { ...extra, settings })).reportedUsage?.estimatedTokens;
    };
    const { totals, segments } = measured(inputOf(made.history, extra));
    const after = segments.filter(({ messageIndex }) => (messageIndex ?? 0) >= 5);
    const later = after.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0);
    expect(estimated("shadow")).toBe(totals.tokensBefore - later);
    expect(estimated("on")).toBe(totals.tokensBefore - later - totals.tokensSaved);
    expect(measured(inputOf(made.history, extra)).reportedUsage).toMatchObject({
      inputTokens: 900,
      cacheReadTokens: null,
      outputTokens: null,
      beforeMessage: 5,
    });
  });

  it("uses a ledger without a word on single results for the table alone", () => {
    const usage = {
      summary: () => ({ tools: [], notAttributable: [] }),
      usedLater: () => undefined,
    };
    const { segments } = measured(inputOf(new Session().shell("ls").history, { usage }));
    expect(segments.map(({ usedLater }) => usedLater)).toEqual([null, null]);
  });
});

describe("malformed messages", () => {
  it.each<[string, unknown]>([
    ["nothing", null],
    ["a number", 7],
    ["an unknown role", { role: "narrator" }],
    ["no text", { role: "user" }],
    ["calls that are none", { role: "assistant", calls: [null, 1, { id: 2, name: "x" }] }],
    ["a result without an id", { role: "tool", content: "x" }],
    ["a result without a content", { role: "tool", callId: "call-0" }],
    ["parts that are none", { role: "tool", callId: "call-0", content: [null, 3] }],
    ["arguments that nest", { role: "assistant", calls: [{ id: "n", name: "x", args: nested() }] }],
  ])("are no reason to fail: %s", (_, message) => {
    const { history } = new Session().user().read("a.ts", "1").read("a.ts", "2").say().say();
    for (const at of [0, 2, history.length]) {
      const changed = [...history.slice(0, at), message as Message, ...history.slice(at)];
      const report = measured(inputOf(changed));
      expect(contextReportSchema.parse(report)).toEqual(report);
      expect(report.totals.messages).toBe(history.length + 1);
      const { totals } = projectHistory(changed, { mode: "shadow", epochMessages: 0 });
      expect(report.totals.tokensBefore).toBe(totals?.tokensBefore);
    }
  });

  function nested(): unknown {
    let value: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) value = [value];
    return value;
  }
});

describe("the tool profile", () => {
  it("is asked once for each result that it looks at", () => {
    const asked: string[] = [];
    const profile = (call: { readonly id: string; readonly args: unknown }) => {
      asked.push(call.id);
      return [{ kind: "change" as const, path: (call.args as { path: string }).path }];
    };
    const { history } = new Session().change("a").change("b").change("a").say();
    buildContextReport(inputOf(history, { settings: { mode: "on", profile } }));
    expect(asked.sort()).toEqual(["call-0", "call-1", "call-2"]);
  });
});

describe("what a host knows of single messages", () => {
  const history = [
    { role: "user", text: "reminder" },
    { role: "user", text: "look at this" },
    { role: "assistant", text: "drawn", calls: [{ id: "c", name: "x", args: {} }] },
  ] as const;
  const messageNotes = [
    { message: 0, isInjected: true },
    { message: 1, nonTextParts: 2 },
    { message: 2, nonTextParts: 1 },
  ];

  it("sets the agent's own text apart from the user's, and counts parts that aren't text", () => {
    const { segments, totals } = measured(inputOf(history, { messageNotes }));
    expect(segments.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["instructions", "instructions"],
      ["user", "user_message"],
      ["assistant", "last_turn"],
      ["tool_call", "last_turn"],
    ]);
    expect(segments.map(({ nonTextParts }) => nonTextParts)).toEqual([0, 2, 1, 0]);
    expect(totals.nonTextParts).toBe(3);
  });

  it.each([
    ["messageNotes", { messageNotes: 1 }],
    ["messageNotes[0]", { messageNotes: [null] }],
    ["messageNotes[0].message", { messageNotes: [{ message: 3 }] }],
    ["messageNotes[0].nonTextParts", { messageNotes: [{ message: 0, nonTextParts: -1 }] }],
  ])("refuses a wrong %s", (field, wrong) => {
    expect(() => measured(inputOf(history, wrong as never))).toThrow(field);
  });
});
