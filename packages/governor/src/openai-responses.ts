/**
 * The governor for requests to OpenAI Responses.
 *
 * @packageDocumentation
 */

export {
  projectRequest,
  type ResponsesRequest,
  toHistory,
} from "./adapters/openai-responses.ts";
export type { ProjectedRequest } from "./adapters/types.ts";
