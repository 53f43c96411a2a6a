import type { AgentRunnerOptions } from "../types-runner.ts";
import type { StoredBudget } from "./stored-values.ts";

/** Most of the window that is kept free for an answer, whatever the output limit says. */
const MAX_ANSWER_SHARE = 0.25;

type BudgetOptions = Pick<AgentRunnerOptions, "contextWindow" | "maxOutputTokens" | "compaction">;

/** The window and where an automatic compaction begins. */
export function budgetOf({ contextWindow: window, compaction }: BudgetOptions): StoredBudget {
  const compacts = window !== null && compaction.auto;
  return { window, compactAt: compacts ? Math.floor(window * compaction.threshold) : null };
}

/** Most tokens that a request may have so that an answer fits; `undefined` without a known window. */
export function hardLimitOf({ contextWindow, maxOutputTokens }: BudgetOptions): number | undefined {
  if (contextWindow === null) return undefined;
  const answer = Math.min(maxOutputTokens ?? 0, contextWindow * MAX_ANSWER_SHARE);
  return Math.floor(contextWindow - answer);
}
