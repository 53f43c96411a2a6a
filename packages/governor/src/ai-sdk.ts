/**
 * The governor for the AI SDK: a language-model middleware, and projections of its messages.
 *
 * @packageDocumentation
 */

export {
  type AiSdkMessage,
  type AiSdkRequest,
  projectRequest,
  toHistory,
} from "./adapters/ai-sdk.ts";
export {
  type GovernedRequest,
  type GovernorMiddleware,
  type GovernorMiddlewareSettings,
  governorMiddleware,
} from "./adapters/ai-sdk-middleware.ts";
export type { ProjectedRequest } from "./adapters/types.ts";
