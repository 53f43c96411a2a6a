import type { ElisionReason } from "../../types.ts";
import type { SimulationFigures } from "../types.ts";

/** The figures that add up; the others follow from them. */
export type Sums = Omit<
  SimulationFigures,
  "inputTokensOn" | "tokensSaved" | "savedShare" | "elided" | "billRatio" | "stillNeededShare"
>;

const REASONS = ["superseded_read", "stale_bg_output", "duplicate_search"] as const;

/** A count for each reason. */
export function byReason(
  countOf: (reason: ElisionReason) => number,
): Record<ElisionReason, number> {
  return {
    superseded_read: countOf("superseded_read"),
    stale_bg_output: countOf("stale_bg_output"),
    duplicate_search: countOf("duplicate_search"),
  };
}

function sumOf(counts: Readonly<Record<ElisionReason, number>>): number {
  return REASONS.reduce((sum, reason) => sum + counts[reason], 0);
}

/** The figures with shares and ratios. */
export function figuresOf(sums: Sums): SimulationFigures {
  const { inputTokensOff, billOff, billOn, elidedByReason, stillNeeded } = sums;
  const tokensSaved = sumOf(sums.tokensSavedByReason);
  const reads = elidedByReason.superseded_read;
  return {
    requests: sums.requests,
    copiedRequests: sums.copiedRequests,
    coldRequests: sums.coldRequests,
    coldMoments: sums.coldMoments,
    untimedRequests: sums.untimedRequests,
    reportedRequests: sums.reportedRequests,
    inputTokensOff,
    inputTokensOn: inputTokensOff - tokensSaved,
    tokensSaved,
    savedShare: ratio(tokensSaved, inputTokensOff, 0),
    elided: sumOf(elidedByReason),
    elidedByReason,
    tokensSavedByReason: sums.tokensSavedByReason,
    prefixChangesOff: sums.prefixChangesOff,
    prefixChangesOn: sums.prefixChangesOn,
    prefixChangesAdded: sums.prefixChangesAdded,
    billOff,
    billOn,
    billRatio: ratio(billOn, billOff, 1),
    stillNeeded,
    stillNeededEdits: sums.stillNeededEdits,
    stillNeededShare: ratio(stillNeeded, reads, 0),
  };
}

/** All of them together. */
export function addFigures(all: readonly SimulationFigures[]): SimulationFigures {
  const sum = (of: (figures: SimulationFigures) => number): number =>
    all.reduce((total, figures) => total + of(figures), 0);
  return figuresOf({
    requests: sum(({ requests }) => requests),
    copiedRequests: sum(({ copiedRequests }) => copiedRequests),
    coldRequests: sum(({ coldRequests }) => coldRequests),
    coldMoments: sum(({ coldMoments = 0 }) => coldMoments),
    untimedRequests: sum(({ untimedRequests }) => untimedRequests),
    reportedRequests: sum(({ reportedRequests }) => reportedRequests),
    inputTokensOff: sum(({ inputTokensOff }) => inputTokensOff),
    elidedByReason: byReason((reason) => sum((figures) => figures.elidedByReason[reason])),
    tokensSavedByReason: byReason((reason) =>
      sum((figures) => figures.tokensSavedByReason[reason]),
    ),
    prefixChangesOff: sum(({ prefixChangesOff }) => prefixChangesOff),
    prefixChangesOn: sum(({ prefixChangesOn }) => prefixChangesOn),
    prefixChangesAdded: sum(({ prefixChangesAdded }) => prefixChangesAdded),
    billOff: sum(({ billOff }) => billOff),
    billOn: sum(({ billOn }) => billOn),
    stillNeeded: sum(({ stillNeeded }) => stillNeeded),
    stillNeededEdits: sum(({ stillNeededEdits }) => stillNeededEdits),
  });
}

/** To four decimals: more would be noise, and is where machines could differ. */
function ratio(part: number, whole: number, fallback: number): number {
  return whole === 0 ? fallback : Math.round((part / whole) * 10_000) / 10_000;
}
