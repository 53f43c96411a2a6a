import { isRecord } from "../internal/is-record.ts";
import type { Message, Part, ToolCall } from "../message.ts";
import type { GovernorSettings } from "../types.ts";
import { callArgs } from "./internal/call-args.ts";
import { contentOf, partOf, replaceContent, textOf } from "./internal/content.ts";
import { Draft, type Drafted } from "./internal/draft.ts";
import { eachRecord, type Fields, nameAt } from "./internal/fields.ts";
import { isFailureText } from "./internal/is-failure-text.ts";
import { PositionalIds } from "./internal/positional-ids.ts";
import { demandRequest, type Format, projectDrafted } from "./internal/project-drafted.ts";
import type { ProjectedRequest } from "./types.ts";

/** One message of a request; what is not named here is carried through. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** The body of a request to OpenAI Chat Completions, as far as it matters here. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
}

const FORMAT: Format<ChatRequest> = {
  field: "messages",
  expected: 'a "messages" array',
  isRequest: ({ messages }) => Array.isArray(messages),
  read,
};

/**
 * Projects a request to OpenAI Chat Completions, or to a server that is compatible with it. Only the
 * text of elided `tool` messages differs in the result; reasoning, refusals, images, unknown fields
 * and the order of keys stay as they are.
 *
 * The format has no flag for errors: they are recognised by how their text begins.
 *
 * @param request - The body of the request, with the whole conversation. It is never changed.
 * @param settings - See {@link GovernorSettings}; counts are those of {@link toHistory}.
 * @throws GovernorError `invalid_history` without a `messages` array; otherwise as `projectHistory`.
 *
 * @example
 * ```ts
 * const { request } = projectRequest({ model, messages, tools }, { mode: "on", profile });
 * await client.chat.completions.create(request);
 * ```
 */
export function projectRequest<R extends ChatRequest>(
  request: R,
  settings: GovernorSettings = {},
): ProjectedRequest<R> {
  return projectDrafted<R>(request, settings, FORMAT);
}

/**
 * The canonical history of a request. Images that follow a tool's results as a user message, since
 * the format has no place for them in a result, are part of these results. The one call of an old
 * `function_call` has its position as its id: `messages[3]`.
 *
 * @throws GovernorError `invalid_history` without a `messages` array.
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(toHistory(request)).reduce((sum, segment) => sum + segment.tokens, 0);
 * ```
 */
export function toHistory(request: ChatRequest): readonly Message[] {
  demandRequest(FORMAT, request);
  return read(request).history;
}

function read({ messages }: ChatRequest): Drafted {
  const draft = new Draft();
  const ids = new PositionalIds(() => messages.flatMap((message) => callIdsOf(message)));
  for (const [message, index] of eachRecord(messages)) readMessage(draft, ids, message, index);
  return draft.finish();
}

function readMessage(draft: Draft, ids: PositionalIds, message: Fields, index: number): void {
  const { role, content, refusal } = message;
  switch (role) {
    case "system":
    case "developer":
      draft.system(textOf(content));
      break;
    case "user":
      readUser(draft, content);
      break;
    case "assistant": {
      const text = textOf(content) + (typeof refusal === "string" ? refusal : "");
      ids.startResponse();
      draft.assistant(text, [...callsOf(message), ...oldCallOf(message, ids, index)]);
      break;
    }
    case "tool":
    case "function": {
      const callId =
        role === "tool" ? message["tool_call_id"] : ids.answered(nameAt(message, "name"));
      if (typeof callId !== "string") return;
      const result = contentOf(content);
      const place = { path: ["messages", index, "content"], replace: replaceContent };
      draft.result({ callId, content: result, isError: isFailureText(result), place });
    }
  }
}

function callsOf(message: Fields): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  for (const [{ id, function: called, custom }] of eachRecord(message["tool_calls"])) {
    const { name, arguments: args, input } = recordOf(called) ?? recordOf(custom) ?? {};
    if (typeof id !== "string" || typeof name !== "string") continue;
    calls.push({ id, name, args: isRecord(called) ? callArgs(args) : input });
  }
  return calls;
}

/** Before there were lists of calls a message held one, without an id. */
function oldCallOf(message: Fields, ids: PositionalIds, index: number): readonly ToolCall[] {
  const { name, arguments: args } = recordOf(message["function_call"]) ?? {};
  if (typeof name !== "string") return [];
  return [{ id: ids.ask(name, `messages[${index}]`), name, args: callArgs(args) }];
}

function callIdsOf(message: unknown): readonly unknown[] {
  if (!isRecord(message)) return [];
  const { tool_calls, tool_call_id } = message;
  const calls = Array.isArray(tool_calls) ? (tool_calls as readonly unknown[]) : [];
  return [tool_call_id, ...calls.map((call) => recordOf(call)?.["id"])];
}

function recordOf(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined;
}

/** How clients introduce what they had to take out of a result. In lower case. */
const INTRODUCTION = /^attached [a-z()\s]{1,30} from tool result/;

function readUser(draft: Draft, content: unknown): void {
  const media = draft.endsWithResult ? attachedMedia(content) : undefined;
  if (media) draft.attach(media);
  else draft.user(textOf(content));
}

/** The images of a user message that has nothing else to say. */
function attachedMedia(content: unknown): readonly Part[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const media: Part[] = [];
  for (const part of content.map(partOf)) {
    if (part.type !== "text") media.push(part);
    else if (
      !INTRODUCTION.test(
        String(part["text" as never])
          .trim()
          .toLowerCase(),
      )
    )
      return undefined;
  }
  return media.length > 0 ? media : undefined;
}
