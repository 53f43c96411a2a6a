import type { RequestUsage } from "../types.ts";

/** The counts of a usage report. */
export const COUNT_FIELDS = [
  "inputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "outputTokens",
] as const;

/** The value as a count: a safe whole number from 0. Whatever else a file says is unknown. */
export function toCount(value: unknown): number | undefined {
  if (!Number.isSafeInteger(value) || (value as number) < 0) return undefined;
  // JSON has a negative zero.
  return value === 0 ? 0 : (value as number);
}

/**
 * A count with what a further field adds to it. An absent field adds nothing; one that is no count
 * makes the sum unknown, for without it the sum would say too little.
 */
export function plusCount(sum: number | undefined, added: unknown): number | undefined {
  if (sum === undefined || added === undefined || added === null) return sum;
  const count = toCount(added);
  return count === undefined ? undefined : toCount(sum + count);
}

/** What a provider reported, of values as they stand in the file: those that are no counts are left out. */
export function reportedUsage(
  model: string | undefined,
  timeMs: number | undefined,
  values: { readonly [Field in (typeof COUNT_FIELDS)[number]]?: unknown },
): Omit<RequestUsage, "position"> {
  const counts = COUNT_FIELDS.flatMap((field) => {
    const count = toCount(values[field]);
    return count === undefined ? [] : [[field, count] as const];
  });
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeMs === undefined ? {} : { timeMs }),
    ...Object.fromEntries(counts),
  };
}
