import * as aiSdk from "../../../src/ai-sdk.ts";
import * as anthropic from "../../../src/anthropic.ts";
import * as gemini from "../../../src/gemini.ts";
import type { Elision, GovernorSettings, Message, Totals } from "../../../src/index.ts";
import * as openaiChat from "../../../src/openai-chat.ts";
import * as openaiResponses from "../../../src/openai-responses.ts";

export type FormatName = "anthropic" | "openai-chat" | "openai-responses" | "ai-sdk" | "gemini";

/** An adapter, for requests of any content. */
export interface Adapter {
  projectRequest<R extends object>(
    request: R,
    settings?: GovernorSettings,
  ): { readonly request: R; readonly elisions: readonly Elision[]; readonly totals?: Totals };
  toHistory(request: object): readonly Message[];
}

export const ADAPTERS: Readonly<Record<FormatName, Adapter>> = {
  anthropic,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "ai-sdk": aiSdk,
  gemini,
} as unknown as Readonly<Record<FormatName, Adapter>>;

export const FORMATS: readonly FormatName[] = Object.keys(ADAPTERS) as FormatName[];
