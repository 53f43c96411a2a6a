import type { Part, ToolCall } from "@alisio/governor/message";
import { messageText, toPart } from "../../internal/content.ts";
import { plusCount, reportedUsage, toCount } from "../../internal/counts.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  jsonText,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import { parseTimeMs } from "../../internal/time.ts";
import type { RequestUsage } from "../../types.ts";

/** What a tool gave back. */
export interface GeminiResult {
  readonly content: string | readonly Part[];
  readonly isError: boolean;
}

/** A call, with its result when it is done: one record holds both. */
interface GeminiCall {
  readonly call: ToolCall;
  readonly result: GeminiResult | undefined;
  /** The recording of the subagent that it started. */
  readonly agentId: string | undefined;
}

/** What counts of one message of a recording. */
export interface GeminiMessage {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly nonTextParts: number;
  readonly calls: readonly GeminiCall[];
  /** Results that stand in a user message by themselves, as the API has them. */
  readonly results: readonly (GeminiResult & { readonly callId: string })[];
  readonly model: string | undefined;
  readonly usage: Omit<RequestUsage, "position"> | undefined;
  readonly timeMs: number | undefined;
  readonly line: number;
  readonly index: number | undefined;
}

/** A message as it is recorded; `undefined` when it has no type. */
export function toMessage(
  record: JsonObject,
  line: number,
  index: number | undefined,
): GeminiMessage | undefined {
  const type = stringAt(record, "type");
  if (type === undefined) return undefined;
  const id = nameAt(record, "id") ?? `${line}:${index ?? 0}`;
  const parts = partsOf(record["content"]);
  const timeMs = parseTimeMs(record["timestamp"]);
  const model = nameAt(record, "model");
  const spoken = parts.filter(
    (part) =>
      !("functionCall" in part) && !("functionResponse" in part) && part["thought"] !== true,
  );
  return {
    id,
    type,
    ...messageText(spoken),
    calls: callsOf(record, parts, id),
    results: parts.flatMap(toResult),
    model,
    usage: usageOf(objectAt(record, "tokens"), model, timeMs),
    timeMs,
    line,
    index,
  };
}

function partsOf(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  const list = Array.isArray(content) ? content : [content];
  return list.flatMap((part) =>
    typeof part === "string" ? [{ text: part }] : isObject(part) ? [part] : [],
  );
}

function callsOf(
  record: JsonObject,
  parts: readonly JsonObject[],
  messageId: string,
): readonly GeminiCall[] {
  const calls: GeminiCall[] = [];
  for (const entry of arrayAt(record, "toolCalls") ?? []) {
    if (!isObject(entry)) continue;
    const name = stringAt(entry, "name");
    if (name === undefined) continue;
    const id = nameAt(entry, "id") ?? `${messageId}:${calls.length}`;
    const args = entry["args"] ?? {};
    calls.push({
      call: { id, name, args },
      result: recordedResult(entry),
      agentId: nameAt(entry, "agentId"),
    });
  }
  for (const part of parts) {
    const asked = objectAt(part, "functionCall");
    const name = asked === undefined ? undefined : stringAt(asked, "name");
    if (asked === undefined || name === undefined) continue;
    const id = nameAt(asked, "id") ?? `${messageId}:${calls.length}`;
    if (
      calls.some(
        ({ call }) => call.id === id || (nameAt(asked, "id") === undefined && call.name === name),
      )
    )
      continue;
    calls.push({
      call: { id, name, args: asked["args"] ?? {} },
      result: undefined,
      agentId: undefined,
    });
  }
  return calls;
}

function recordedResult(entry: JsonObject): GeminiResult | undefined {
  const status = entry["status"];
  const result = entry["result"];
  if (result === undefined || result === null) return undefined;
  const content: Part[] = [];
  let isError = status === "error" || status === "cancelled";
  for (const part of partsOf(result)) {
    const response = objectAt(part, "functionResponse");
    if (response === undefined) {
      content.push(toPart(part));
      continue;
    }
    const inner = responseOf(response);
    isError ||= inner.isError;
    if (typeof inner.content === "string") content.push({ type: "text", text: inner.content });
    else content.push(...inner.content);
  }
  return { content: joined(content), isError };
}

/** Parts that are all text are one text. */
function joined(parts: readonly Part[]): string | readonly Part[] {
  let text = "";
  for (const part of parts) {
    if (part.type !== "text") return parts;
    text += typeof part["text"] === "string" ? part["text"] : "";
  }
  return text;
}

function toResult(part: JsonObject): readonly (GeminiResult & { readonly callId: string })[] {
  const response = objectAt(part, "functionResponse");
  const callId = response === undefined ? undefined : nameAt(response, "id");
  return response === undefined || callId === undefined
    ? []
    : [{ callId, ...responseOf(response) }];
}

/** Text of a response is its `output` or its `error`; anything else is shown as it is. */
function responseOf(functionResponse: JsonObject): GeminiResult {
  const response = functionResponse["response"];
  const extra = (arrayAt(functionResponse, "parts") ?? []).map(toPart);
  if (!isObject(response))
    return withParts(typeof response === "string" ? response : "", extra, false);
  const error = stringAt(response, "error");
  if (error !== undefined) return withParts(error, extra, true);
  return withParts(stringAt(response, "output") ?? jsonText(response), extra, false);
}

function withParts(text: string, extra: readonly Part[], isError: boolean): GeminiResult {
  return { content: extra.length === 0 ? text : [{ type: "text", text }, ...extra], isError };
}

function usageOf(
  tokens: JsonObject | undefined,
  model: string | undefined,
  timeMs: number | undefined,
): Omit<RequestUsage, "position"> | undefined {
  if (tokens === undefined) return undefined;
  return reportedUsage(model, timeMs, {
    inputTokens: tokens["input"],
    cacheReadTokens: tokens["cached"],
    outputTokens: plusCount(toCount(tokens["output"]), tokens["thoughts"]),
  });
}
