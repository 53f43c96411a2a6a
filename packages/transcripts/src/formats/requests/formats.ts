import type { Format, Match } from "../../internal/format.ts";
import type { JsonObject } from "../../internal/json.ts";
import { classifyMessages, isMessageLike, type RequestFormat } from "./classify.ts";
import { RequestLogReader } from "./reader.ts";
import { requestsIn } from "./unwrap.ts";

/** Request bodies of OpenAI Chat Completions. */
export const openaiChat: Format = requestFormat("openai-chat", "OpenAI Chat Completions requests");

/** Request bodies of OpenAI Responses. */
export const openaiResponses: Format = requestFormat(
  "openai-responses",
  "OpenAI Responses requests",
);

/** Request bodies of Anthropic Messages. */
export const anthropicMessages: Format = requestFormat(
  "anthropic-messages",
  "Anthropic Messages requests",
);

/** Messages of the AI SDK: `ModelMessage`, its provider-level prompt, and `UIMessage`. */
export const aiSdk: Format = requestFormat("ai-sdk", "AI SDK messages");

/** A log is a body, a list of bodies, or bodies line by line, with or without an envelope. */
function requestFormat(name: RequestFormat, what: string): Format {
  return {
    name,
    agent: undefined,
    label: `${what} (JSON or JSONL)`,
    matches: (value) => matches(value, name),
    open: (session) => new RequestLogReader(session, name),
  };
}

function matches(value: unknown, name: RequestFormat): Match {
  if (isMessageLike(value)) return ofMessage(value, name);
  let match: Match = 0;
  for (const { classified } of requestsIn(value)) {
    if (classified.format !== name) continue;
    if (classified.isCertain) return 2;
    match = 1;
  }
  return match;
}

/** A message on a line of its own. */
function ofMessage(message: JsonObject, name: RequestFormat): Match {
  const classified = classifyMessages([message]);
  if (classified === undefined) return name === "openai-chat" ? 1 : 0;
  return classified.format === name ? 2 : 0;
}
