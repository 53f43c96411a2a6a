import { type ResolvedSettings, resolveSettings, segmentsOf } from "@alisio/governor";
import { checkInput } from "./internal/check-input.ts";
import { checkProjection } from "./internal/check-projection.ts";
import { decide, withoutRemoved } from "./internal/decide.ts";
import type { Draft } from "./internal/draft.ts";
import { draftHistory, draftInstructions, draftInvariants } from "./internal/draft-segments.ts";
import { copyCompactions, copyInvariants, copyReported, copyUsage } from "./internal/given.ts";
import { listSegments } from "./internal/list-segments.ts";
import {
  type ObservedPair,
  observeResults,
  rememberingProfile,
} from "./internal/observe-results.ts";
import { pairResults } from "./internal/pair-results.ts";
import { createShowPath } from "./internal/show-path.ts";
import { sourcesOf } from "./internal/sources.ts";
import { createJudge } from "./internal/standing.ts";
import { totalsOf } from "./internal/totals.ts";
import type { ContextReport } from "./types.ts";
import type { ContextReportInput, UsageSource } from "./types-input.ts";

/**
 * Explains what the next request of a session carries and what the governor does with it. The report
 * holds ids, counts, estimates, paths and tool names, and never the text of anything. With the mode
 * `off`, which is the default, it says only that.
 *
 * Same input, same report; of the same session and state two reports differ in `madeAt` alone.
 * Nothing of the input is changed or kept.
 *
 * @param given - See {@link ContextReportInput}.
 * @throws ContextReportError `invalid_argument`, `invalid_option`, `invalid_projection`,
 * `conflicting_input`, `profile_failed`
 * @throws GovernorError for its settings, and for observations that its rules can't work with.
 *
 * @example
 * ```ts
 * const report = buildContextReport({
 *   session: "demo",
 *   madeAt: "2026-01-31T12:00:00Z",
 *   settings: { mode: "shadow", epochMessages: 0 },
 *   history,
 * });
 * ```
 */
export function buildContextReport(given: ContextReportInput): ContextReport {
  const input = checkInput(given);
  const { session, madeAt, history, root } = input;
  const settings = resolveSettings(input.settings);
  const { mode, policyVersion, minAgeTurns, epochMessages, eligibleMessages } = settings;
  if (mode === "off") return { schemaVersion: 1, session, madeAt, mode };

  const usage = copyUsage(input.usage);
  const drafts = draftAll(input, settings);
  const { segments, leftOut } = listSegments(drafts, mode === "on");
  const removed = drafts.flatMap(({ agentElided }) => (agentElided ? [agentElided.tokens] : []));
  return {
    schemaVersion: 1,
    session,
    madeAt,
    mode,
    policyVersion,
    settings: { minAgeTurns, epochMessages, eligibleMessages: eligibleMessages ?? null },
    estimator: "chars/4",
    root: root?.name ?? null,
    totals: totalsOf(drafts, history.length),
    reportedUsage: copyReported(input.reportedUsage, drafts, mode === "on"),
    segments,
    leftOut,
    compactions: copyCompactions(input.compactions),
    agentElisions: {
      count: removed.length,
      tokens: removed.reduce((sum, tokens) => sum + tokens, 0),
    },
    invariants: copyInvariants(input.invariants),
    usage,
  };
}

function draftAll(input: ContextReportInput, settings: ResolvedSettings): Draft[] {
  const { history } = input;
  const profile = rememberingProfile(settings.profile);
  const removed = new Set(input.agentElisions);
  const segments = segmentsOf(history);
  const pairs = pairResults(history, segments);
  const known = checkProjection(input.projection, history, segments, pairs);
  const observed = observeResults(pairs, profile);
  const sent = withoutRemoved(history, removed);
  const decisions = decide(sent, settings, profile, pairs, known);
  const usedLater = input.usage ? createUsedLater(observed, input.usage) : () => null;
  const showPath = createShowPath(input.root);
  return [
    ...draftInstructions(input.instructions, showPath),
    ...draftHistory(history, {
      segments,
      removed,
      decisions,
      sources: sourcesOf(observed, showPath),
      usedLater,
      notes: new Map(input.messageNotes?.map((note) => [note.message, note])),
      judge: createJudge(history, observed, decisions, ({ resultSegment }) =>
        usedLater(resultSegment),
      ),
    }),
    ...draftInvariants(input.invariants),
  ];
}

/** What the ledger says of single results, by position of the segment. */
function createUsedLater(
  pairs: readonly ObservedPair[],
  ledger: UsageSource,
): (segment: number) => boolean | null {
  const callIds = new Map(pairs.map(({ resultSegment, call }) => [resultSegment, call.id]));
  return (segment) => {
    const callId = callIds.get(segment);
    const answer = callId === undefined ? undefined : ledger.usedLater(callId);
    return typeof answer === "boolean" ? answer : null;
  };
}
