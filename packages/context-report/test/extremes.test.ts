import type { Message } from "@alisio/governor";
import { describe, expect, it } from "vitest";
import { renderReportMarkdown, renderReportText } from "../src/index.ts";
import { contextReportSchema } from "../src/schemas.ts";
import { emptyLedger, ledgerOf } from "./support/ledger.ts";
import { inputOf, measured } from "./support/measured.ts";
import { sectionOf, sentence } from "./support/parse-text.ts";
import { Session } from "./support/session.ts";

const calls = (names: readonly string[]): Message[] =>
  names.flatMap((name, i): Message[] => [
    { role: "assistant", text: "", calls: [{ id: `c${i}`, name, args: {} }] },
    { role: "tool", callId: `c${i}`, content: "x".repeat((names.length - i) * 4) },
  ]);

describe("a name beyond any measure", () => {
  it("of a tool shows by its beginning and a hash, and stays one of its own", () => {
    const names = ["a", "b"].map((end) => "secret text ".repeat(500) + end);
    const usage = {
      ...emptyLedger,
      summary: () => ({
        tools: [{ tool: names[0] as string, seen: 1, used: 0, reread: 0 }],
        notAttributable: [],
      }),
    };
    const report = measured(inputOf(calls([...names, "n".repeat(256)]), { usage }));
    const tools = report.totals.byTool.map(({ tool }) => tool ?? "");
    expect(tools.map(({ length }) => length)).toEqual([75, 75, 256]);
    expect(new Set(tools).size).toBe(3);
    expect(report.segments[0]?.source).toBe(tools[0]);
    expect(report.usage?.tools[0]?.tool).toBe(tools[0]);
  });

  it("never splits a letter", () => {
    const name = `${"x".repeat(63)}${"\u{1f600}".repeat(200)}`;
    const [segment] = measured(inputOf(calls([name]))).segments;
    expect(segment?.tool).toMatch(/^x{63}\.\.\.[0-9a-f]{8}$/);
  });

  it("of a host costs a view no more than a line", () => {
    const session = "\u0301\u202e".repeat(500_000);
    const report = measured(inputOf([], { session }));
    const text = renderReportText(report, { width: 200 });
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(renderReportMarkdown(report).length).toBeLessThan(60_000);
  });
});

describe("very many", () => {
  it("tools are drawn without a limit of the engine's", () => {
    const names = Array.from({ length: 150_000 }, (_, i) => `tool-${i}`);
    const history: Message[] = [
      { role: "assistant", text: "", calls: names.map((name) => ({ id: name, name, args: {} })) },
    ];
    const report = measured(inputOf(history));
    expect(report.totals.byTool).toHaveLength(150_000);
    const few = sectionOf(renderReportText(report), "What fills it, by tool");
    expect(few).toHaveLength(12);
    expect(few.at(-1)).toMatch(/^ {2}\(149990 more tools\) +149990 +0 +0 +/);
    const all = sectionOf(renderReportText(report, { all: true }), "What fills it, by tool");
    expect(all).toHaveLength(150_001);
  });

  it("compactions show their last, unless all are asked for", () => {
    const compactions = Array.from({ length: 25 }, (_, i) => ({ position: i * 7 }));
    const report = measured(inputOf([], { compactions }));
    const told = (all: boolean): string =>
      sentence(sectionOf(renderReportText(report, { all }), "Gone before"), "compacted");
    expect(told(false)).toMatch(/^25 compactions: 15 earlier, before message 105 \(\? tokens\), /);
    expect(told(true)).toMatch(/^25 compactions: before message 0 /);
    expect(told(false).split("before message")).toHaveLength(11);
    expect(renderReportMarkdown(report).split("before message")).toHaveLength(27);
  });

  it("messages are reported", () => {
    const made = new Session();
    for (let i = 0; i < 4_000; i++) made.read(`src/${i % 50}.ts`, String(i % 3)).shell("npm test");
    const report = measured(inputOf(made.history, { usage: ledgerOf(made.history) }));
    expect(contextReportSchema.safeParse(report).success).toBe(true);
    expect([report.totals.messages, report.segments.length]).toEqual([16_000, 400]);
    expect(report.totals.elided).toBeGreaterThan(3_900);
  });
});

it("the tools' table names ten, and eleven rather than one more", () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `t${i}`);
  const lines = (count: number): string[] => {
    const text = renderReportText(measured(inputOf(calls(names(count)))));
    return sectionOf(text, "What fills it, by tool").map((line) => line.trim());
  };
  expect(lines(11)).toHaveLength(12);
  expect(lines(12)).toHaveLength(12);
  expect(lines(12).at(-1)).toMatch(/^\(2 more tools\) +2 +2 +0 +4 +7 +7 /);
});
