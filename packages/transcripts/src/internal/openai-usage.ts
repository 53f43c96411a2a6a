import type { RequestUsage } from "../types.ts";
import { reportedUsage } from "./counts.ts";
import { type JsonObject, objectAt } from "./json.ts";

/** The usage in a response of OpenAI Chat Completions; cached tokens are part of the prompt's. */
export function openaiUsage(
  response: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  const usage = response && objectAt(response, "usage");
  if (usage === undefined) return undefined;
  const reported = reportedUsage(model, timeMs, {
    inputTokens: usage["prompt_tokens"],
    cacheReadTokens: objectAt(usage, "prompt_tokens_details")?.["cached_tokens"],
    outputTokens: usage["completion_tokens"],
  });
  const { inputTokens, outputTokens } = reported;
  return inputTokens === undefined && outputTokens === undefined ? undefined : reported;
}
