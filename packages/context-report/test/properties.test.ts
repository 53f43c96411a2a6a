import { projectHistory } from "@alisio/governor";
import { createUsageLedger } from "@alisio/governor/usage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildContextReport,
  type ContextReport,
  type ContextReportInput,
  diffReports,
  MAX_LISTED_SEGMENTS,
  orderStrip,
  renderReportJson,
  renderReportMarkdown,
  renderReportText,
  reportEntityTag,
} from "../src/index.ts";
import { contextReportSchema } from "../src/schemas.ts";
import { histories, inputs, RUNS, settings } from "./support/generators.ts";
import { inputOf, measured } from "./support/measured.ts";
import { expectedStandings } from "./support/reference.ts";

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const runs = { numRuns: RUNS };

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}

/** Holds a property, and that at least one input in twenty was worth looking at. */
function holds<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => boolean): void {
  let telling = 0;
  fc.assert(
    fc.property(arbitrary, (value) => {
      if (check(value)) telling += 1;
    }),
    runs,
  );
  expect(telling).toBeGreaterThanOrEqual(RUNS / 20);
}

describe("totals", () => {
  it("are the listed segments and those left out, exactly", () => {
    const long = fc.record({ input: inputs, times: fc.constantFrom(1, 1, 12) });
    holds(long, ({ input, times }) => {
      const history = Array.from({ length: times }, () => input.history).flat();
      const { totals, segments, leftOut } = measured({ ...input, history });
      const left = Object.values(leftOut);
      expect(segments.length).toBeLessThanOrEqual(MAX_LISTED_SEGMENTS);
      expect(segments.length + sum(left.map(({ count }) => count))).toBe(totals.segments);
      for (const field of ["tokensBefore", "tokensAfter"] as const) {
        const all = [...segments, ...left].map((each) => each[field]);
        expect(sum(all)).toBe(totals[field]);
        expect(sum(totals.byKind.map((each) => each[field]))).toBe(totals[field]);
        expect(sum(totals.byCriticality.map((each) => each[field]))).toBe(totals[field]);
        const ofTools = totals.byKind.filter(({ kind }) => kind.startsWith("tool_"));
        expect(sum(totals.byTool.map((each) => each[field]))).toBe(
          sum(ofTools.map((each) => each[field])),
        );
      }
      for (const { criticality, ...all } of totals.byCriticality) {
        const listed = segments.filter((each) => each.criticality === criticality);
        expect(listed.length + leftOut[criticality].count).toBe(all.segments);
        const before = sum(listed.map(({ tokensBefore }) => tokensBefore));
        expect(before + leftOut[criticality].tokensBefore).toBe(all.tokensBefore);
      }
      return left.some(({ count }) => count > 0);
    });
  });

  it("lose what is saved, and what is saved is what the elisions save", () => {
    holds(inputs, (input) => {
      const { totals, segments, leftOut } = measured(input);
      expect(totals.tokensBefore - totals.tokensSaved).toBe(totals.tokensAfter);
      expect(sum(Object.values(totals.elidedByReason))).toBe(totals.elided);
      if (leftOut.low.count > 0) return false;
      expect(sum(segments.map(({ elision }) => elision?.tokensSaved ?? 0))).toBe(
        totals.tokensSaved,
      );
      return totals.tokensSaved > 0;
    });
  });

  it("are the governor's own where nothing is added", () => {
    holds(fc.record({ history: histories, policy: settings }), ({ history, policy }) => {
      const { totals } = measured(inputOf(history, { settings: policy }));
      expect(projectHistory(history, policy).totals).toEqual({
        messages: totals.messages,
        segments: totals.segments,
        elided: totals.elided,
        elidedByReason: totals.elidedByReason,
        tokensBefore: totals.tokensBefore,
        tokensAfter: totals.tokensAfter,
      });
      return totals.elided > 0;
    });
  });
});

describe("segments", () => {
  it("stand where they say", () => {
    holds(inputs, (input) => {
      const { segments, leftOut } = measured(input);
      if (Object.values(leftOut).some(({ count }) => count > 0)) return false;
      let offset = 0;
      for (const [index, segment] of segments.entries()) {
        expect([segment.index, segment.offset]).toEqual([index, offset]);
        offset += segment.tokensBefore;
      }
      expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length);
      return segments.length > 20;
    });
  });

  it("have the standing that the table gives them", () => {
    const seen = new Set<string>();
    holds(inputs, (input) => {
      const { segments } = measured(input);
      const ofHistory = segments.filter(({ messageIndex }) => messageIndex !== null);
      const used = ofHistory.map(({ usedLater }) => usedLater === true);
      const expected = expectedStandings(input, (position) => used[position] === true);
      const actual = ofHistory.map(({ criticality, reason }) => ({ criticality, reason }));
      expect(actual).toEqual(expected);
      for (const { reason } of actual) seen.add(reason);
      return actual.length > 20;
    });
    // Every rule was met.
    expect([...seen].sort()).toEqual([
      "checkpoint",
      "default",
      "duplicate_search",
      "empty",
      "instructions",
      "last_turn",
      "latest_of_path",
      "next_epoch",
      "recent_error",
      "stale_bg_output",
      "superseded_read",
      "used_later",
      "user_message",
    ]);
  });

  it("keep id, kind and call when messages are appended", () => {
    holds(fc.record({ before: histories, more: histories }), ({ before, more }) => {
      const first = measured(inputOf(before));
      const second = measured(inputOf([...before, ...more]));
      const later = new Map(second.segments.map((segment) => [segment.id, segment]));
      let met = 0;
      for (const { id, kind, callHash, tokensBefore } of first.segments) {
        const same = later.get(id);
        if (!same) continue;
        met += 1;
        expect([same.kind, same.callHash, same.tokensBefore]).toEqual([
          kind,
          callHash,
          tokensBefore,
        ]);
      }
      expect(diffReports(first, second).rewritten).toBe(false);
      return met > 10;
    });
  });

  it("agree with the ledger on what was used later", () => {
    holds(histories, (history) => {
      const ledger = createUsageLedger({ mode: "shadow" });
      ledger.record({ messages: history, elisions: [] });
      const { segments, usage } = measured(inputOf(history, { usage: ledger }));
      const results = segments.filter(({ usedLater }) => usedLater !== null);
      for (const { tool, seen, used } of usage?.tools ?? []) {
        const own = results.filter((segment) => segment.tool === tool);
        expect([own.length, own.filter(({ usedLater }) => usedLater).length]).toEqual([seen, used]);
      }
      expect(new Set(results.map(({ tool }) => tool))).toEqual(
        new Set(usage?.tools.map(({ tool }) => tool)),
      );
      return usage?.tools.some(({ used }) => used > 0) === true;
    });
  });
});

describe("a report", () => {
  it("passes its schema and reads back from JSON as it was", () => {
    holds(inputs, (input) => {
      const report = buildContextReport(input);
      expect(contextReportSchema.parse(report)).toEqual(report);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      expect(JSON.parse(renderReportJson(report))).toEqual(report);
      return true;
    });
  });

  it("has the same bytes for the same input, which it doesn't change", () => {
    holds(inputs, (input) => {
      const { usage, ...data } = input;
      const bytes = JSON.stringify(buildContextReport(input));
      deepFreeze(data);
      expect(JSON.stringify(buildContextReport(input))).toBe(bytes);
      const copy: ContextReportInput = { ...structuredClone(data), ...(usage ? { usage } : {}) };
      expect(JSON.stringify(buildContextReport(copy))).toBe(bytes);
      return true;
    });
  });

  it("differs in madeAt alone when it is made again, and its entity tag doesn't", () => {
    holds(inputs, (input) => {
      const first = buildContextReport(input);
      const again = buildContextReport({ ...input, madeAt: "2027-02-28T23:59:59.5+01:00" });
      expect({ ...again, madeAt: first.madeAt }).toEqual(first);
      expect(reportEntityTag(again)).toBe(reportEntityTag(first));
      const reordered = Object.fromEntries(Object.entries(first).reverse());
      expect(reportEntityTag(reordered as unknown as ContextReport)).toBe(reportEntityTag(first));
      const more = {
        ...input,
        history: [...input.history, { role: "user" as const, text: "more" }],
      };
      expect(reportEntityTag(buildContextReport(more))).not.toBe(reportEntityTag(first));
      return true;
    });
  });

  it("is the same with a projection that the host has already", () => {
    holds(inputs, (input) => {
      const { agentElisions: _, ...rest } = input;
      const projection = projectHistory(rest.history, rest.settings);
      expect(buildContextReport({ ...rest, projection })).toEqual(buildContextReport(rest));
      return projection.elisions.length > 0;
    });
  });

  it("says only that, with the governor off", () => {
    holds(inputs, (input) => {
      const { session, madeAt } = input;
      const report = buildContextReport({ ...input, settings: {} });
      expect(report).toEqual({ schemaVersion: 1, session, madeAt, mode: "off" });
      expect(buildContextReport({ ...input, settings: { mode: "off" } })).toEqual(report);
      return input.history.length > 0;
    });
  });

  it("doesn't change against itself", () => {
    holds(inputs, (input) => {
      const report = measured(input);
      const { totals, ...lists } = diffReports(report, report);
      expect(Object.values(totals ?? {})).toEqual([0, 0, 0, 0, 0, 0]);
      expect(lists).toMatchObject({ rewritten: false, settingsChanged: false });
      expect([...lists.added, ...lists.newlyElided, ...lists.noLongerElided]).toEqual([]);
      expect(lists.changed).toEqual([]);
      return report.segments.length > 0;
    });
  });
});

describe("a strip", () => {
  it("has as many columns as were asked for, and neighbours differ", () => {
    const wide = fc.record({ input: inputs, columns: fc.integer({ min: 1, max: 300 }) });
    holds(wide, ({ input, columns }) => {
      const report = measured(input);
      const spans = orderStrip(report, columns);
      if (report.totals.tokensBefore === 0) {
        expect(spans).toEqual([]);
        return false;
      }
      expect(sum(spans.map((span) => span.columns))).toBe(columns);
      for (const [i, span] of spans.entries()) expect(span.state).not.toBe(spans[i + 1]?.state);
      return spans.length > 3;
    });
  });
});

describe("renderings", () => {
  it("fit the width and hold no control character", () => {
    const drawn = fc.record({
      input: inputs,
      width: fc.integer({ min: 60, max: 200 }),
      ascii: fc.boolean(),
      all: fc.boolean(),
    });
    holds(drawn, ({ input, width, ascii, all }) => {
      const report = measured(input);
      const text = renderReportText(report, { width, ascii, all });
      for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
      expect(text).toMatch(ascii ? /^[\x20-\x7e\n]*$/ : /^[\x20-\x7e\n\u2588\u2026]*$/);
      expect(renderReportMarkdown(report, { all })).toMatch(/^[\x20-\x7e\n]*$/);
      const colored = renderReportText(report, { width, ascii, all, color: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
      expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(text);
      return true;
    });
  });
});
