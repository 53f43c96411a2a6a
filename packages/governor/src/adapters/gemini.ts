import type { Message } from "../message.ts";
import type { GovernorSettings } from "../types.ts";
import { readGemini } from "./internal/gemini-contents.ts";
import { demandRequest, type Format, projectDrafted } from "./internal/project-drafted.ts";
import type { ProjectedRequest } from "./types.ts";

/**
 * The body of a request to `generateContent`, or what its SDK takes, as far as it matters here. Names
 * may be written in either of the API's ways (`functionCall`, `function_call`).
 */
export interface GeminiRequest {
  readonly contents: unknown;
  readonly systemInstruction?: unknown;
}

const FORMAT: Format<GeminiRequest> = {
  field: "contents",
  expected: '"contents"',
  isRequest: ({ contents }) =>
    typeof contents === "string" || (typeof contents === "object" && contents !== null),
  read: readGemini,
};

/**
 * Projects a request to the Gemini API. Only the response of elided `functionResponse` parts differs
 * in the result: its `output`, or, where the response is an object without one, the response itself
 * becomes `{ output: stub }`. Thoughts and their signatures, images, code that the provider runs,
 * unknown fields and the order of keys stay as they are.
 *
 * @param request - The body of the request, with the whole conversation. It is never changed.
 * @param settings - See {@link GovernorSettings}; counts are those of {@link toHistory}.
 * @throws GovernorError `invalid_history` without `contents`; otherwise as `projectHistory`.
 *
 * @example
 * ```ts
 * const { request } = projectRequest({ model, contents }, { mode: "on", profile });
 * await ai.models.generateContent(request);
 * ```
 */
export function projectRequest<R extends GeminiRequest>(
  request: R,
  settings: GovernorSettings = {},
): ProjectedRequest<R> {
  return projectDrafted<R>(request, settings, FORMAT);
}

/**
 * The canonical history of a request. A call without an id has its position as its id, such as
 * `contents[3].parts[0]`, and a response without one answers the first open call of its name in the
 * turn before. Images beside a response are part of it.
 *
 * @throws GovernorError `invalid_history` without `contents`.
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(toHistory(request)).reduce((sum, segment) => sum + segment.tokens, 0);
 * ```
 */
export function toHistory(request: GeminiRequest): readonly Message[] {
  demandRequest(FORMAT, request);
  return readGemini(request).history;
}
