import { demandArgument } from "./internal/arguments.ts";
import { checkReport } from "./internal/check-report.ts";
import { type SegmentState, STATE_MARKS, segmentState } from "./segment-state.ts";
import type { ContextReport, MeasuredContextReport } from "./types.ts";

/** Neighbouring columns of one state. */
export interface StripSpan {
  readonly state: SegmentState;
  /** As of {@link STATE_MARKS}. */
  readonly sign: string;
  /** At least 1. */
  readonly columns: number;
}

interface Stretch {
  readonly state: SegmentState;
  readonly from: number;
  readonly to: number;
}

const MAX_COLUMNS = 10_000;

/** Of states that have as many tokens in a column the first is shown. */
const STATES = Object.keys(STATE_MARKS) as readonly SegmentState[];

/**
 * The request from its first token to its last, as a strip of so many columns: each stands for the
 * same number of tokens (before elision) and shows the state that most of them have. What isn't
 * listed shows as such. Empty for a report that measured nothing or a request without tokens.
 *
 * @param report - A report; one from elsewhere is to be checked with `contextReportSchema` first.
 * @param columns - Width of the strip: 1 to 10000.
 * @throws ContextReportError `invalid_argument`, `invalid_report`
 *
 * @example
 * ```ts
 * const spans = orderStrip(report, 40);
 * const strip = spans.map(({ sign, columns }) => sign.repeat(columns)).join("");
 * ```
 */
export function orderStrip(report: ContextReport, columns: number): readonly StripSpan[] {
  checkReport(report);
  const isWidth = Number.isInteger(columns) && columns > 0 && columns <= MAX_COLUMNS;
  demandArgument(() => isWidth, "columns", columns, `a whole number from 1 to ${MAX_COLUMNS}`);
  if (report.mode === "off" || report.totals.tokensBefore === 0) return [];

  const stretches = stretchesOf(report);
  const { tokensBefore } = report.totals;
  const spans: StripSpan[] = [];
  let first = 0;
  for (let column = 0; column < columns; column++) {
    // In units of 1 / columns of a token, so that all borders are whole numbers.
    const from = column * tokensBefore;
    const to = from + tokensBefore;
    while ((stretches[first] as Stretch).to * columns <= from) first += 1;
    const state = mostOf(stretches, first, from, to, columns);
    const last = spans.at(-1);
    if (last?.state === state) spans.splice(-1, 1, { ...last, columns: last.columns + 1 });
    else spans.push({ state, sign: STATE_MARKS[state].sign, columns: 1 });
  }
  return spans;
}

/** The whole request without holes: what lies between listed segments isn't listed. */
function stretchesOf({ segments, totals }: MeasuredContextReport): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const segment of segments) {
    const { offset, tokensBefore } = segment;
    if (tokensBefore === 0) continue;
    if (offset > end) stretches.push({ state: "not_listed", from: end, to: offset });
    end = offset + tokensBefore;
    stretches.push({ state: segmentState(segment), from: offset, to: end });
  }
  if (end < totals.tokensBefore) {
    stretches.push({ state: "not_listed", from: end, to: totals.tokensBefore });
  }
  return stretches;
}

function mostOf(
  stretches: readonly Stretch[],
  first: number,
  from: number,
  to: number,
  columns: number,
): SegmentState {
  const tokens = new Map<SegmentState, number>();
  for (let i = first; i < stretches.length; i++) {
    const stretch = stretches[i] as Stretch;
    if (stretch.from * columns >= to) break;
    const overlap = Math.min(to, stretch.to * columns) - Math.max(from, stretch.from * columns);
    tokens.set(stretch.state, (tokens.get(stretch.state) ?? 0) + overlap);
  }
  let most: SegmentState = "not_listed";
  for (const state of STATES) if ((tokens.get(state) ?? 0) > (tokens.get(most) ?? 0)) most = state;
  return most;
}
