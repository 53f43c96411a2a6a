import type { CriterionSource, GoalSource, PlanSource } from "@alisio/invariants";
import type { GovernanceSettings } from "../types-runner.ts";

/** Reads a stored value; `undefined` when it is none. What is unknown in it is left out. */
type Reader<T> = (value: unknown) => T | undefined;

export type StoredPlan = PlanSource & { readonly text?: string };

/** The window of the model and where compaction begins, as the session's last runner had them. */
export interface StoredBudget {
  readonly window: number | null;
  readonly compactAt: number | null;
}

export const readGoal: Reader<GoalSource> = (value) => {
  if (!isObject(value)) return undefined;
  const { objective, status } = value;
  return typeof objective === "string" && typeof status === "string"
    ? { objective, status }
    : undefined;
};

export const readPlan: Reader<StoredPlan> = (value) => {
  if (!isObject(value)) return undefined;
  const { title, revision, hash, status, text } = value;
  const isPlan =
    typeof title === "string" &&
    isCount(revision) &&
    typeof hash === "string" &&
    /^[0-9a-f]{8,128}$/i.test(hash) &&
    typeof status === "string" &&
    (text === undefined || typeof text === "string");
  if (!isPlan) return undefined;
  return { title, revision, hash, status, ...(text !== undefined && { text }) };
};

export const readCriteria: Reader<readonly CriterionSource[]> = (value) => {
  if (!Array.isArray(value)) return undefined;
  const criteria: CriterionSource[] = [];
  for (const item of value) {
    if (!isObject(item)) return undefined;
    const { text, required, applicable } = item;
    if (typeof text !== "string" || typeof required !== "boolean") return undefined;
    if (applicable !== undefined && typeof applicable !== "boolean") return undefined;
    criteria.push({ text, required, ...(applicable !== undefined && { applicable }) });
  }
  return criteria;
};

export const readGovernance: Reader<GovernanceSettings> = (value) => {
  if (!isObject(value)) return undefined;
  const { mode, minAgeTurns, epochMessages, policyVersion, maxInvariantCharacters } = value;
  if (mode !== "off" && mode !== "shadow" && mode !== "on") return undefined;
  const isRead =
    isWithin(minAgeTurns, 1, 20) &&
    isWithin(epochMessages, 0, 1000) &&
    isWithin(maxInvariantCharacters, 1000, 20_000) &&
    (policyVersion === undefined || policyVersion === 1);
  if (!isRead) return undefined;
  return {
    mode,
    minAgeTurns,
    epochMessages,
    ...(policyVersion !== undefined && { policyVersion }),
    maxInvariantCharacters,
  };
};

export const readBudget: Reader<StoredBudget> = (value) => {
  if (!isObject(value)) return undefined;
  const { window, compactAt } = value;
  const isTokens = (tokens: unknown): tokens is number | null => tokens === null || isCount(tokens);
  return isTokens(window) && isTokens(compactAt) ? { window, compactAt } : undefined;
};

export function isObject(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isWithin(value: unknown, from: number, to: number): value is number {
  return isCount(value) && value >= from && value <= to;
}
