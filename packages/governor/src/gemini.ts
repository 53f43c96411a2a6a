/**
 * The governor for requests to the Gemini API.
 *
 * @packageDocumentation
 */

export { type GeminiRequest, projectRequest, toHistory } from "./adapters/gemini.ts";
export type { ProjectedRequest } from "./adapters/types.ts";
