import type { Message } from "../message.ts";
import type { GovernorSettings } from "../types.ts";
import { readAiSdk } from "./internal/ai-sdk-messages.ts";
import { demandRequest, type Format, projectDrafted } from "./internal/project-drafted.ts";
import type { ProjectedRequest } from "./types.ts";

/** One message of the AI SDK: a `ModelMessage`, or one of the prompt that a provider is given. */
export interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * What is sent with the AI SDK, as far as it matters here: the options of `generateText` and
 * `streamText` with their `messages` (versions 5 and 6), or those of a provider's `doGenerate` and
 * `doStream` with their `prompt` (V2 and V3), which are what a middleware sees.
 */
export interface AiSdkRequest {
  readonly messages?: readonly AiSdkMessage[] | undefined;
  readonly prompt?: string | readonly AiSdkMessage[] | undefined;
  readonly system?: unknown;
}

/** How requests of the AI SDK are read. */
export const AI_SDK_FORMAT: Format<AiSdkRequest> = {
  field: "messages",
  expected: 'a "messages" array or a "prompt"',
  isRequest: ({ messages, prompt }) =>
    Array.isArray(messages) || Array.isArray(prompt) || typeof prompt === "string",
  read: readAiSdk,
};

/**
 * Projects a request of the AI SDK. Only the text of elided `tool-result` parts differs in the
 * result; reasoning, provider options, approvals, images and files, the results of tools that the
 * provider runs, unknown fields and the order of keys stay as they are.
 *
 * @param request - Options with `messages` or a `prompt`, with the whole conversation. They are
 * never changed.
 * @param settings - See {@link GovernorSettings}; counts are those of {@link toHistory}.
 * @throws GovernorError `invalid_history` with neither `messages` nor a `prompt`; otherwise as
 * `projectHistory`.
 *
 * @example
 * ```ts
 * const prepareStep = ({ messages }) => projectRequest({ messages }, { mode: "on", profile }).request;
 * ```
 */
export function projectRequest<R extends AiSdkRequest>(
  request: R,
  settings: GovernorSettings = {},
): ProjectedRequest<R> {
  return projectDrafted<R>(request, settings, AI_SDK_FORMAT);
}

/**
 * The canonical history of a request. Calls and results of tools that the provider runs are part of
 * the response. The text of a `json` output is its JSON.
 *
 * @throws GovernorError `invalid_history` with neither `messages` nor a `prompt`.
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(toHistory({ messages })).reduce((sum, { tokens }) => sum + tokens, 0);
 * ```
 */
export function toHistory(request: AiSdkRequest): readonly Message[] {
  demandRequest(AI_SDK_FORMAT, request);
  return readAiSdk(request).history;
}
