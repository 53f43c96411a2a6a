import { generateText, type ModelMessage, modelMessageSchema, wrapLanguageModel } from "ai-v5";
import { MockLanguageModelV2 } from "ai-v5/test";
import { expect, test } from "vitest";
import { governorMiddleware, projectRequest } from "../../src/ai-sdk.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { checkBody } from "./support/check-body.ts";

type Result = Extract<ModelMessage, { role: "tool" }>["content"][number];

function call(toolCallId: string, toolName: string, input: object) {
  return { type: "tool-call", toolCallId, toolName, input } as const;
}

function result(toolCallId: string, toolName: string, output: Result["output"] | string): Result {
  const typed = typeof output === "string" ? { type: "text" as const, value: output } : output;
  return { type: "tool-result", toolCallId, toolName, output: typed };
}

const SIGNED = { anthropic: { signature: "c2ln" } };

const MESSAGES: ModelMessage[] = [
  { role: "user", content: [{ type: "text", text: "go" }] },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "hm", providerOptions: SIGNED },
      call("r1", "read_file", { path: "a.ts" }),
      call("s1", "grep", { pattern: "x" }),
      call("b1", "job_output", { job: "j" }),
      call("r3", "read_file", { path: "b.ts" }),
    ],
  },
  {
    role: "tool",
    content: [
      result("b1", "job_output", { type: "json", value: { text: long("tick") } }),
      {
        ...result("r1", "read_file", long("old")),
        providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
      },
      result("s1", "grep", {
        type: "content",
        value: [
          { type: "text", text: long("a.ts:1:x") },
          { type: "text", text: "1 match" },
        ],
      }),
      result("r3", "read_file", long("b")),
    ],
  },
  {
    role: "assistant",
    content: [
      { ...call("srv1", "web_search", { query: "q" }), providerExecuted: true },
      {
        type: "tool-result",
        toolCallId: "srv1",
        toolName: "web_search",
        output: { type: "json", value: [] },
      },
      call("e1", "edit_file", { path: "a.ts" }),
      call("e3", "edit_file", { path: "b.ts" }),
      call("i1", "read_file", { path: "c.png" }),
    ],
  },
  {
    role: "tool",
    content: [
      result("e1", "edit_file", "ok"),
      result("e3", "edit_file", { type: "error-text", value: "no match" }),
      result("i1", "read_file", {
        type: "content",
        value: [
          { type: "text", text: long("an image") },
          { type: "media", data: "AAAA", mediaType: "image/png" },
        ],
      }),
    ],
  },
  {
    role: "assistant",
    content: [
      call("r2", "read_file", { path: "a.ts" }),
      call("s2", "grep", { pattern: "x" }),
      call("b2", "job_output", { job: "j" }),
      call("e4", "write_file", { path: "c.png" }),
    ],
  },
  {
    role: "tool",
    content: [
      result("r2", "read_file", long("new")),
      result("s2", "grep", `${long("a.ts:1:x")}1 match`),
      result("b2", "job_output", { type: "json", value: { text: long("tick tock") } }),
      result("e4", "write_file", "ok"),
    ],
  },
  { role: "assistant", content: "Done." },
  { role: "user", content: "more" },
];

const ELIDED = {
  "messages.2.content.0.output.value": "stale_bg_output",
  "messages.2.content.1.output.value": "superseded_read",
  "messages.2.content.2.output.value": "duplicate_search",
} as const;

/** A model that keeps what it is given, and says that all is fine. */
function model(): { readonly mock: MockLanguageModelV2; readonly prompts: string[] } {
  const prompts: string[] = [];
  const mock = new MockLanguageModelV2({
    doGenerate: async ({ prompt }) => {
      prompts.push(JSON.stringify({ prompt }));
      return {
        content: [{ type: "text", text: "fine" }],
        finishReason: "stop",
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        warnings: [],
      };
    },
  });
  return { mock, prompts };
}

test("messages of version 5 are projected to messages by the SDK's schema", async () => {
  const sent = checkBody("ai-sdk", JSON.stringify({ messages: MESSAGES }), ELIDED) as {
    messages: ModelMessage[];
  };
  for (const [at, message] of sent.messages.entries()) {
    expect(modelMessageSchema.safeParse(message).success, `messages.${at}`).toBe(true);
  }
  const { mock } = model();
  expect((await generateText({ model: mock, messages: sent.messages })).text).toBe("fine");
});

test("a middleware projects the prompt of version 5 alike", async () => {
  const [plain, inner, given] = [model(), model(), model()];
  await generateText({ model: plain.mock, messages: MESSAGES });
  const elided = Object.fromEntries(
    Object.entries(ELIDED).map(([path, reason]) => [path.replace("messages", "prompt"), reason]),
  );
  const sent = JSON.stringify(checkBody("ai-sdk", plain.prompts[0] as string, elided));
  const middleware = governorMiddleware(EAGER);
  const wrapped = wrapLanguageModel({ model: inner.mock, middleware });
  await generateText({ model: wrapped, messages: MESSAGES });
  expect(inner.prompts).toEqual([sent]);
  const { request } = projectRequest({ messages: MESSAGES }, EAGER);
  await generateText({ model: given.mock, messages: request.messages });
  expect(given.prompts).toEqual([sent]);
});
