import { isDeepStrictEqual } from "node:util";

/** Fails with the name of the guarantee that was broken. Quick enough for millions of histories. */
export function holds(condition: boolean, guarantee: string, detail?: () => unknown): void {
  if (condition) return;
  const more = detail ? `\n${JSON.stringify(detail(), null, 1)}` : "";
  throw new Error(`Broken: ${guarantee}${more}`);
}

/** The same values, whatever the order of their fields. */
export function same(actual: unknown, expected: unknown, guarantee: string): void {
  holds(isDeepStrictEqual(actual, expected), guarantee, () => ({ actual, expected }));
}

/** The same messages; those that are one object need no look. */
export function sameMessages(
  actual: readonly unknown[],
  expected: readonly unknown[],
  guarantee: string,
): void {
  holds(actual.length === expected.length, guarantee);
  for (const [at, message] of actual.entries()) {
    if (message !== expected[at]) same(message, expected[at], guarantee);
  }
}
