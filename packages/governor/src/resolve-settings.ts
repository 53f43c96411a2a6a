import type { GovernorErrorCode } from "./errors.ts";
import { invalidSetting, readFields } from "./internal/read-fields.ts";
import { profile as alisioProfile } from "./profiles/alisio.ts";
import type { GovernorMode, GovernorSettings, ResolvedSettings } from "./types.ts";

/** Off: what a request holds changes only when its owner asks for it. */
export const DEFAULT_MODE: GovernorMode = "off";

/** Two assistant messages: one to use a result, one to act on what was understood. */
export const DEFAULT_MIN_AGE_TURNS = 2;

/** 32 messages, about a dozen tool calls, between two changes of what the provider has cached. */
export const DEFAULT_EPOCH_MESSAGES = 32;

/** The newest rules that this package knows. */
export const CURRENT_POLICY_VERSION = 1;

const MODES: readonly unknown[] = ["off", "shadow", "on"] satisfies readonly GovernorMode[];
/** The names of all settings. */
export const SETTINGS: readonly string[] = [
  "mode",
  "minAgeTurns",
  "epochMessages",
  "eligibleMessages",
  "policyVersion",
  "profile",
] satisfies readonly (keyof GovernorSettings)[];

/**
 * Checks settings and fills in the defaults.
 *
 * @param settings - What the caller gave; `undefined` fields count as not given.
 * @throws GovernorError `invalid_setting`, `unknown_setting` or `unsupported_policy_version`; the
 * message names the field, the value and the range.
 *
 * @example
 * ```ts
 * resolveSettings({ mode: "on" }).minAgeTurns; // 2
 * ```
 */
export function resolveSettings(settings: GovernorSettings = {}): ResolvedSettings {
  const {
    mode = DEFAULT_MODE,
    minAgeTurns = DEFAULT_MIN_AGE_TURNS,
    epochMessages = DEFAULT_EPOCH_MESSAGES,
    eligibleMessages,
    policyVersion = CURRENT_POLICY_VERSION,
    profile = alisioProfile,
  } = readFields(settings, SETTINGS);
  if (!MODES.includes(mode)) throw invalidSetting("mode", mode, `one of ${MODES.join(", ")}`);
  checkWhole("minAgeTurns", minAgeTurns, 1, 20);
  checkWhole("epochMessages", epochMessages, 0, 1000);
  checkEligible(eligibleMessages);
  const isNewer = Number.isInteger(policyVersion) && policyVersion > CURRENT_POLICY_VERSION;
  const code = isNewer ? "unsupported_policy_version" : undefined;
  checkWhole("policyVersion", policyVersion, 1, CURRENT_POLICY_VERSION, code);
  if (typeof profile !== "function")
    throw invalidSetting("profile", profile, "a tool profile function");
  return { mode, minAgeTurns, epochMessages, eligibleMessages, policyVersion, profile };
}

/**
 * Checks the length of an eligible prefix, if one is given: it lies between what is eligible already
 * and the length of the history, where that is known.
 *
 * @throws GovernorError `invalid_setting`
 */
export function checkEligible(value: unknown, from: number = 0, length: number = Infinity): void {
  if (value !== undefined) checkWhole("eligibleMessages", value, from, length);
}

function checkWhole(
  field: string,
  value: unknown,
  from: number,
  to: number,
  code?: GovernorErrorCode,
): void {
  if (Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to) return;
  const end = to === Infinity ? "the length of the history" : to;
  throw invalidSetting(field, value, `a whole number from ${from} to ${end}`, code);
}
