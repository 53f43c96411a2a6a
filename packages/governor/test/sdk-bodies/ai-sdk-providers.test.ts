import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type LanguageModel, wrapLanguageModel } from "ai";
import { describe, expect, test } from "vitest";
import { type GovernedRequest, governorMiddleware, projectRequest } from "../../src/ai-sdk.ts";
import { ADAPTERS, type FormatName } from "../adapters/support/formats.ts";
import { EAGER } from "../adapters/support/sessions.ts";
import { aiMessages } from "./support/ai-messages.ts";
import { ANTHROPIC } from "./support/anthropic-provider.ts";
import { CHAT } from "./support/chat-provider.ts";
import { checkBody, type Elided } from "./support/check-body.ts";
import { GEMINI } from "./support/gemini-provider.ts";
import { RESPONSES } from "./support/responses-provider.ts";
import { type Provider, startServer } from "./support/start-server.ts";

type Model = Exclude<LanguageModel, string> & { readonly specificationVersion: "v3" };

interface Target {
  readonly format: FormatName;
  readonly provider: Provider;
  readonly served: boolean;
  readonly model: (baseURL: string) => Model;
  readonly elided: Elided;
}

const apiKey = "none";

const TARGETS: Readonly<Record<string, Target>> = {
  "@ai-sdk/anthropic": {
    format: "anthropic",
    provider: ANTHROPIC,
    served: true,
    model: (baseURL) => createAnthropic({ baseURL, apiKey })("claude-next"),
    elided: {
      "messages.2.content.0.content": "superseded_read",
      "messages.4.content.0.content": "stale_bg_output",
      "messages.4.content.1.content": "duplicate_search",
    },
  },
  "@ai-sdk/openai, Chat": {
    format: "openai-chat",
    provider: CHAT,
    served: false,
    model: (baseURL) => createOpenAI({ baseURL, apiKey }).chat("gpt-5"),
    elided: {
      "messages.3.content": "superseded_read",
      "messages.5.content": "stale_bg_output",
      "messages.6.content": "duplicate_search",
    },
  },
  "@ai-sdk/openai, Responses": {
    format: "openai-responses",
    provider: RESPONSES,
    served: false,
    model: (baseURL) => createOpenAI({ baseURL, apiKey }).responses("gpt-5"),
    elided: {
      "input.5.output": "superseded_read",
      "input.12.output": "stale_bg_output",
      "input.13.output": "duplicate_search",
    },
  },
  "@ai-sdk/google": {
    format: "gemini",
    provider: GEMINI,
    served: false,
    model: (baseURL) => createGoogleGenerativeAI({ baseURL, apiKey })("gemini-3-pro"),
    elided: {
      "contents.2.parts.0.functionResponse.response.content": "superseded_read",
      "contents.4.parts.0.functionResponse.response.content": "stale_bg_output",
      "contents.4.parts.1.functionResponse.response.content": "duplicate_search",
    },
  },
};

/** What is sent when this is given to `generateText`; it fails if the provider would refuse it. */
async function bodyOf(
  { provider, model, served }: Target,
  change: (messages: ReturnType<typeof aiMessages>) => ReturnType<typeof aiMessages>,
  wrap: (model: Model) => Model = (plain) => plain,
): Promise<string> {
  const server = await startServer(provider);
  try {
    const { text } = await generateText({
      model: wrap(model(server.url)),
      system: "rules",
      messages: change(aiMessages({ served })),
      maxOutputTokens: 4096,
      providerOptions: { openai: { store: false, systemMessageMode: "system" } },
      maxRetries: 0,
    });
    expect(text).toBe("fine");
    return server.bodies[0] as string;
  } finally {
    await server.close();
  }
}

const whole = (messages: ReturnType<typeof aiMessages>) => messages;
const projected = (messages: ReturnType<typeof aiMessages>) =>
  projectRequest({ messages }, EAGER).request.messages;

describe.each(Object.entries(TARGETS))("%s", (_, target) => {
  test("what it writes, and the provider's rules once it is projected", async () => {
    const sent = checkBody(target.format, await bodyOf(target, whole), target.elided);
    expect(target.provider.faultsIn(sent as never)).toEqual([]);
  });

  test("messages, prompt and body elide the same calls", async () => {
    const told: GovernedRequest[] = [];
    const middleware = governorMiddleware({ ...EAGER, onGoverned: (it) => told.push(it) });
    const before = await bodyOf(target, whole);
    const ofMessages = await bodyOf(target, projected);
    const ofPrompt = await bodyOf(target, whole, (model) =>
      wrapLanguageModel({ model, middleware }),
    );
    expect(ofPrompt).toBe(ofMessages);
    expect(told.map(({ elisions }) => elisions.map(({ callId }) => callId))).toEqual([
      ["r1", "b1", "s1"],
    ]);
    const { elisions } = ADAPTERS[target.format].projectRequest(JSON.parse(before), EAGER);
    expect(elisions.map(({ callId }) => callId)).toEqual(["r1", "b1", "s1"]);
    for (const mode of ["off", "shadow"] as const) {
      const wrapped = await bodyOf(target, whole, (model) =>
        wrapLanguageModel({ model, middleware: governorMiddleware({ ...EAGER, mode }) }),
      );
      expect(wrapped, mode).toBe(before);
    }
  });
});
