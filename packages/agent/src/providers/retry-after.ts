/** Longer than this a run can't wait; what is asked for beyond it is no time to retry. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * How long the provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds
 * or as a date.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string | undefined>> | undefined,
  now: number,
): number | undefined {
  const inMs = number(headers?.["retry-after-ms"]);
  if (inMs !== undefined) return bounded(inMs);
  const text = headers?.["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  const seconds = number(text);
  if (seconds !== undefined) return bounded(seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

function number(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}(?:\.\d{1,15})?$/.test(text.trim())) return undefined;
  return Number(text.trim());
}

function bounded(milliseconds: number): number {
  return Math.ceil(Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS));
}
