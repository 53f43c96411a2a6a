import type { SkillOverride, SkillStatus } from "../types-snapshot.ts";

/** What a skill's status depends on. */
export interface StatusFacts {
  /** Shown path of the winner of its name, null for the winner itself. */
  readonly shadowedBy: string | null;
  /** The override in force. */
  readonly override: SkillOverride | null;
  readonly disablesModelInvocation: boolean;
}

/**
 * A shadowed skill stays shadowed whatever becomes of its winner, so that switching a name off
 * doesn't bring another skill up under it. What its author keeps from the model, `on` doesn't
 * give to it.
 */
export function decideStatus(facts: StatusFacts): {
  readonly status: SkillStatus;
  readonly reason: string | null;
} {
  const { shadowedBy, override, disablesModelInvocation } = facts;
  if (shadowedBy !== null) {
    return { status: "shadowed", reason: `A skill of this name comes first: ${shadowedBy}.` };
  }
  if (override === "off")
    return { status: "disabled", reason: "The override for its name is off." };
  if (override === "manual") {
    return { status: "hidden", reason: "The override for its name leaves it to the user's call." };
  }
  if (disablesModelInvocation) {
    return {
      status: "hidden",
      reason: "It sets disable-model-invocation: only the user calls it.",
    };
  }
  return { status: "enabled", reason: null };
}
