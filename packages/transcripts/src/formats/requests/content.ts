import { messageText } from "../../internal/content.ts";
import { arrayAt, isObject, type JsonObject, nameAt } from "../../internal/json.ts";
import { aiSdkItems } from "./ai-sdk.ts";
import { isUiMessage, uiItems } from "./ai-sdk-ui.ts";
import { anthropicItems } from "./anthropic-messages.ts";
import type { RequestFormat } from "./classify.ts";
import type { ItemProblems } from "./item-problems.ts";
import type { Item, PlacedItem, RequestContent } from "./items.ts";
import { chatItems } from "./openai-chat.ts";
import { responsesItems } from "./openai-responses.ts";

/** What a request says, in canonical form. */
export function requestContent(
  body: JsonObject,
  format: RequestFormat,
  problems: ItemProblems,
): RequestContent {
  const items = [...placedItems(body, format, problems)];
  const above = body["instructions"] ?? body["system"];
  const model = nameAt(body, "model");
  if (above !== undefined && above !== null) {
    return { instructions: messageText(above).text, items, model };
  }
  const first = items[0];
  if (first?.item.kind !== "system") return { instructions: undefined, items, model };
  return { instructions: first.item.text, items: items.slice(1), model };
}

function placedItems(
  body: JsonObject,
  format: RequestFormat,
  problems: ItemProblems,
): readonly PlacedItem[] {
  if (format === "openai-responses") return responsesItems(body["input"], problems);
  const messages = arrayAt(body, "messages") ?? arrayAt(body, "prompt") ?? [];
  return messages.flatMap((message, index) => {
    if (!isObject(message)) return [];
    return itemsOf(message, format, problems).map((item) => ({ item, index }));
  });
}

function itemsOf(message: JsonObject, format: RequestFormat, problems: ItemProblems): Item[] {
  if (format === "anthropic-messages") return anthropicItems(message);
  if (format === "openai-chat") return chatItems(message, problems);
  return isUiMessage(message) ? uiItems(message) : aiSdkItems(message);
}
