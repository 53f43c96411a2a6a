import type { Elision, Message, Projection, Segment } from "@alisio/governor";
import { ContextReportError } from "../errors.ts";
import { ELISION_REASONS } from "./draft.ts";
import { isRecord } from "./is-record.ts";
import type { Pair } from "./pair-results.ts";

/**
 * The elisions of a projection that the host computed, if it can be one of this history.
 *
 * @throws ContextReportError `invalid_projection`
 */
export function checkProjection(
  projection: Projection | undefined,
  history: readonly Message[],
  segments: readonly Segment[],
  pairs: readonly Pair[],
): readonly Elision[] | undefined {
  if (projection === undefined) return undefined;
  const { elisions, totals } = isRecord(projection) ? projection : ({} as Projection);
  if (!Array.isArray(elisions)) throw invalid("it has no list of elisions");
  if (!isRecord(totals)) throw invalid("it has no totals, as one made with the mode off");
  const tokensBefore = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const isOfHistory =
    totals.messages === history.length &&
    totals.segments === segments.length &&
    totals.tokensBefore === tokensBefore &&
    totals.elided === elisions.length;
  if (!isOfHistory) throw invalid("its totals are those of another history");

  const results = new Map(pairs.map((pair) => [pair.call.id, segments[pair.resultSegment]]));
  let saved = 0;
  for (const elision of elisions as readonly Elision[]) {
    if (!isElision(elision)) throw invalid("it has an elision that is none");
    const result = results.get(elision.callId);
    if (result?.tokens !== elision.tokensBefore) throw invalid("it elides results of other calls");
    results.delete(elision.callId);
    saved += elision.tokensBefore - elision.tokensAfter;
  }
  if (totals.tokensAfter !== tokensBefore - saved) throw invalid("its totals don't add up");
  return elisions;
}

function isElision(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { callId, reason, supersededBy, tokensAfter } = value;
  return (
    typeof callId === "string" &&
    typeof supersededBy === "string" &&
    (ELISION_REASONS as readonly unknown[]).includes(reason) &&
    Number.isSafeInteger(tokensAfter)
  );
}

function invalid(why: string): ContextReportError {
  return new ContextReportError(
    "invalid_projection",
    `projection wasn't made from this history: ${why}. Project the same history with the same settings, or leave it out.`,
    { field: "projection" },
  );
}
