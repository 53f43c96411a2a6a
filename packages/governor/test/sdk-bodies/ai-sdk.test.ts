import {
  convertToModelMessages,
  generateText,
  type ModelMessage,
  modelMessageSchema,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";
import { governorMiddleware, projectRequest } from "../../src/ai-sdk.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { aiMessages } from "./support/ai-messages.ts";
import { checkBody } from "./support/check-body.ts";

const ELIDED = {
  "messages.2.content.0.output.value": "superseded_read",
  "messages.4.content.0.output.value": "stale_bg_output",
  "messages.4.content.1.output.value": "duplicate_search",
} as const;

/** A model that keeps what it is given, and says that all is fine. */
function model(): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const finishReason = { unified: "stop", raw: "stop" } as const;
  return new MockLanguageModelV3({
    doGenerate: { content: [{ type: "text", text: "fine" }], finishReason, usage, warnings: [] },
  });
}

const promptOf = (mock: MockLanguageModelV3): string =>
  JSON.stringify({ prompt: mock.doGenerateCalls.at(-1)?.prompt });

const inPrompt = (elided: typeof ELIDED) =>
  Object.fromEntries(
    Object.entries(elided).map(([path, reason]) => [path.replace("messages", "prompt"), reason]),
  );

describe.each([{ served: true }, { served: false }])("messages of version 6, %j", (options) => {
  const messages = aiMessages(options);

  test("are projected to messages by the SDK's schema", async () => {
    const sent = checkBody("ai-sdk", JSON.stringify({ messages }), ELIDED) as {
      messages: ModelMessage[];
    };
    for (const [at, message] of sent.messages.entries()) {
      expect(modelMessageSchema.safeParse(message), `messages.${at}`).toMatchObject({
        success: true,
      });
    }
    // The SDK checks calls, results and approvals before it asks a model.
    const { text } = await generateText({ model: model(), messages: sent.messages });
    expect(text).toBe("fine");
  });

  test("become a prompt that a middleware projects alike", async () => {
    const plain = model();
    await generateText({ model: plain, messages });
    const sent = checkBody("ai-sdk", promptOf(plain), inPrompt(ELIDED));
    const inner = model();
    const middleware = governorMiddleware(EAGER);
    await generateText({ model: wrapLanguageModel({ model: inner, middleware }), messages });
    expect(promptOf(inner)).toBe(JSON.stringify(sent));
    const given = model();
    await generateText({ model: given, ...projectRequest({ messages }, EAGER).request });
    expect(promptOf(given)).toBe(JSON.stringify(sent));
  });
});

test("an approval that waits is carried out, with the governor on", async () => {
  const call = { type: "tool-call", toolCallId: "w1", toolName: "edit_file", input: {} } as const;
  const request = { type: "tool-approval-request", approvalId: "ap9", toolCallId: "w1" } as const;
  const response = { type: "tool-approval-response", approvalId: "ap9", approved: false } as const;
  const messages: ModelMessage[] = [
    ...aiMessages(),
    { role: "assistant", content: [call, request] },
    { role: "tool", content: [response] },
  ];
  checkBody("ai-sdk", JSON.stringify({ messages }), ELIDED);
  const inner = model();
  const wrapped = wrapLanguageModel({ model: inner, middleware: governorMiddleware(EAGER) });
  await generateText({ model: wrapped, messages });
  const { prompt } = JSON.parse(promptOf(inner)) as { prompt: ModelMessage[] };
  expect(prompt.at(-1)).toMatchObject({
    role: "tool",
    content: [{ toolCallId: "w1", output: { type: "execution-denied" } }],
  });
});

test("a stream goes through the middleware too", async () => {
  const inner = new MockLanguageModelV3({
    doStream: { stream: new ReadableStream({ start: (controller) => controller.close() }) },
  });
  const wrapped = wrapLanguageModel({ model: inner, middleware: governorMiddleware(EAGER) });
  await streamText({
    model: wrapped,
    messages: aiMessages(),
    onError: () => undefined,
  }).consumeStream();
  const prompt = JSON.stringify(inner.doStreamCalls[0]?.prompt);
  expect(prompt.split("[elided: ")).toHaveLength(1 + Object.keys(ELIDED).length);
});

type UIPart = UIMessage["parts"][number];

function uiTool(name: string, toolCallId: string, input: object, more: object): UIPart {
  return { type: `tool-${name}`, toolCallId, state: "output-available", input, ...more } as UIPart;
}

test("messages of a page, converted by the SDK", async () => {
  const step: UIPart = { type: "step-start" };
  const parts: UIPart[] = [
    step,
    { type: "reasoning", text: "hm", providerMetadata: { anthropic: { signature: "c2ln" } } },
    uiTool("read_file", "r1", { path: "a.ts" }, { output: long("old") }),
    uiTool("grep", "s1", { pattern: "x" }, { output: long("a.ts:1:x") }),
    step,
    uiTool("edit_file", "e1", { path: "a.ts" }, { output: "ok" }),
    uiTool("edit_file", "e2", { path: "b.ts" }, { state: "output-error", errorText: "no match" }),
    uiTool(
      "edit_file",
      "e3",
      { path: "c.ts" },
      { state: "output-denied", approval: { id: "ap3", approved: false } },
    ),
    step,
    uiTool("read_file", "r2", { path: "a.ts" }, { output: { text: long("new") } }),
    uiTool("grep", "s2", { pattern: "x" }, { output: long("a.ts:1:x") }),
    step,
    { type: "text", text: "Done." },
  ];
  const messages = await convertToModelMessages([
    { role: "user", parts: [{ type: "text", text: "go" }] },
    { role: "assistant", parts },
    { role: "user", parts: [{ type: "text", text: "more" }] },
  ]);
  const sent = checkBody("ai-sdk", JSON.stringify({ messages }), {
    "messages.2.content.0.output.value": "superseded_read",
    "messages.2.content.1.output.value": "duplicate_search",
  }) as { messages: ModelMessage[] };
  const { text } = await generateText({ model: model(), messages: sent.messages });
  expect(text).toBe("fine");
});
