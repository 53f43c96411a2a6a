import type { Message, ToolCall } from "../message.ts";
import type { GovernorSettings } from "../types.ts";
import { contentOf, replaceContent, textOf } from "./internal/content.ts";
import { Draft, type Drafted } from "./internal/draft.ts";
import { eachRecord, type Fields, isCalledByProgram } from "./internal/fields.ts";
import { demandRequest, type Format, projectDrafted } from "./internal/project-drafted.ts";
import type { ProjectedRequest } from "./types.ts";

/** One message of a request; what is not named here is carried through. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content: unknown;
}

/** The body of a request to Anthropic Messages, as far as it matters here. */
export interface AnthropicRequest {
  readonly messages: readonly AnthropicMessage[];
  readonly system?: unknown;
}

const FORMAT: Format<AnthropicRequest> = {
  field: "messages",
  expected: 'a "messages" array',
  isRequest: ({ messages }) => Array.isArray(messages),
  read,
};

/**
 * Projects a request to Anthropic Messages. Only the text of elided `tool_result` blocks differs in
 * the result; thinking and its signatures, cache markers, images, the blocks of tools that the
 * provider runs, results for a program that the provider runs, unknown fields and the order of keys stay as they are.
 *
 * @param request - The body of the request, with the whole conversation. It is never changed.
 * @param settings - See {@link GovernorSettings}; counts are those of {@link toHistory}.
 * @throws GovernorError `invalid_history` without a `messages` array; otherwise as `projectHistory`.
 *
 * @example
 * ```ts
 * const { request } = projectRequest({ model, max_tokens, messages }, { mode: "on", profile });
 * await client.messages.create(request);
 * ```
 */
export function projectRequest<R extends AnthropicRequest>(
  request: R,
  settings: GovernorSettings = {},
): ProjectedRequest<R> {
  return projectDrafted<R>(request, settings, FORMAT);
}

/**
 * The canonical history of a request: its `system` text, then for each user message its results and
 * then its text. Calls and results of tools that the provider runs are part of the response.
 *
 * @throws GovernorError `invalid_history` without a `messages` array.
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(toHistory(request)).reduce((sum, segment) => sum + segment.tokens, 0);
 * ```
 */
export function toHistory(request: AnthropicRequest): readonly Message[] {
  demandRequest(FORMAT, request);
  return read(request).history;
}

function read({ system, messages }: AnthropicRequest): Drafted {
  const draft = new Draft();
  if (system !== undefined && system !== null) draft.instructions(textOf(system));
  for (const [message, index] of eachRecord(messages)) {
    const { role, content } = message;
    if (role === "system") draft.system(textOf(content));
    else if (role === "assistant") draft.assistant(textOf(content), callsOf(content));
    else if (role === "user") readUser(draft, content, index);
  }
  return draft.finish();
}

function callsOf(content: unknown): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  for (const [block] of eachRecord(content)) {
    const { type, id, name, input } = block;
    if (type !== "tool_use" || isCalledByProgram(block)) continue;
    if (typeof id !== "string" || typeof name !== "string") continue;
    calls.push({ id, name, args: input ?? {} });
  }
  return calls;
}

function readUser(draft: Draft, content: unknown, message: number): void {
  let results = 0;
  let others = 0;
  for (const [block, index] of eachRecord(content)) {
    if (block["type"] !== "tool_result") {
      others += block["type"] === "text" ? 0 : 1;
      continue;
    }
    results += 1;
    readResult(draft, block, ["messages", message, "content", index, "content"]);
  }
  const text = textOf(content);
  if (text !== "" || others > 0 || results === 0) draft.user(text);
}

/** What the AI SDK writes, without a flag, for a call that the user didn't approve. */
const DENIED = "Tool call execution denied.";

function readResult(draft: Draft, block: Fields, path: readonly (string | number)[]): void {
  const { tool_use_id: callId, content, is_error } = block;
  if (typeof callId !== "string") return;
  const isFlagged = is_error !== undefined && is_error !== null && is_error !== false;
  draft.result({
    callId,
    content: contentOf(content),
    isError: isFlagged || content === DENIED,
    place: { path, replace: replaceContent },
  });
}
