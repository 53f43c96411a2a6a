import type { ModelUsage } from "../types-model.ts";
import { budgetOf, hardLimitOf } from "./budget.ts";
import { compact } from "./compact.ts";
import { planByTokens } from "./compaction-plan.ts";
import { textTokens } from "./conversation.ts";
import { reduceTo } from "./reduce.ts";
import { noticeIn, type RunScope } from "./run-scope.ts";
import { standingBlock } from "./standing.ts";

/** How much has to come after a compaction, or a failed one, before the next is tried. */
const MIN_GROWTH = 1.1;
/** Where a cut aims below the limit, so that not every request cuts again. */
const REDUCED_SHARE = 0.8;

/**
 * Before a request: compacts where the whole history has reached its threshold, and cuts results
 * where it would not fit the window all the same. Gives back what a summary used.
 */
export async function fitContext(scope: RunScope): Promise<ModelUsage | undefined> {
  const { options, conversation, memory } = scope;
  const { compactAt } = budgetOf(options);
  let usage: ModelUsage | undefined;
  if (compactAt !== null && isDue(scope, compactAt)) {
    const mostKept = compactAt - blockTokens(scope);
    const plan = planByTokens(conversation, options.compaction.keepTurns, mostKept);
    if (plan) {
      const governance = scope.governance();
      const done = await compact(plan, { trigger: "auto", governance, isWorking: true }, scope);
      if (done.problem === undefined) usage = done.usage;
    }
    memory.compactFrom = contextTokens(scope) * MIN_GROWTH;
  }
  const limit = hardLimitOf(options);
  if (limit !== undefined && contextTokens(scope) > limit && !scope.signal.aborted) {
    const target = Math.floor(limit * REDUCED_SHARE) - blockTokens(scope);
    reduceTo(target, scope);
    memory.compactFrom = 0;
    tellTooLarge(scope, limit);
  }
  return usage;
}

/** The whole history, its instructions and the invariants block. */
function contextTokens(scope: RunScope): number {
  return scope.conversation.tokens + blockTokens(scope);
}

function isDue(scope: RunScope, compactAt: number): boolean {
  const tokens = contextTokens(scope);
  return tokens >= compactAt && tokens >= scope.memory.compactFrom;
}

function blockTokens({ session, conversation, governance, grants }: RunScope): number {
  const compactions = conversation.compactions.length;
  const block = standingBlock(session.view, compactions, governance(), grants.sources);
  return textTokens(block?.text ?? "");
}

/** Once: the provider may count otherwise, so the request is made all the same. */
function tellTooLarge(scope: RunScope, limit: number): void {
  if (contextTokens(scope) <= limit || scope.memory.toldTooLarge) return;
  scope.memory.toldTooLarge = true;
  noticeIn(
    scope,
    "context_too_large",
    "The conversation is larger than the model's window and there is nothing left to cut; the provider may refuse it. Start a new session, or name a model with a larger window.",
  );
}
