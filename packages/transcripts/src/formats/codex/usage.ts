import { reportedUsage } from "../../internal/counts.ts";
import { type JsonObject, objectAt } from "../../internal/json.ts";
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
    const usage = reportedUsage(model, timeMs, {
      inputTokens: last["input_tokens"],
      cacheReadTokens: last["cached_input_tokens"],
      cacheWriteTokens: last["cache_write_input_tokens"],
      outputTokens: last["output_tokens"],
    });
    if (!usage.inputTokens && !usage.outputTokens) return;
    this.#isOpen = false;
    stream.usage(stream.lastAssistant, usage);
  }
}
