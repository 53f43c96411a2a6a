import { type JsonObject, numberAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

/** pi counts cached tokens apart from `input`. A request that was stopped reports only zeros. */
export function piUsage(
  usage: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  if (usage === undefined) return undefined;
  const input = numberAt(usage, "input") ?? 0;
  const cacheReadTokens = numberAt(usage, "cacheRead") ?? 0;
  const cacheWriteTokens = numberAt(usage, "cacheWrite") ?? 0;
  const outputTokens = numberAt(usage, "output") ?? 0;
  const inputTokens = input + cacheReadTokens + cacheWriteTokens;
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
