/**
 * The governor for requests to OpenAI Chat Completions and compatible servers.
 *
 * @packageDocumentation
 */

export {
  type ChatMessage,
  type ChatRequest,
  projectRequest,
  toHistory,
} from "./adapters/openai-chat.ts";
export type { ProjectedRequest } from "./adapters/types.ts";
