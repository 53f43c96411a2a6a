import { type JsonObject, numberAt, objectAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

/** opencode counts cached tokens apart from `input`. Before the answer is there all are zero. */
export function opencodeUsage(
  tokens: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  if (tokens === undefined) return undefined;
  const cache = objectAt(tokens, "cache") ?? {};
  const cacheReadTokens = numberAt(cache, "read") ?? 0;
  const cacheWriteTokens = numberAt(cache, "write") ?? 0;
  const inputTokens = (numberAt(tokens, "input") ?? 0) + cacheReadTokens + cacheWriteTokens;
  const outputTokens = numberAt(tokens, "output") ?? 0;
  if (inputTokens + outputTokens === 0) return undefined;
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeMs === undefined ? {} : { timeMs }),
    inputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens,
  };
}
