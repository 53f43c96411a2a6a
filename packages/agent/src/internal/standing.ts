import {
  type CriterionSource,
  type GoalSource,
  type GrantSources,
  type RenderedInvariants,
  renderInvariants,
} from "@alisio/invariants";
import type { GovernanceSettings } from "../types-runner.ts";
import type { SessionView } from "./session-view.ts";
import { readCriteria, readGoal, readPlan, type StoredPlan } from "./stored-values.ts";

export function goalOf(view: SessionView): GoalSource | undefined {
  return readGoal(view.state("goal"));
}

export function planOf(view: SessionView): StoredPlan | undefined {
  return readPlan(view.state("plan"));
}

export function criteriaOf(view: SessionView): readonly CriterionSource[] {
  return readCriteria(view.state("criteria")) ?? [];
}

/**
 * The invariants block of the next request of a conversation that was compacted so many times:
 * `undefined` in `off` and before the first compaction; in `shadow` its counts alone.
 */
export function standingBlock(
  view: SessionView,
  compactions: number,
  { mode, maxInvariantCharacters: maxChars }: GovernanceSettings,
  grants?: GrantSources,
): RenderedInvariants | undefined {
  if (mode === "off" || compactions === 0) return undefined;
  return renderInvariants(
    {
      stored: view.state("contextInvariants"),
      goal: goalOf(view),
      plan: planOf(view),
      criteria: criteriaOf(view),
      grants,
    },
    { mode, maxChars },
  );
}
