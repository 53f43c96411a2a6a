import { type GovernorSettings, type Message, projectHistory } from "@alisio/governor";
import { createUsageLedger, type UsageLedger } from "@alisio/governor/usage";
import type { UsageSource } from "../../src/index.ts";

/** The ledger of a run that sent the whole history. */
export function ledgerOf(
  history: readonly Message[],
  settings: GovernorSettings = { mode: "shadow" },
): UsageLedger {
  const ledger = createUsageLedger(settings);
  ledger.record(projectHistory(history, settings));
  return ledger;
}

/** A ledger that knows of nothing. */
export const emptyLedger: UsageSource = {
  summary: () => ({ tools: [], notAttributable: [] }),
  usedLater: () => undefined,
};
