import type { LanguageModelV3 } from "@ai-sdk/provider";

/** A model of the AI SDK at the layer of its providers: one request, one stream. */
export type SdkModel = LanguageModelV3;

export type SdkCallOptions = Parameters<SdkModel["doStream"]>[0];
export type SdkPrompt = SdkCallOptions["prompt"];
export type SdkMessage = SdkPrompt[number];
export type SdkTool = NonNullable<SdkCallOptions["tools"]>[number];
export type SdkAssistantPart = Extract<SdkMessage, { role: "assistant" }>["content"][number];
export type SdkProviderOptions = NonNullable<SdkMessage["providerOptions"]>;

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];
export type SdkStreamPart = SdkStream extends ReadableStream<infer Part> ? Part : never;
export type SdkUsage = Extract<SdkStreamPart, { type: "finish" }>["usage"];
export type SdkFinishReason = Extract<SdkStreamPart, { type: "finish" }>["finishReason"];

/** Providers whose requests are shaped differently. */
export type ProviderType = "openai-compatible" | "anthropic";
