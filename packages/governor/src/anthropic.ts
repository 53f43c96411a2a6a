/**
 * The governor for requests to Anthropic Messages.
 *
 * @packageDocumentation
 */

export {
  type AnthropicMessage,
  type AnthropicRequest,
  projectRequest,
  toHistory,
} from "./adapters/anthropic.ts";
export type { ProjectedRequest } from "./adapters/types.ts";
