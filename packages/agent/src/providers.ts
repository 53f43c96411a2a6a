/**
 * Clients of OpenAI-compatible and Anthropic endpoints.
 *
 * @packageDocumentation
 */

export {
  createModelClient,
  DEFAULT_IDLE_TIMEOUT_MS,
  type ModelClientOptions,
} from "./providers/create-model-client.ts";
export type { ProviderType } from "./providers/sdk-types.ts";
