import { isRecord } from "../internal/is-record.ts";
import type { Message, ToolCall } from "../message.ts";
import type { GovernorSettings } from "../types.ts";
import { callArgs } from "./internal/call-args.ts";
import { contentOf, replaceContent, textOf } from "./internal/content.ts";
import { Draft, type Drafted } from "./internal/draft.ts";
import { eachRecord, type Fields, isCalledByProgram, nameAt } from "./internal/fields.ts";
import { isFailureText } from "./internal/is-failure-text.ts";
import { demandRequest, type Format, projectDrafted } from "./internal/project-drafted.ts";
import type { ProjectedRequest } from "./types.ts";

/** The body of a request to OpenAI Responses, as far as it matters here. */
export interface ResponsesRequest {
  readonly input?: string | readonly unknown[] | undefined;
  readonly instructions?: unknown;
}

const FORMAT: Format<ResponsesRequest> = {
  field: "input",
  expected: 'an "input" text or array',
  isRequest: ({ input }) =>
    input === undefined || typeof input === "string" || Array.isArray(input),
  read,
};

/**
 * Projects a request to OpenAI Responses. Only the text of elided outputs differs in the result;
 * reasoning items, encrypted content, the items of tools that the provider runs, outputs for a program
 * that the provider runs, approvals, images, unknown items and fields, and the order of keys stay as they are.
 *
 * The format has no flag for errors: they are recognised by how their text begins. Where the
 * provider keeps the conversation (`previous_response_id`), only what the request itself holds is
 * looked at.
 *
 * @param request - The body of the request, with the whole conversation. It is never changed.
 * @param settings - See {@link GovernorSettings}; counts are those of {@link toHistory}.
 * @throws GovernorError `invalid_history` when `input` is neither a text nor an array, nor absent;
 * otherwise as `projectHistory`.
 *
 * @example
 * ```ts
 * const { request } = projectRequest({ model, input, store: false }, { mode: "on", profile });
 * await client.responses.create(request);
 * ```
 */
export function projectRequest<R extends ResponsesRequest>(
  request: R,
  settings: GovernorSettings = {},
): ProjectedRequest<R> {
  return projectDrafted<R>(request, settings, FORMAT);
}

/**
 * The canonical history of a request. A run of assistant, reasoning and call items is one response.
 *
 * @throws GovernorError `invalid_history` when `input` is neither a text nor an array, nor absent.
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(toHistory(request)).reduce((sum, segment) => sum + segment.tokens, 0);
 * ```
 */
export function toHistory(request: ResponsesRequest): readonly Message[] {
  demandRequest(FORMAT, request);
  return read(request).history;
}

/** What the model said since the last item that wasn't its own. */
interface Response {
  text: string;
  readonly calls: ToolCall[];
}

function read({ input, instructions }: ResponsesRequest): Drafted {
  const draft = new Draft();
  if (instructions !== undefined && instructions !== null) draft.instructions(textOf(instructions));
  if (typeof input === "string") draft.user(input);
  let response: Response | undefined;
  const end = (): void => {
    if (response) draft.assistant(response.text, response.calls);
    response = undefined;
  };
  for (const [item, index] of eachRecord(input)) {
    const said = saidIn(item);
    if (said) {
      response ??= { text: "", calls: [] };
      response.text += said.text ?? "";
      if (said.call) response.calls.push(said.call);
    } else if (isOther(item)) {
      end();
      readOther(draft, item, index);
    }
  }
  end();
  return draft.finish();
}

/** What of a response an item is; `undefined` if it isn't part of one. */
function saidIn(
  item: Fields,
): { readonly text?: string; readonly call?: ToolCall | undefined } | undefined {
  const type = typeOf(item);
  if (type === "message") {
    const { role, content } = item;
    return role === "assistant" ? { text: textOf(content) + refusals(content) } : undefined;
  }
  if (type === "reasoning") return {};
  return type.endsWith("_call") ? { call: callOf(type, item) } : undefined;
}

function typeOf({ type }: Fields): string {
  return typeof type === "string" ? type : "message";
}

function refusals(content: unknown): string {
  let text = "";
  for (const [{ refusal }] of eachRecord(content))
    text += typeof refusal === "string" ? refusal : "";
  return text;
}

/** A tool that the provider runs has no call id: its call and what came of it are in the response. */
function callOf(type: string, item: Fields): ToolCall | undefined {
  const id = nameAt(item, "call_id");
  if (id === undefined || isCalledByProgram(item)) return undefined;
  const own = nameAt(item, "name") ?? type.slice(0, -"_call".length);
  const namespace = nameAt(item, "namespace");
  const name = namespace === undefined ? own : joinName(namespace, own);
  const args = item["arguments"] ?? item["action"] ?? item["operation"];
  return { id, name, args: args === undefined ? (item["input"] ?? {}) : callArgs(args) };
}

/** The name under which the model calls a tool of a namespace, as `mcp__server__tool`. */
function joinName(namespace: string, name: string): string {
  return namespace.endsWith("_") || name.startsWith("_")
    ? namespace + name
    : `${namespace}__${name}`;
}

/**
 * An item of somebody else; what isn't known belongs to no one and ends nothing. Nor does the output
 * of a tool that the provider ran, which is part of the response.
 */
function isOther(item: Fields): boolean {
  const type = typeOf(item);
  const isKnown = type === "message" || type === "compaction" || type === "mcp_approval_response";
  return isKnown || (type.endsWith("_output") && outputId(item) !== undefined);
}

/** The call that an output of the client's answers. */
function outputId(item: Fields): string | undefined {
  const type = typeOf(item);
  if (type === "program_output" || item["execution"] === "server") return undefined;
  // The output of a local shell names its call as its own id.
  return (
    nameAt(item, "call_id") ?? (type === "local_shell_call_output" ? nameAt(item, "id") : undefined)
  );
}

function readOther(draft: Draft, item: Fields, index: number): void {
  const { role, content } = item;
  const type = typeOf(item);
  if (type.endsWith("_output")) readOutput(draft, item, index);
  else if (type === "compaction") draft.user("", "checkpoint");
  else if (role === "user") draft.user(textOf(content));
  else if (role === "system" || role === "developer") draft.system(textOf(content));
}

function readOutput(draft: Draft, item: Fields, index: number): void {
  const { output, status } = item;
  const callId = outputId(item);
  if (callId === undefined || isCalledByProgram(item)) return;
  // An older client wraps a text with a flag.
  const isWrapped = isRecord(output) && typeof output["content"] === "string";
  const content = contentOf(isWrapped ? output["content"] : output);
  const isFlagged = status === "failed" || (isWrapped && output["success"] === false);
  draft.result({
    callId,
    content,
    isError: isFlagged || isFailureText(content),
    place: {
      path: ["input", index, "output", ...(isWrapped ? ["content"] : [])],
      replace: replaceContent,
    },
  });
}
