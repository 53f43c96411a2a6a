import { arrayAt, isObject, type JsonObject, objectAt } from "../../internal/json.ts";
import { type Classified, classifyBody, classifyMessages, isMessageLike } from "./classify.ts";

/** One request found in a record, and the record that it was in. */
export interface FoundRequest {
  readonly body: JsonObject;
  readonly classified: Classified;
  /** What a log has around a body: the answer, perhaps. */
  readonly envelope: JsonObject | undefined;
}

/** Where proxies and loggers put the body of a request. */
const BODY_FIELDS = [
  "body",
  "request",
  "requestBody",
  "request_body",
  "json",
  "payload",
  "postData",
  "text",
] as const;

/** Logs put a body at most this deep, for example `request.postData.text`. */
const MAX_DEPTH = 3;

/** Four formats ask for the requests of a record, and then the one that takes it does. */
const FOUND = new WeakMap<object, readonly FoundRequest[]>();

/**
 * The requests in a record: a body, a body in an envelope, a list of bodies, or a list of messages,
 * which is taken as the `messages` of a body.
 */
export function requestsIn(value: unknown): readonly FoundRequest[] {
  if (typeof value !== "object" || value === null) return [];
  const known = FOUND.get(value);
  if (known !== undefined) return known;
  const found = findRequests(value);
  FOUND.set(value, found);
  return found;
}

function findRequests(value: unknown): readonly FoundRequest[] {
  if (Array.isArray(value)) return inList(value);
  if (!isObject(value)) return [];
  const entries = arrayAt(objectAt(value, "log") ?? {}, "entries");
  if (entries !== undefined) return entries.flatMap(requestsIn);
  const found = bodyIn(value, 0);
  if (found === undefined) return [];
  const [body, classified] = found;
  return [{ body, classified, envelope: body === value ? undefined : value }];
}

function inList(list: readonly unknown[]): readonly FoundRequest[] {
  const messages = list.filter(isMessageLike);
  if (messages.length === 0) {
    return list.flatMap((entry) => (isObject(entry) ? requestsIn(entry) : []));
  }
  const classified = classifyMessages(messages) ?? { format: "openai-chat", isCertain: false };
  const field = classified.format === "openai-responses" ? "input" : "messages";
  return [{ body: { [field]: list }, classified, envelope: undefined }];
}

function bodyIn(value: JsonObject, depth: number): readonly [JsonObject, Classified] | undefined {
  const classified = classifyBody(value);
  if (classified !== undefined) return [value, classified];
  if (depth >= MAX_DEPTH) return undefined;
  for (const field of BODY_FIELDS) {
    const inner = objectIn(value[field]);
    const found = inner && bodyIn(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An object, or one written as JSON text. */
export function objectIn(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
