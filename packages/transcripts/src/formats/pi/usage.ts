import { plusCount, reportedUsage } from "../../internal/counts.ts";
import type { JsonObject } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

/** pi counts cached tokens apart from `input`. A request that was stopped reports only zeros. */
export function piUsage(
  usage: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  if (usage === undefined) return undefined;
  const read = usage["cacheRead"] ?? 0;
  const written = usage["cacheWrite"] ?? 0;
  const inputTokens = plusCount(plusCount(plusCount(0, usage["input"]), read), written);
  const outputTokens = plusCount(0, usage["output"]);
  if (inputTokens === 0 && outputTokens === 0) return undefined;
  return reportedUsage(model, timeMs, {
    inputTokens,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens,
  });
}
