import { type JsonObject, numberAt, objectAt } from "../../internal/json.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";

/** Joins reports of tokens to the responses before them. */
export class UsageReports {
  #isOpen = false;

  /** A response, or a further piece of one, was read. */
  responded(): void {
    this.#isOpen = true;
  }

  /** A report counts for the response before it, once: later ones repeat it for other reasons. */
  report(
    event: JsonObject,
    stream: StreamBuilder,
    model: string | undefined,
    timeMs: number | undefined,
  ): void {
    const info = objectAt(event, "info");
    const last = info === undefined ? undefined : objectAt(info, "last_token_usage");
    if (last === undefined || !this.#isOpen) return;
    const inputTokens = numberAt(last, "input_tokens");
    const cacheReadTokens = numberAt(last, "cached_input_tokens");
    const cacheWriteTokens = numberAt(last, "cache_write_input_tokens");
    const outputTokens = numberAt(last, "output_tokens");
    if (!inputTokens && !outputTokens) return;
    this.#isOpen = false;
    stream.usage(stream.lastAssistant, {
      ...(model === undefined ? {} : { model }),
      ...(timeMs === undefined ? {} : { timeMs }),
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
      ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    });
  }
}
