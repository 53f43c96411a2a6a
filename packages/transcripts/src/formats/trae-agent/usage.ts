import { plusCount, reportedUsage, toCount } from "../../internal/counts.ts";
import { arrayAt, isObject, type JsonObject, objectAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

/** A step's usage is looked for so far ahead among the interactions. */
const LOOKAHEAD = 8;

/**
 * Usage of the steps' requests. A step says only how many tokens went in and out; its interaction
 * says also how many of them were cached.
 */
export class TraeUsage {
  readonly #interactions: readonly JsonObject[];
  #next = 0;

  constructor(document: JsonObject) {
    this.#interactions = (arrayAt(document, "llm_interactions") ?? []).flatMap((interaction) => {
      const response = isObject(interaction) ? objectAt(interaction, "response") : undefined;
      const usage = response && objectAt(response, "usage");
      return usage ? [usage] : [];
    });
  }

  of(
    response: JsonObject,
    model: string | undefined,
    timeMs: number | undefined,
  ): Omit<RequestUsage, "position"> | undefined {
    const usage = objectAt(response, "usage");
    if (usage === undefined) return undefined;
    return usageOf(this.#fuller(usage), model, timeMs);
  }

  #fuller(usage: JsonObject): JsonObject {
    for (let at = this.#next; at < this.#next + LOOKAHEAD; at += 1) {
      const other = this.#interactions[at];
      if (other === undefined) break;
      if (other["input_tokens"] !== usage["input_tokens"]) continue;
      if (other["output_tokens"] !== usage["output_tokens"]) continue;
      this.#next = at + 1;
      return other;
    }
    return usage;
  }
}

/** Cached tokens are part of `input_tokens` for OpenAI's models and apart from it for Anthropic's. */
function usageOf(
  usage: JsonObject,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  const input = toCount(usage["input_tokens"]);
  const outputTokens = toCount(usage["output_tokens"]);
  if (input === undefined && outputTokens === undefined) return undefined;
  const read = usage["cache_read_input_tokens"];
  const written = usage["cache_creation_input_tokens"];
  const cached = plusCount(plusCount(0, read), written);
  const isApart = model?.includes("claude") === true || (cached ?? 0) > (input ?? 0);
  return reportedUsage(model, timeMs, {
    inputTokens: isApart ? plusCount(plusCount(input, read), written) : input,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens,
  });
}
