import { GovernorError } from "../errors.ts";
import type { ToolCall } from "../message.ts";
import type { Observation, ToolProfile } from "../types.ts";
import { checkObservations } from "./check-observation.ts";
import { describe } from "./describe.ts";

/**
 * Shows a successful result to the profile. The text is `null` when a part of it isn't text.
 *
 * @throws GovernorError `profile_failed`, `invalid_observation`
 */
export function observe(
  profile: ToolProfile,
  call: ToolCall,
  text: string | null,
): readonly Observation[] {
  let observations: unknown;
  try {
    observations = profile(call, { text, isError: false });
  } catch (cause) {
    throw failed(call, cause);
  }
  return checkObservations(observations, call.name);
}

/**
 * What a call is about, for a profile that can tell without its result.
 *
 * @throws GovernorError `profile_failed`
 */
export function subjectOf(profile: ToolProfile, call: ToolCall): string | undefined {
  try {
    return profile.subjectOf?.(call);
  } catch (cause) {
    throw failed(call, cause);
  }
}

function failed(call: ToolCall, cause: unknown): GovernorError {
  const message = `The tool profile threw for a call of ${describe(call.name)}; see the cause`;
  return new GovernorError("profile_failed", message, { field: "profile", cause });
}
