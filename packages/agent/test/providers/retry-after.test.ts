import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/providers/retry-after.ts";

const NOW = Date.UTC(2026, 0, 1);

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": " 20 " }, 20_000],
  [{ "retry-after": "-3" }, 0],
  [{ "retry-after": "99999999999" }, 86_400_000],
  [{ "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" }, 60_000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "later" }, undefined],
  [{ "retry-after": "5", "retry-after-ms": "120" }, 120],
  [{ "retry-after": "5", "retry-after-ms": "x" }, 5000],
])("%j", (headers, expected) => {
  const found = retryAfterMs(headers, NOW);
  // `-3` is a date to some engines and nothing to others: never a wait.
  if (headers["retry-after"] === "-3") expect(found ?? 0).toBe(0);
  else expect(found).toBe(expected);
});

test("without headers there is nothing to wait for", () => {
  expect(retryAfterMs(undefined, NOW)).toBeUndefined();
});
