import { type MeasuredContextReport, STATE_MARKS, segmentState } from "@alisio/context-report";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventWords } from "../../page/app/event-words.ts";
import { withEvents } from "../../page/app/session-watch.ts";
import { statusText } from "../../page/app/status.tsx";
import {
  beginsDescending,
  INITIAL_TABLE,
  type SortKey,
  segmentRows,
  sortedBy,
  sortValue,
} from "../../page/view/segment-rows.ts";
import { stretches } from "../../page/view/stretches.ts";
import { counted, grouped, neutral, neutralLines, percent } from "../../page/view/words.ts";
import { exampleReport } from "./fixtures.ts";

const report: MeasuredContextReport = exampleReport();

describe("words", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1234567, "1,234,567"],
    [-1000, "-1,000"],
    [1234.6, "1,235"],
  ])("%d is %s", (count, text) => expect(grouped(count)).toBe(text));

  test("grouped figures say the figure itself", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => grouped(n).replaceAll(",", "") === String(n)),
    );
  });

  test.each([
    [0, 0, "0%"],
    [1, 1000, "<1%"],
    [1, 3, "33%"],
    [3, 3, "100%"],
  ])("%d of %d is %s", (part, whole, text) => expect(percent(part, whole)).toBe(text));

  test("one and many", () => {
    expect([counted(1, "result"), counted(2, "result")]).toEqual(["1 result", "2 results"]);
  });

  test("what steers a display is written out; nothing unsafe is left of any text", () => {
    expect(neutral("a\u202eb\u0000c\u200d\ufeff\u{e0041}")).toBe(
      "a\\u{202e}b\\u{0}c\\u{200d}\\u{feff}\\u{e0041}",
    );
    expect(neutral("a\ud800")).toBe("a\\u{d800}");
    expect(neutral(`z${"\u0301".repeat(50)}`)).toBe(`z${"\u0301".repeat(4)}`);
    expect(neutralLines("a\r\n\tb\u001b[31m")).toBe("a\n\tb\\u{1b}[31m");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(neutral(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });
});

describe("the table", () => {
  const keys: readonly SortKey[] = ["order", "state", "source", "before", "after", "saved"];

  test.each(keys)("sorts by %s, both ways, equal rows in the request's order", (sort) => {
    for (const descending of [false, true]) {
      const rows = segmentRows(report.segments, { ...INITIAL_TABLE, all: true, sort, descending });
      expect(rows).toHaveLength(report.segments.length);
      for (const [i, row] of rows.entries()) {
        const next = rows[i + 1];
        if (next === undefined) break;
        const [a, b] = [sortValue(row, sort), sortValue(next, sort)];
        if (a === b) expect(row.index).toBeLessThan(next.index);
        else expect(a < b).toBe(!descending);
      }
    }
  });

  test("a second click turns the order; figures begin with the largest", () => {
    for (const key of keys.filter((name) => name !== "order")) {
      const first = sortedBy(INITIAL_TABLE, key);
      expect(first).toMatchObject({ sort: key, descending: beginsDescending(key) });
      expect(sortedBy(first, key).descending).toBe(!first.descending);
    }
  });

  test("shows pinned, low and elided segments unless all are asked for", () => {
    const rows = segmentRows(report.segments, INITIAL_TABLE);
    expect(new Set(rows.map(({ criticality }) => criticality))).toEqual(new Set(["pinned", "low"]));
    expect(rows.filter(({ elision }) => elision)).toHaveLength(report.totals.elided);
  });

  test("filters by state, kind and text", () => {
    const all = { ...INITIAL_TABLE, all: true };
    const states = segmentRows(report.segments, { ...all, state: "elided" });
    expect(states.map(segmentState)).toEqual(states.map(() => "elided"));
    expect(states).not.toEqual([]);
    const kinds = segmentRows(report.segments, { ...all, kind: "tool_call" });
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(["tool_call"]));
    const found = segmentRows(report.segments, { ...all, text: "  AGENTS " });
    expect(found.map(({ source }) => source)).toEqual(["AGENTS.md"]);
  });
});

test("the order strip is the whole request, token by token", () => {
  const parts = stretches(report);
  expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(report.totals.tokensBefore);
  for (const [i, { state }] of parts.entries()) expect(parts[i + 1]?.state).not.toBe(state);
  const half = report.segments.filter(({ index }) => index % 2 === 0);
  const holes = stretches({ ...report, segments: half });
  expect(holes.reduce((sum, { size }) => sum + size, 0)).toBe(report.totals.tokensBefore);
  expect(holes.some(({ state }) => state === "not_listed")).toBe(true);
  expect(Object.keys(STATE_MARKS)).toEqual(expect.arrayContaining(parts.map(({ state }) => state)));
});

describe("events", () => {
  const view = {
    id: "s",
    link: { kind: "live" },
    events: [],
    earlier: 0,
    requests: [],
    isGoverned: false,
    estimate: undefined,
    report: undefined,
    isStale: false,
  } as const;
  const envelope = (id: number, event: object, run?: string) =>
    ({ schemaVersion: 1, id, at: "", event, ...(run && { run }) }) as never;
  const governed = { type: "context_governed", tokensBefore: 9, tokensAfter: 5, elided: 1 };

  test("a governed request of whatever run brings the tab, those of the main run the chart", () => {
    const sub = withEvents(view, [envelope(1, governed, "sub")]);
    expect([sub.isGoverned, sub.requests.length]).toEqual([true, 0]);
    const main = withEvents(sub, [
      envelope(2, governed),
      envelope(3, { type: "context_governed" }),
      envelope(4, { ...governed, tokensAfter: "5" }),
    ]);
    expect(main.requests).toEqual([{ at: "", tokensBefore: 9, tokensAfter: 5, elided: 1 }]);
  });

  test("the newest are kept, the others counted", () => {
    const many = Array.from({ length: 700 }, (_, i) => envelope(i + 1, { type: "x" }));
    const after = withEvents(view, many);
    expect([after.events.length, after.earlier, after.events.at(-1)?.id]).toEqual([500, 200, 700]);
  });

  test.each<readonly [object, string, string]>([
    [{ ...governed, mode: "on" }, "context governed", "on: 5 of 9 tokens, 1 elided"],
    [{ type: "assistant.message", text: "Hi\u202e" }, "assistant message", "Hi\\u{202e}"],
    [
      { type: "tool.started", callId: "c", tool: "t", preview: "p" },
      "tool started",
      "tool t, preview p",
    ],
    [{ type: "new.kind_of", a: 1234, b: { c: "d" }, e: false }, "new kind of", "a 1,234, c d"],
    [{ type: "context_governed" }, "context governed", ""],
    [{ ...governed, tokensAfter: null }, "context governed", expect.stringContaining("null")],
    [{ ...governed, mode: { toString: 1 } }, "context governed", expect.stringContaining("5 of 9")],
    [{ type: "assistant.message", text: 5 }, "assistant message", "text 5"],
    [{ type: "assistant.message", text: { a: 1 } }, "assistant message", "a 1"],
    [{ type: "assistant.message", text: "" }, "assistant message", "text "],
  ])("%j", (event, title, text) => {
    expect(eventWords(event as never)).toMatchObject({ title, text });
  });

  test("one that is deeper than any stack is shown by its first levels", () => {
    const depth = 200_000;
    const nested = JSON.parse(`${'{"a":'.repeat(depth)}7${"}".repeat(depth)}`);
    expect(eventWords({ type: "x", b: 1, nested } as never).text).toBe("b 1, ...");
  });
});

test("the status says what to do", () => {
  const state = { access: "granted", isServerSilent: false, sessions: [], more: 0 } as const;
  const page = { ...state, isEverywhere: false, open: undefined };
  expect(statusText({ ...page, access: "none" }, false)).toMatch(/open the address/);
  expect(statusText({ ...page, access: "refused" }, true)).toMatch(/another token/);
  expect(statusText(page, true)).toMatch(/does not answer/);
  expect(statusText(page, false)).toBe("● Connected");
});
