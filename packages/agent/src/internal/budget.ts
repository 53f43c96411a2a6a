import type { AgentRunnerOptions } from "../types-runner.ts";
import type { StoredBudget } from "./stored-values.ts";

/** Most of the window that is kept free for an answer, whatever the output limit says. */
const MAX_ANSWER_SHARE = 0.25;

type BudgetOptions = Pick<AgentRunnerOptions, "contextWindow" | "maxOutputTokens" | "compaction">;

/**
 * The window and where an automatic compaction begins: at the threshold, and where an answer would
 * have no room any more if that comes first. Otherwise results would be cut for ever, and never
 * summarised.
 */
export function budgetOf(options: BudgetOptions): StoredBudget {
  const { contextWindow: window, compaction } = options;
  const limit = hardLimitOf(options);
  if (window === null || limit === undefined || !compaction.auto)
    return { window, compactAt: null };
  return { window, compactAt: Math.min(Math.floor(window * compaction.threshold), limit) };
}

/** Most tokens that a request may have so that an answer fits; `undefined` without a known window. */
export function hardLimitOf({ contextWindow, maxOutputTokens }: BudgetOptions): number | undefined {
  if (contextWindow === null) return undefined;
  const answer = Math.min(maxOutputTokens ?? 0, contextWindow * MAX_ANSWER_SHARE);
  return Math.floor(contextWindow - answer);
}
