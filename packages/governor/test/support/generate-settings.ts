import { profile as alisio } from "../../src/profiles/alisio.ts";
import type { GovernorSettings, Observation, ToolProfile } from "../../src/types.ts";
import { oracleProfile } from "../oracle/profile.ts";
import type { Random } from "./random.ts";

/** Settings but for the mode, and the same with the independent profile. */
export interface SettingsPair {
  readonly settings: GovernorSettings;
  readonly oracleProfile: ToolProfile;
}

/** `length` is that of the history. */
export function generateSettings(random: Random, length: number): SettingsPair {
  const isCustom = random.chance(0.5);
  const eligible = random.chance(0.15) ? { eligibleMessages: random.below(length + 1) } : {};
  return {
    settings: {
      minAgeTurns: random.pick([1, 1, 1, 1, 2, 2, 3, 20]),
      epochMessages: random.pick([0, 0, 0, 0, 0, 1, 2, 3, 5, 8, 32]),
      ...eligible,
      ...(random.chance(0.3) ? { policyVersion: 1 } : {}),
      ...(isCustom ? { profile: withCustom(alisio) } : {}),
    },
    oracleProfile: isCustom ? withCustom(oracleProfile) : oracleProfile,
  };
}

/** Knows a further tool, whose arguments say what its results mean. It has no subjects. */
function withCustom(base: ToolProfile): ToolProfile {
  return (call, result) =>
    call.name === "custom"
      ? (call.args as { readonly observations: readonly Observation[] }).observations
      : base(call, result);
}
