import { plusCount, reportedUsage } from "../../internal/counts.ts";
import { type JsonObject, objectAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

/** opencode counts cached tokens apart from `input`. Before the answer is there all are zero. */
export function opencodeUsage(
  tokens: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  if (tokens === undefined) return undefined;
  const cache = objectAt(tokens, "cache") ?? {};
  const read = cache["read"] ?? 0;
  const write = cache["write"] ?? 0;
  const inputTokens = plusCount(plusCount(plusCount(0, tokens["input"]), read), write);
  const outputTokens = plusCount(0, tokens["output"]);
  if (inputTokens === 0 && outputTokens === 0) return undefined;
  return reportedUsage(model, timeMs, {
    inputTokens,
    cacheReadTokens: read,
    cacheWriteTokens: write,
    outputTokens,
  });
}
