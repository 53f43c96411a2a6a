import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRequest } from "../../src/anthropic.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { ANTHROPIC } from "./support/anthropic-provider.ts";
import { checkBody } from "./support/check-body.ts";
import { type Server, startServer } from "./support/start-server.ts";

type Params = Anthropic.MessageCreateParamsNonStreaming;

const MARKER = { type: "ephemeral" } as const;
const PNG = { type: "base64", media_type: "image/png", data: "AAAA" } as const;

function use(id: string, name: string, input: object): Anthropic.ToolUseBlockParam {
  return { type: "tool_use", id, name, input };
}

const THOUGHT = { type: "thinking", thinking: "hm", signature: "c2ln" } as const;

const PARAMS: Params = {
  model: "claude-next",
  max_tokens: 4096,
  thinking: { type: "enabled", budget_tokens: 1024 },
  system: [{ type: "text", text: "rules", cache_control: MARKER }],
  tools: [{ name: "read_file", input_schema: { type: "object" } }],
  messages: [
    {
      role: "user",
      content: [
        { type: "image", source: PNG },
        { type: "text", text: "go" },
      ],
    },
    {
      role: "assistant",
      content: [
        THOUGHT,
        { type: "redacted_thinking", data: "ZW5j" },
        { type: "text", text: "First." },
        use("r1", "read_file", { path: "a.ts" }),
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "r1", content: long("old"), cache_control: MARKER },
      ],
    },
    {
      role: "assistant",
      content: [
        THOUGHT,
        use("s1", "grep", { pattern: "x" }),
        use("b1", "job_output", { job: "j" }),
        use("r3", "read_file", { path: "b.ts" }),
        use("f1", "read_file", { path: "missing.ts" }),
      ],
    },
    {
      role: "user",
      // In the order in which they were done, and with keys in another one.
      content: [
        { content: long("tick"), is_error: false, type: "tool_result", tool_use_id: "b1" },
        {
          type: "tool_result",
          tool_use_id: "s1",
          content: [
            { type: "text", text: long("a.ts:1:x") },
            { type: "text", text: "1 match", cache_control: MARKER },
          ],
          ...{ x_extra: { kept: [1, null] } },
        },
        { type: "tool_result", tool_use_id: "f1", content: "ENOENT", is_error: true },
        { type: "tool_result", tool_use_id: "r3", content: long("b") },
        { type: "text", text: "<reminder>be brief</reminder>" },
      ],
    },
    {
      role: "assistant",
      content: [
        use("e1", "edit_file", { path: "a.ts" }),
        use("e3", "edit_file", { path: "b.ts" }),
        use("e4", "edit_file", { path: "missing.ts" }),
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "e1" },
        { type: "tool_result", tool_use_id: "e3", content: long("no match"), is_error: true },
        // Anthropic has a flag for errors: without it this one counts as a success.
        { type: "tool_result", tool_use_id: "e4", content: "Error: not written" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srv1", name: "web_search", input: { query: "q" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "srv1",
          content: [
            {
              type: "web_search_result",
              title: "t",
              url: "https://x.y",
              encrypted_content: "ZW5j",
            },
          ],
        },
        { type: "text", text: "Found.", citations: [] },
        use("i1", "read_file", { path: "c.png" }),
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "i1",
          content: [
            { type: "text", text: long("an image") },
            { type: "image", source: PNG },
          ],
        },
      ],
    },
    {
      role: "assistant",
      content: [
        use("r2", "read_file", { path: "a.ts" }),
        use("s2", "grep", { pattern: "x" }),
        use("b2", "job_output", { job: "j" }),
        use("e5", "edit_file", { path: "c.png" }),
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "r2", content: long("new") },
        { type: "tool_result", tool_use_id: "s2", content: `${long("a.ts:1:x")}1 match` },
        { type: "tool_result", tool_use_id: "b2", content: long("tick tock") },
        { type: "tool_result", tool_use_id: "e5", content: "ok" },
      ],
    },
    { role: "assistant", content: "Done." },
    { role: "user", content: "More." },
  ],
};

const ELIDED = {
  "messages.2.content.0.content": "superseded_read",
  "messages.4.content.0.content": "stale_bg_output",
  "messages.4.content.1.content": "duplicate_search",
} as const;

let server: Server;
let client: Anthropic;
beforeAll(async () => {
  server = await startServer(ANTHROPIC);
  client = new Anthropic({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
});
afterAll(() => server.close());

const lastBody = (): string => server.bodies.at(-1) as string;

test("what the SDK writes", async () => {
  await client.messages.create(PARAMS);
  const body = lastBody();
  const sent = checkBody("anthropic", body, ELIDED);
  await client.messages.create(sent as Params);
  expect(lastBody()).toBe(JSON.stringify(sent));
});

test("what the SDK is given, by its own types", async () => {
  await client.messages.create(PARAMS);
  const whole = JSON.parse(lastBody()) as Params;
  const { request } = projectRequest(PARAMS, EAGER);
  await client.messages.create(request);
  expect(lastBody()).toBe(JSON.stringify(projectRequest(whole, EAGER).request));
});

test("a stream and a count of tokens have the same messages", async () => {
  const { messages, system = [], model } = PARAMS;
  await client.messages.countTokens({ model, system, messages });
  checkBody("anthropic", lastBody(), ELIDED);
  await client.messages.create({ ...PARAMS, stream: true });
  checkBody("anthropic", lastBody(), ELIDED);
});

test("the beta's blocks of servers and memory are left alone", async () => {
  const [first, ...rest] = PARAMS.messages as [Anthropic.MessageParam, ...Anthropic.MessageParam[]];
  const served: Anthropic.Beta.BetaMessageParam = {
    role: "assistant",
    content: [
      {
        type: "mcp_tool_use",
        id: "m1",
        name: "read_file",
        server_name: "s",
        input: { path: "a.ts" },
      },
      {
        type: "mcp_tool_result",
        tool_use_id: "m1",
        content: [{ type: "text", text: long("served") }],
      },
      { type: "text", text: "Served." },
    ],
  };
  await client.beta.messages.create({
    model: PARAMS.model,
    max_tokens: 4096,
    betas: ["mcp-client-2025-11-20"],
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
    messages: [
      first,
      served,
      { role: "user", content: "go on" },
      ...rest,
    ] as Anthropic.Beta.BetaMessageParam[],
  });
  checkBody("anthropic", lastBody(), {
    "messages.4.content.0.content": "superseded_read",
    "messages.6.content.0.content": "stale_bg_output",
    "messages.6.content.1.content": "duplicate_search",
  });
});

test("what a program of the provider's called is the program's, and stays", async () => {
  const caller = { type: "code_execution_20250825", tool_id: "srv9" } as const;
  const messages = structuredClone(PARAMS.messages) as Anthropic.MessageParam[];
  const blocks = messages[1]?.content as Anthropic.ContentBlockParam[];
  (blocks[3] as Anthropic.ToolUseBlockParam).caller = caller;
  await client.messages.create({ ...PARAMS, messages });
  const { "messages.2.content.0.content": _, ...others } = ELIDED;
  checkBody("anthropic", lastBody(), others);
});
