import { invalidSetting, readFields } from "../internal/read-fields.ts";
import { resolveSettings } from "../resolve-settings.ts";
import type { Apply, ResolvedSimulationSettings, SimulationSettings } from "./types.ts";

/** What an agent gets that only turns the governor on. */
export const DEFAULT_APPLY: Apply = "epochs";

/** The unit of all prices. */
export const DEFAULT_PRICE_INPUT = 1;

/** What the large providers ask for a cached token, or less. */
export const DEFAULT_PRICE_CACHED = 0.1;

/** Anthropic's price of a cache that lives five minutes; others ask the plain price. */
export const DEFAULT_PRICE_CACHE_WRITE = 1.25;

/** The shortest life of a provider's cache: five minutes after it was last used. */
export const DEFAULT_COLD_AFTER_MS = 300_000;

/** The shortest prompt that the large providers cache. */
export const DEFAULT_MIN_CACHE_TOKENS = 1024;

const FIELDS: readonly string[] = [
  "minAgeTurns",
  "epochMessages",
  "policyVersion",
  "profile",
  "apply",
  "quotedBy",
  "priceInput",
  "priceCached",
  "priceCacheWrite",
  "coldAfterMs",
  "minCacheTokens",
] satisfies readonly (keyof SimulationSettings)[];

/**
 * Checks the settings of a simulation and fills in the defaults.
 *
 * @throws GovernorError `invalid_setting`, `unknown_setting` or `unsupported_policy_version`; the
 * message names the field, the value and the range.
 */
export function resolveSimulationSettings(
  given: SimulationSettings = {},
): ResolvedSimulationSettings {
  const settings = readFields(given, FIELDS);
  const { minAgeTurns, epochMessages, policyVersion, profile, quotedBy } = settings;
  const governor = resolveSettings({ minAgeTurns, epochMessages, policyVersion, profile });
  const { apply = DEFAULT_APPLY } = settings;
  if (apply !== "epochs" && apply !== "cold")
    throw invalidSetting("apply", apply, "epochs or cold");
  if (quotedBy !== undefined && typeof quotedBy !== "function") {
    throw invalidSetting("quotedBy", quotedBy, "a function of a call");
  }
  return {
    minAgeTurns: governor.minAgeTurns,
    epochMessages: governor.epochMessages,
    policyVersion: governor.policyVersion,
    profile: governor.profile,
    apply,
    quotedBy,
    priceInput: price("priceInput", settings.priceInput, DEFAULT_PRICE_INPUT),
    priceCached: price("priceCached", settings.priceCached, DEFAULT_PRICE_CACHED),
    priceCacheWrite: price("priceCacheWrite", settings.priceCacheWrite, DEFAULT_PRICE_CACHE_WRITE),
    coldAfterMs: amount("coldAfterMs", settings.coldAfterMs, DEFAULT_COLD_AFTER_MS),
    minCacheTokens: amount("minCacheTokens", settings.minCacheTokens, DEFAULT_MIN_CACHE_TOKENS),
  };
}

/** Far beyond every price, and small enough that sums stay exact. */
const MAX_PRICE = 10_000;
/** The same for times and lengths of prompts. */
const MAX_AMOUNT = 1_000_000_000;

function price(field: string, value: unknown, fallback: number): number {
  return amount(field, value, fallback, MAX_PRICE);
}

function amount(
  field: string,
  value: unknown,
  fallback: number,
  most: number = MAX_AMOUNT,
): number {
  if (value === undefined) return fallback;
  if (typeof value === "number" && value >= 0 && value <= most) return value;
  throw invalidSetting(field, value, `a number from 0 to ${most}`);
}
