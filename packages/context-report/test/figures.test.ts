import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ContextReportInput,
  type MeasuredContextReport,
  renderReportMarkdown,
  renderReportText,
  STATE_MARKS,
  segmentState,
} from "../src/index.ts";
import { inputs, RUNS } from "./support/generators.ts";
import { inputOf, measured } from "./support/measured.ts";
import { markdownTables, rowsOf, sectionOf, sentence } from "./support/parse-text.ts";

type Reported = MeasuredContextReport["reportedUsage"];
const known = (count: number | null | undefined): string => String(count ?? "?");
const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Where the last words of a row are numbers, those. */
const numbersAtEnd = (row: readonly string[], count: number): number[] =>
  row
    .filter((cell) => /^\d+$/.test(cell))
    .slice(-count)
    .map(Number);

function expectText(report: MeasuredContextReport, width: number, ascii: boolean): void {
  const text = renderReportText(report, { width, ascii, all: true });
  const { totals, segments, leftOut, agentElisions, compactions, invariants, usage } = report;

  const size = sectionOf(text, "Size");
  const { tokensBefore, tokensAfter, tokensSaved } = totals;
  expect(numbersIn(sentence(size, "before"))).toEqual([
    tokensBefore,
    totals.segments,
    totals.messages,
  ]);
  expect(numbersIn(sentence(size, "after"))).toEqual([tokensAfter]);
  expect(numbersIn(sentence(size, "saved"))[0]).toBe(tokensSaved);
  expect(numbersIn(sentence(size, "not text"))).toEqual([totals.nonTextParts]);
  if (report.reportedUsage) expectReported(sentence(size, "reported"), report.reportedUsage);

  expect(rowsOf(sectionOf(text, "What fills it, by kind")).map((row) => row.slice(0, 4))).toEqual(
    totals.byKind.map((row) => [
      row.kind,
      ...[row.segments, row.tokensBefore, row.tokensAfter].map(String),
    ]),
  );
  const isRoomy = width >= 80;
  const tools = rowsOf(sectionOf(text, "What fills it, by tool"));
  expect(tools.map((row) => numbersAtEnd(row, isRoomy ? 6 : 5))).toEqual(
    totals.byTool.map((row) => [
      row.calls,
      row.results,
      row.elided,
      ...(isRoomy ? [row.callTokens] : []),
      row.tokensBefore,
      row.tokensAfter,
    ]),
  );
  expect(rowsOf(sectionOf(text, "How much it matters")).map((row) => row.slice(0, 5))).toEqual(
    totals.byCriticality.map((row) => [
      STATE_MARKS[row.criticality].sign,
      row.criticality,
      ...[row.segments, row.tokensBefore, row.tokensAfter].map(String),
    ]),
  );

  const elided = sectionOf(text, report.mode === "on" ? "Elided" : "Would be elided");
  expect(numbersIn(sentence(elided, "results"))).toEqual([totals.elided, tokensSaved]);
  expect(numbersIn(sentence(elided, "reasons"))).toEqual(Object.values(totals.elidedByReason));
  const gone = sectionOf(text, "Gone before");
  expect(numbersIn(sentence(gone, "by agent"))).toEqual([
    agentElisions.count,
    agentElisions.tokens,
  ]);
  expect(sentence(gone, "compacted").match(/\d+|\?/g)).toEqual([
    String(compactions.count),
    ...compactions.positions.flatMap((each) => [`${each.position}`, known(each.tokensBefore)]),
  ]);
  if (invariants) {
    const lines = sectionOf(text, "Invariants");
    const { byKind } = invariants;
    expect(numbersIn(sentence(lines, "carried"))).toEqual([
      invariants.total,
      ...[byKind.instruction, byKind.goal, byKind.plan, byKind.criterion, byKind.grant],
    ]);
    expect(numbersIn(sentence(lines, "omitted"))).toEqual([invariants.omitted]);
  }
  if (usage) expect(sectionOf(text, "Used later").join("\n")).toContain("20/45");

  const rows = sectionOf(text, "Segments")
    .slice(1)
    // Notes are indented further.
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim().split(/ +/))
    .filter((row) => /^\d+$/.test(row[1] ?? ""));
  expect(rows.map((row) => row.slice(0, 5))).toEqual(
    segments.map((each) => {
      const { sign, word } = STATE_MARKS[segmentState(each)];
      return [each.id, String(each.tokensBefore), String(each.tokensAfter), sign, word];
    }),
  );
  const left = rowsOf(sectionOf(text, "Left out"));
  expect(left.map((row) => row.slice(1))).toEqual(
    Object.entries(leftOut)
      .filter(([, { count }]) => count > 0)
      .map(([criticality, each]) => [
        criticality,
        ...[each.count, each.tokensBefore, each.tokensAfter].map(String),
      ]),
  );
}

function expectReported(text: string, reported: NonNullable<Reported>): void {
  expect(text).toBe(
    `${known(reported.inputTokens)} input, ${known(reported.cacheReadTokens)} cache read, ` +
      `${known(reported.cacheWriteTokens)} cache write, ${known(reported.outputTokens)} output`,
  );
}

function expectMarkdown(report: MeasuredContextReport): void {
  const tables = markdownTables(renderReportMarkdown(report, { all: true }));
  const { totals, segments, leftOut, reportedUsage } = report;
  const strings = (...numbers: readonly number[]): string[] => numbers.map(String);
  expect(tables.get("Size")?.map((row) => row[1])).toEqual([
    ...strings(totals.messages, totals.segments, totals.nonTextParts),
    ...strings(totals.tokensBefore, totals.tokensAfter, totals.tokensSaved, totals.elided),
    ...strings(...Object.values(totals.elidedByReason)),
    known(reportedUsage?.inputTokens),
    known(reportedUsage?.cacheReadTokens),
    known(reportedUsage?.cacheWriteTokens),
    known(reportedUsage?.outputTokens),
    known(reportedUsage?.beforeMessage),
    known(reportedUsage?.estimatedTokens),
  ]);
  expect(tables.get("What fills it, by kind")?.map((row) => row.slice(0, 4))).toEqual(
    totals.byKind.map((row) => [
      row.kind,
      ...strings(row.segments, row.tokensBefore, row.tokensAfter),
    ]),
  );
  expect(tables.get("What fills it, by tool")?.map((row) => row.slice(1, 7))).toEqual(
    totals.byTool.map((row) => [
      ...strings(row.calls, row.results, row.elided),
      ...strings(row.callTokens, row.tokensBefore, row.tokensAfter),
    ]),
  );
  expect(tables.get("How much it matters")?.map((row) => row.slice(1, 4))).toEqual(
    totals.byCriticality.map((row) => strings(row.segments, row.tokensBefore, row.tokensAfter)),
  );
  const heading = `Segments: all that are listed, ${segments.length} of ${totals.segments}`;
  expect(tables.get(heading)?.map((row) => row.slice(0, 6))).toEqual(
    segments.map((each) => {
      const { sign, word } = STATE_MARKS[segmentState(each)];
      const numbers = strings(each.tokensBefore, each.tokensAfter);
      return [each.id, ...numbers, `\`${sign}\` ${word}`, each.kind, each.reason];
    }),
  );
  expect(tables.get("Left out of the list")?.map((row) => row.slice(1))).toEqual(
    Object.values(leftOut).map((each) => strings(each.count, each.tokensBefore, each.tokensAfter)),
  );
}

describe("figures", () => {
  it("are the same in JSON, text and Markdown", () => {
    const drawn = fc.record({
      input: inputs,
      times: fc.constantFrom(1, 1, 1, 1, 12),
      width: fc.integer({ min: 60, max: 200 }),
      ascii: fc.boolean(),
    });
    let elided = 0;
    fc.assert(
      fc.property(drawn, ({ input, times, width, ascii }) => {
        const history = Array.from({ length: times }, () => input.history).flat();
        const report = measured({ ...input, history });
        expectText(report, width, ascii);
        if (report.totals.byTool.length > 0) expectMarkdown(report);
        if (report.totals.elided > 0) elided += 1;
      }),
      { numRuns: RUNS },
    );
    expect(elided).toBeGreaterThan(RUNS / 10);
  });

  it("are never cut, however large", () => {
    const most = 9_007_199_254_740_991;
    const input: ContextReportInput = inputOf([], {
      instructions: [{ source: "a".repeat(500), kind: "k".repeat(500), characters: most }],
      compactions: [{ position: most, tokensBefore: most }],
      reportedUsage: {
        inputTokens: most,
        cacheReadTokens: most,
        cacheWriteTokens: most,
        outputTokens: most,
      },
    });
    const tokens = measured(input).totals.tokensBefore;
    expect(tokens).toBe(Math.ceil(most / 4));
    for (const width of [60, 80, 120, 200]) {
      const text = renderReportText(measured(input), { width });
      expect(text.match(new RegExp(String(most), "g"))).toHaveLength(6);
      expect(text.match(new RegExp(`\\b${tokens}\\b`, "g"))?.length).toBeGreaterThanOrEqual(6);
    }
  });
});
