import type { RequestUsage } from "../types.ts";
import { type JsonObject, numberAt, objectAt } from "./json.ts";

/** The usage in a response of OpenAI Chat Completions; cached tokens are part of the prompt's. */
export function openaiUsage(
  response: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  const usage = response && objectAt(response, "usage");
  if (usage === undefined) return undefined;
  const inputTokens = numberAt(usage, "prompt_tokens");
  const outputTokens = numberAt(usage, "completion_tokens");
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const details = objectAt(usage, "prompt_tokens_details") ?? {};
  const cacheReadTokens = numberAt(details, "cached_tokens");
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeMs === undefined ? {} : { timeMs }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
