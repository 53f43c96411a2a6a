import { ContextReportError } from "./errors.ts";
import { canonicalJson } from "./internal/canonical-json.ts";
import { checkReport } from "./internal/check-report.ts";
import { segmentState } from "./segment-state.ts";
import type { ContextReport, MeasuredContextReport, ReportSegment, ReportTotals } from "./types.ts";
import type { ReportDiff, SegmentChange, SegmentStanding, TotalsChange } from "./types-diff.ts";

/**
 * What changed since the report before. Segments that either report doesn't list count in the totals
 * alone.
 *
 * @param previous - The report before, of the same session.
 * @param next - The report now.
 * @throws ContextReportError `invalid_report`, `invalid_argument` for reports of two sessions.
 *
 * @example
 * ```ts
 * const { totals, newlyElided } = diffReports(previous, next);
 * ```
 */
export function diffReports(previous: ContextReport, next: ContextReport): ReportDiff {
  checkReport(previous, "previous");
  checkReport(next, "next");
  if (previous.session !== next.session) {
    throw new ContextReportError(
      "invalid_argument",
      "next is a report of another session than previous; compare reports of one session.",
      { field: "next" },
    );
  }
  const same = {
    session: next.session,
    mode: { previous: previous.mode, next: next.mode },
    settingsChanged: false,
    totals: null,
    rewritten: false,
    added: [],
    newlyElided: [],
    noLongerElided: [],
    changed: [],
  } satisfies ReportDiff;
  if (previous.mode === "off" || next.mode === "off") return same;

  const common = {
    ...same,
    settingsChanged: policyOf(previous) !== policyOf(next),
    totals: totalsChange(previous.totals, next.totals),
  };
  const before = new Map(previous.segments.map((segment) => [segment.id, segment]));
  if (isRewritten(previous, next, before)) return { ...common, rewritten: true };
  return { ...common, ...segmentChanges(previous, next, before) };
}

function policyOf({ policyVersion, settings, root }: MeasuredContextReport): string {
  return canonicalJson({ policyVersion, settings, root });
}

function totalsChange(previous: ReportTotals, next: ReportTotals): TotalsChange {
  return {
    messages: next.messages - previous.messages,
    segments: next.segments - previous.segments,
    tokensBefore: next.tokensBefore - previous.tokensBefore,
    tokensAfter: next.tokensAfter - previous.tokensAfter,
    tokensSaved: next.tokensSaved - previous.tokensSaved,
    elided: next.elided - previous.elided,
  };
}

/** Appending never takes messages away, and never changes what a message is. */
function isRewritten(
  previous: MeasuredContextReport,
  next: MeasuredContextReport,
  before: ReadonlyMap<string, ReportSegment>,
): boolean {
  if (next.totals.messages < previous.totals.messages) return true;
  return next.segments.some((segment) => {
    const known = before.get(segment.id);
    return known !== undefined && segment.messageIndex !== null && !isSame(known, segment);
  });
}

function isSame(a: ReportSegment, b: ReportSegment): boolean {
  return (
    a.kind === b.kind &&
    a.callHash === b.callHash &&
    a.isError === b.isError &&
    (a.agentElided?.tokens ?? a.tokensBefore) === (b.agentElided?.tokens ?? b.tokensBefore)
  );
}

function segmentChanges(
  previous: MeasuredContextReport,
  next: MeasuredContextReport,
  before: ReadonlyMap<string, ReportSegment>,
): Pick<ReportDiff, "added" | "newlyElided" | "noLongerElided" | "changed"> {
  const added: string[] = [];
  const newlyElided: string[] = [];
  const noLongerElided: string[] = [];
  const changed: SegmentChange[] = [];
  for (const segment of next.segments) {
    const { id, messageIndex, elision } = segment;
    const known = before.get(id);
    if (!known) {
      // A message that was there before was only not listed.
      const isNew = messageIndex === null || messageIndex >= previous.totals.messages;
      if (isNew) added.push(id);
      if (isNew && elision) newlyElided.push(id);
      continue;
    }
    if (elision && !known.elision) newlyElided.push(id);
    if (!elision && known.elision) noLongerElided.push(id);
    const [was, is] = [standingOf(known), standingOf(segment)];
    if (canonicalJson(was) !== canonicalJson(is)) changed.push({ id, previous: was, next: is });
  }
  return { added, newlyElided, noLongerElided, changed };
}

function standingOf(segment: ReportSegment): SegmentStanding {
  const { criticality, reason } = segment;
  return { state: segmentState(segment), criticality, reason };
}
