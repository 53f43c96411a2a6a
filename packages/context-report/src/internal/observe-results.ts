import type { Observation, ToolCall, ToolProfile } from "@alisio/governor";
import { ContextReportError } from "../errors.ts";
import { isRecord } from "./is-record.ts";
import type { Pair } from "./pair-results.ts";

/** A pair and what the profile sees in it; a result with an error shows nothing. */
export interface ObservedPair extends Pair {
  readonly observations: readonly Observation[];
}

/**
 * The same profile, which answers each call once: the governor and the report look at the same
 * results. A call has one result, so that the call alone is the key.
 */
export function rememberingProfile(profile: ToolProfile): ToolProfile {
  const answers = new Map<ToolCall, readonly Observation[]>();
  const remembering: ToolProfile = (call, result) => {
    const known = answers.get(call);
    if (known) return known;
    const answer = profile(call, result);
    answers.set(call, answer);
    return answer;
  };
  return profile.subjectOf
    ? Object.assign(remembering, { subjectOf: (call: ToolCall) => profile.subjectOf?.(call) })
    : remembering;
}

/**
 * Shows every successful result to the profile.
 *
 * @throws ContextReportError `profile_failed`
 */
export function observeResults(pairs: readonly Pair[], profile: ToolProfile): ObservedPair[] {
  return pairs.map((pair) => ({ ...pair, observations: observe(pair, profile) }));
}

function observe({ call, text, isError }: Pair, profile: ToolProfile): readonly Observation[] {
  if (isError) return [];
  let observations: unknown;
  try {
    observations = profile(call, { text, isError: false });
  } catch (cause) {
    throw failure("threw; see the cause", { cause });
  }
  if (!Array.isArray(observations) || !observations.every(isObservation)) {
    throw failure("returned something that is no list of observations");
  }
  return observations;
}

function isObservation(value: unknown): value is Observation {
  if (!isRecord(value)) return false;
  const { kind, path, paths } = value;
  if (kind === "read" || kind === "change") return typeof path === "string";
  const isList = Array.isArray(paths) && paths.every((each) => typeof each === "string");
  if (kind === "paths") return isList;
  return typeof kind === "string" && (paths === undefined || isList);
}

function failure(what: string, options: { readonly cause?: unknown } = {}): ContextReportError {
  const message = `The tool profile in settings.profile ${what}.`;
  return new ContextReportError("profile_failed", message, {
    field: "settings.profile",
    ...options,
  });
}
