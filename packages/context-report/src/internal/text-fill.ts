import { orderStrip } from "../order-strip.ts";
import { type SegmentState, STATE_MARKS } from "../segment-state.ts";
import type { MeasuredContextReport, ToolTotals } from "../types.ts";
import { counted, percent } from "./figures.ts";
import { type Cell, type Look, name, paint, STATE_STYLES, word } from "./look.ts";
import { flow, heading } from "./text-flow.ts";
import { type Column, table } from "./text-table.ts";

const SHOWN_TOOLS = 10;
/** From here on there is room for derived and secondary columns. */
const ROOMY_WIDTH = 80;
const STRIP_INDENT = 2;

const BEFORE: Column = { header: "before", side: "right" };
const AFTER: Column = { header: "after", side: "right" };
const SHARE: Column = { header: "share", side: "right" };
const SEGMENTS: Column = { header: "segments", side: "right" };

/** What the request is made of. */
export function kindLines({ totals }: MeasuredContextReport, look: Look): string[] {
  const whole = totals.tokensBefore;
  const rows = totals.byKind.map(({ kind, segments, tokensBefore, tokensAfter }) => ({
    cells: [kind, segments, tokensBefore, tokensAfter, percent(tokensBefore, whole)].map((value) =>
      word(value),
    ),
    share: shareOf(tokensBefore, whole),
  }));
  const columns = [{ header: "kind" }, SEGMENTS, BEFORE, AFTER, SHARE];
  return [...heading("What fills it, by kind", look), ...table(columns, rows, look)];
}

/** Which tools the calls and results are of. */
export function toolLines({ totals }: MeasuredContextReport, look: Look): string[] {
  const { byTool, tokensBefore: whole } = totals;
  if (byTool.length === 0) return [];
  const shown = look.all || byTool.length <= SHOWN_TOOLS + 1 ? byTool.length : SHOWN_TOOLS;
  const isRoomy = look.width >= ROOMY_WIDTH;
  const rows = byTool
    .slice(0, shown)
    .map((row) => toolRow(row, toolName(row, look), whole, isRoomy));
  if (shown < byTool.length) {
    const others = byTool.slice(shown);
    const label = word(`(${counted(others.length, "more tool")})`);
    rows.push(toolRow(sumOf(others), label, whole, isRoomy));
  }
  const columns: Column[] = [
    { header: "tool", isName: true },
    { header: "calls", side: "right" },
    { header: "results", side: "right" },
    { header: "elided", side: "right" },
    ...(isRoomy ? [{ header: "in calls", side: "right" } as const] : []),
    BEFORE,
    AFTER,
    ...(isRoomy ? [SHARE] : []),
  ];
  return [...heading("What fills it, by tool", look), ...table(columns, rows, look)];
}

function toolName({ tool }: ToolTotals, look: Look): Cell {
  return tool === null ? word("(no call)") : name(tool, look);
}

function toolRow(
  totals: ToolTotals,
  label: Cell,
  whole: number,
  isRoomy: boolean,
): { cells: Cell[]; share: number } {
  const { calls, results, elided, callTokens, tokensBefore, tokensAfter } = totals;
  const numbers = [
    calls,
    results,
    elided,
    ...(isRoomy ? [callTokens] : []),
    tokensBefore,
    tokensAfter,
  ];
  const share = isRoomy ? [word(percent(tokensBefore, whole))] : [];
  return {
    cells: [label, ...numbers.map((number) => word(number)), ...share],
    share: shareOf(tokensBefore, whole),
  };
}

function sumOf(rows: readonly ToolTotals[]): ToolTotals {
  return rows.reduce((sum, row) => ({
    tool: null,
    calls: sum.calls + row.calls,
    results: sum.results + row.results,
    elided: sum.elided + row.elided,
    callTokens: sum.callTokens + row.callTokens,
    tokensBefore: sum.tokensBefore + row.tokensBefore,
    tokensAfter: sum.tokensAfter + row.tokensAfter,
  }));
}

/** How much must stay and how much can go. */
export function criticalityLines({ totals }: MeasuredContextReport, look: Look): string[] {
  const whole = totals.tokensBefore;
  const rows = totals.byCriticality.map(({ criticality, segments, tokensBefore, tokensAfter }) => ({
    cells: [
      stateCell(criticality),
      ...[segments, tokensBefore, tokensAfter, percent(tokensBefore, whole)].map((value) =>
        word(value),
      ),
    ],
    share: shareOf(tokensBefore, whole),
  }));
  const columns = [{ header: "criticality" }, SEGMENTS, BEFORE, AFTER, SHARE];
  return [...heading("How much it matters", look), ...table(columns, rows, look)];
}

/** Where in the request what stands. */
export function stripLines(report: MeasuredContextReport, look: Look): string[] {
  const columns = look.width - 2 * STRIP_INDENT;
  const spans = orderStrip(report, columns);
  if (spans.length === 0) return [];
  const strip = spans.map(({ state, sign, columns: length }) =>
    paint(sign.repeat(length), STATE_STYLES[state], look),
  );
  const present = new Set(spans.map(({ state }) => state));
  const states = (Object.keys(STATE_MARKS) as SegmentState[]).filter((state) => present.has(state));
  const tokens = counted(Math.max(1, Math.round(report.totals.tokensBefore / columns)), "token");
  return [
    ...heading(`Order in the request, about ${tokens} a column`, look),
    " ".repeat(STRIP_INDENT) + strip.join(""),
    ...flow("legend", states.map(stateCell), look),
  ];
}

/** Sign and word of a state. */
export function stateCell(state: SegmentState): Cell {
  const { sign, word: text } = STATE_MARKS[state];
  return word(`${sign} ${text}`, STATE_STYLES[state]);
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
