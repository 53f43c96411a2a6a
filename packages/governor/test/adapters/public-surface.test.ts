import { describe, expect, expectTypeOf, it } from "vitest";
import * as aiSdk from "../../src/ai-sdk.ts";
import * as anthropic from "../../src/anthropic.ts";
import * as gemini from "../../src/gemini.ts";
import type { Elision, GovernorSettings, Message, Totals } from "../../src/index.ts";
import * as openaiChat from "../../src/openai-chat.ts";
import * as openaiResponses from "../../src/openai-responses.ts";

describe("the adapters", () => {
  it.each([
    ["ai-sdk", aiSdk, ["governorMiddleware", "projectRequest", "toHistory"]],
    ["anthropic", anthropic, ["projectRequest", "toHistory"]],
    ["gemini", gemini, ["projectRequest", "toHistory"]],
    ["openai-chat", openaiChat, ["projectRequest", "toHistory"]],
    ["openai-responses", openaiResponses, ["projectRequest", "toHistory"]],
  ])("%s exports exactly", (_, entry, names) => {
    expect(Object.keys(entry).sort()).toEqual(names);
  });

  it("give a request of the type that they took", () => {
    interface Body {
      model: string;
      messages: {
        role: "user" | "assistant";
        content: string | { type: "text"; text: string }[];
      }[];
      stream?: boolean;
    }
    expectTypeOf(anthropic.projectRequest<Body>).returns.toEqualTypeOf<{
      readonly request: Body;
      readonly elisions: readonly Elision[];
      readonly totals?: Totals;
    }>();
    expectTypeOf(openaiChat.projectRequest<Body>).parameters.toEqualTypeOf<
      [Body, GovernorSettings?]
    >();
    expectTypeOf(aiSdk.projectRequest<Body>)
      .returns.toHaveProperty("request")
      .toEqualTypeOf<Body>();
    const responses = openaiResponses.projectRequest({ model: "m", input: [{ type: "x" }] });
    expectTypeOf(responses.request.model).toEqualTypeOf<string>();
    const { request } = gemini.projectRequest({ contents: "go", model: "m" });
    expectTypeOf(request).toEqualTypeOf<{ contents: string; model: string }>();
    expectTypeOf(gemini.toHistory).returns.toEqualTypeOf<readonly Message[]>();
  });

  it("refuse what isn't a request by its type", () => {
    // @ts-expect-error: no messages
    expect(() => anthropic.projectRequest({ model: "m" })).toThrow("messages");
    // @ts-expect-error: no list
    expect(() => openaiChat.projectRequest({ messages: "go" })).toThrow("messages");
    // @ts-expect-error: a number
    expect(() => openaiResponses.projectRequest({ input: 5 })).toThrow("input");
  });
});
