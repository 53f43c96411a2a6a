import { plusCount, reportedUsage, toCount } from "../../internal/counts.ts";
import { arrayAt, isObject, type JsonObject, objectAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";
import { anthropicItems } from "./anthropic-messages.ts";
import type { ItemProblems } from "./item-problems.ts";
import type { Item } from "./items.ts";
import { chatItems } from "./openai-chat.ts";
import { responsesItems } from "./openai-responses.ts";
import { objectIn } from "./unwrap.ts";

/** What a log says of the answer to a request. */
export interface Answer {
  /** The response, if the log holds it whole (a stream of events is not read). */
  readonly item: Item | undefined;
  readonly usage: Omit<RequestUsage, "position"> | undefined;
}

/** Where proxies and loggers put the answer. */
const ANSWER_FIELDS = ["response", "responseBody", "response_body", "output", "result"] as const;

/** The answer in a log's envelope: the body of a response that was not streamed. */
export function answerIn(envelope: JsonObject, problems: ItemProblems): Answer | undefined {
  for (const field of ANSWER_FIELDS) {
    const outer = objectIn(envelope[field]);
    if (outer === undefined) continue;
    const inner = objectIn(outer["body"]) ?? outer;
    const item = itemOf(inner, problems);
    const usage = usageOf(objectAt(inner, "usage"));
    if (item !== undefined || usage !== undefined) return { item, usage };
  }
  return undefined;
}

function itemOf(body: JsonObject, problems: ItemProblems): Item | undefined {
  const choice = (arrayAt(body, "choices") ?? [])[0];
  const message = isObject(choice) ? objectAt(choice, "message") : undefined;
  if (message) return chatItems({ ...message, role: "assistant" }, problems)[0];
  if (body["role"] === "assistant" && Array.isArray(body["content"])) {
    return anthropicItems(body)[0];
  }
  const output = arrayAt(body, "output");
  const items = output && responsesItems(output, problems);
  return items?.find(({ item }) => item.kind === "assistant")?.item;
}

/** Token counts as each provider names them. Anthropic counts cached tokens apart. */
function usageOf(usage: JsonObject | undefined): Answer["usage"] {
  if (usage === undefined) return undefined;
  const details =
    objectAt(usage, "prompt_tokens_details") ?? objectAt(usage, "input_tokens_details");
  const read = usage["cache_read_input_tokens"];
  const written = usage["cache_creation_input_tokens"];
  const input = toCount(usage["input_tokens"]) ?? toCount(usage["prompt_tokens"]);
  const outputTokens = toCount(usage["output_tokens"]) ?? toCount(usage["completion_tokens"]);
  if (input === undefined && outputTokens === undefined) return undefined;
  return reportedUsage(undefined, undefined, {
    inputTokens: plusCount(plusCount(input, read), written),
    cacheReadTokens: read ?? details?.["cached_tokens"],
    cacheWriteTokens: written,
    outputTokens,
  });
}
