import Anthropic from "@anthropic-ai/sdk";
import { type Content, GoogleGenAI } from "@google/genai";
import { generateText, type ModelMessage, modelMessageSchema } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import OpenAI from "openai";
import { afterAll, describe, expect, test } from "vitest";
import { projectRequest } from "../../src/ai-sdk.ts";
import { ADAPTERS, type FormatName } from "../adapters/support/formats.ts";
import {
  bodiesOf,
  formatOf,
  HAS_REQUESTS,
  lastBodyOf,
  modelMessagesOf,
  recordedSessions,
} from "../adapters/support/recorded.ts";
import { EAGER } from "../adapters/support/sessions.ts";
import { PROFILES } from "../profiles/profiles.ts";
import { ANTHROPIC } from "./support/anthropic-provider.ts";
import { CHAT } from "./support/chat-provider.ts";
import { GEMINI } from "./support/gemini-provider.ts";
import { RESPONSES } from "./support/responses-provider.ts";
import { type Provider, startServer } from "./support/start-server.ts";

type Recorded = Exclude<FormatName, "ai-sdk">;

const PROVIDERS: Readonly<Record<Recorded, Provider>> = {
  anthropic: ANTHROPIC,
  "openai-chat": CHAT,
  "openai-responses": RESPONSES,
  gemini: GEMINI,
};

/** Sends a body again with the SDK of its format. */
const RESEND: Readonly<Record<Recorded, (baseURL: string, body: never) => Promise<unknown>>> = {
  anthropic: (baseURL, body: Anthropic.MessageCreateParams) =>
    new Anthropic({ apiKey: "none", baseURL, maxRetries: 0 }).messages.create(body),
  "openai-chat": (baseURL, body: OpenAI.Chat.ChatCompletionCreateParams) =>
    new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 }).chat.completions.create(body),
  "openai-responses": (baseURL, body: OpenAI.Responses.ResponseCreateParams) =>
    new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 }).responses.create(body),
  gemini: (baseUrl, { contents }: { contents: Content[] }) =>
    new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } }).models.generateContent({
      model: "gemini",
      contents,
    }),
};

/** As eager as it gets, so that as much as possible is elided. */
function projected(session: string, body: object): object {
  const [, profile] = PROFILES.find(([name]) => session.startsWith(name)) ?? [];
  const settings = { ...EAGER, ...(profile ? { profile } : {}) };
  return ADAPTERS[formatOf(session, body)].projectRequest(body, settings).request;
}

describe.runIf(HAS_REQUESTS)("recorded requests", () => {
  const counted = { bodies: 0, projected: 0, faultless: 0 };

  test.each(recordedSessions())("%s: a projection breaks no rule of the provider", (session) => {
    for (const body of bodiesOf(session)) {
      const { faultsIn } = PROVIDERS[formatOf(session, body) as Recorded];
      // Replies were scripted and agents have habits of their own: what a body breaks itself stays.
      const faults = faultsIn(body as never);
      const sent = projected(session, body);
      expect(faultsIn(sent as never)).toEqual(faults);
      counted.bodies += 1;
      if (sent !== body) counted.projected += 1;
      if (faults.length === 0) counted.faultless += 1;
    }
  });

  afterAll(() => {
    // Of the 418 bodies 366 keep all rules, and in 334 something is elided.
    if (counted.bodies === 0) return;
    expect(counted.projected).toBeGreaterThan(counted.bodies / 4);
    expect(counted.faultless).toBeGreaterThan(counted.bodies / 2);
  });

  test.each(recordedSessions())(
    "%s: the SDK sends what was projected as it is",
    async (session) => {
      const body = lastBodyOf(session);
      const format = formatOf(session, body) as Recorded;
      // The SDK has something to say of models of the past.
      const sent = { ...projected(session, body), model: "next" };
      const server = await startServer({ ...PROVIDERS[format], faultsIn: () => [] });
      try {
        await RESEND[format](server.url, sent as never);
        const [received] = server.bodies as [string];
        if (format !== "gemini") expect(received).toBe(JSON.stringify(sent));
        else expect(JSON.parse(received)).toMatchObject({ contents: contentsOf(sent) });
      } finally {
        await server.close();
      }
    },
  );

  test.each(recordedSessions().filter((session) => modelMessagesOf(session)))(
    "%s: projected messages are the AI SDK's",
    async (session) => {
      const messages = modelMessagesOf(session) as ModelMessage[];
      const { request, elisions } = projectRequest({ messages }, EAGER);
      expect(elisions.length).toBeGreaterThan(0);
      for (const message of request.messages) modelMessageSchema.parse(message);
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      };
      const model = new MockLanguageModelV3({
        doGenerate: {
          content: [{ type: "text", text: "fine" }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        },
      });
      const { text } = await generateText({ model, messages: request.messages });
      expect(text).toBe("fine");
    },
  );
});

function contentsOf(body: object): unknown {
  return (body as { readonly contents: unknown }).contents;
}
