import { GovernorError, type GovernorErrorCode } from "./errors.ts";
import { describe } from "./internal/describe.ts";
import { escapeName } from "./internal/quote.ts";
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
const FIELDS: readonly unknown[] = [
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
  const known = `an object with fields out of ${FIELDS.join(", ")}`;
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw invalid("settings", settings, known);
  }
  for (const key of Reflect.ownKeys(settings)) {
    const value: unknown = (settings as Record<PropertyKey, unknown>)[key];
    if (!FIELDS.includes(key)) {
      throw invalid(escapeName(String(key)), value, known, "unknown_setting");
    }
  }
  const {
    mode = DEFAULT_MODE,
    minAgeTurns = DEFAULT_MIN_AGE_TURNS,
    epochMessages = DEFAULT_EPOCH_MESSAGES,
    eligibleMessages,
    policyVersion = CURRENT_POLICY_VERSION,
    profile = alisioProfile,
  } = settings;
  if (!MODES.includes(mode)) throw invalid("mode", mode, `one of ${MODES.join(", ")}`);
  checkWhole("minAgeTurns", minAgeTurns, 1, 20);
  checkWhole("epochMessages", epochMessages, 0, 1000);
  if (eligibleMessages !== undefined) checkEligible(eligibleMessages);
  const isNewer = Number.isInteger(policyVersion) && policyVersion > CURRENT_POLICY_VERSION;
  const code = isNewer ? "unsupported_policy_version" : undefined;
  checkWhole("policyVersion", policyVersion, 1, CURRENT_POLICY_VERSION, code);
  if (typeof profile !== "function") throw invalid("profile", profile, "a tool profile function");
  return { mode, minAgeTurns, epochMessages, eligibleMessages, policyVersion, profile };
}

/**
 * Checks the length of an eligible prefix: it lies between what is eligible already and the length
 * of the history, where that is known.
 *
 * @throws GovernorError `invalid_setting`
 */
export function checkEligible(
  value: unknown,
  from: number = 0,
  length: number = Number.MAX_SAFE_INTEGER,
): void {
  checkWhole("eligibleMessages", value, from, length);
}

function checkWhole(
  field: string,
  value: unknown,
  from: number,
  to: number,
  code?: GovernorErrorCode,
): void {
  if (Number.isInteger(value) && (value as number) >= from && (value as number) <= to) return;
  const end = to === Number.MAX_SAFE_INTEGER ? "the length of the history" : to;
  throw invalid(field, value, `a whole number from ${from} to ${end}`, code);
}

function invalid(
  field: string,
  value: unknown,
  expected: string,
  code: GovernorErrorCode = "invalid_setting",
): GovernorError {
  const message = `Invalid governor setting ${field}: ${describe(value)} (expected ${expected})`;
  return new GovernorError(code, message, { field });
}
