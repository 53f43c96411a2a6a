import type { SimulationFigures, SimulationReport } from "@alisio/governor/simulate";

function figures(saved: number): SimulationFigures {
  const inputTokensOff = 1_234_567;
  return {
    requests: 420,
    copiedRequests: 5,
    coldRequests: 12,
    coldMoments: 13,
    untimedRequests: 3,
    reportedRequests: 400,
    inputTokensOff,
    inputTokensOn: inputTokensOff - saved,
    tokensSaved: saved,
    savedShare: saved / inputTokensOff,
    elided: 77,
    elidedByReason: { superseded_read: 50, stale_bg_output: 20, duplicate_search: 7 },
    tokensSavedByReason: {
      superseded_read: saved - 300,
      stale_bg_output: 200,
      duplicate_search: 100,
    },
    prefixChangesOff: 4,
    prefixChangesOn: 13,
    prefixChangesAdded: 9,
    billOff: 400_000.5,
    billOn: 400_000.5 - saved / 4,
    billRatio: (400_000.5 - saved / 4) / 400_000.5,
    stillNeeded: 2,
    stillNeededEdits: 1,
    stillNeededShare: 0.04,
  };
}

/** Two sessions and three other settings; the middle one is that of the totals. */
export function exampleSimulation(): SimulationReport {
  const settings = {
    minAgeTurns: 2,
    epochMessages: 32,
    policyVersion: 1,
    apply: "epochs",
    priceInput: 1,
    priceCached: 0.1,
    priceCacheWrite: 1.25,
    coldAfterMs: 300_000,
    minCacheTokens: 1024,
  } as const;
  const total = figures(180_000);
  const agent = "<b>agent\u202e";
  const session = { agent, streams: [], figures: total };
  return {
    schemaVersion: 1,
    settings,
    sessions: [
      { ...session, session: "one", path: "~/sessions/one.jsonl" },
      { ...session, session: "two", path: null },
    ],
    agents: [{ agent, sessions: 2, figures: total }],
    total,
    sweep: [
      { apply: "epochs", minAgeTurns: 2, epochMessages: 0, figures: figures(230_000) },
      { apply: "epochs", minAgeTurns: 2, epochMessages: 32, figures: total },
      { apply: "cold", minAgeTurns: 2, epochMessages: null, figures: figures(60_000) },
    ],
  };
}
