import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRequest } from "../../src/openai-chat.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { CHAT } from "./support/chat-provider.ts";
import { checkBody } from "./support/check-body.ts";
import { type Server, startServer } from "./support/start-server.ts";

type Params = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type Message = OpenAI.Chat.ChatCompletionMessageParam;
type Call = OpenAI.Chat.ChatCompletionMessageToolCall;

function call(id: string, name: string, args: object | string): Call {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { id, type: "function", function: { name, arguments: text } };
}

function calls(...tool_calls: readonly Call[]): Message {
  // As compatible servers want their reasoning back.
  const reasoning = { reasoning_content: "hm", reasoning_details: [{ type: "x", data: "ZW5j" }] };
  return {
    role: "assistant",
    content: null,
    refusal: null,
    ...reasoning,
    tool_calls: [...tool_calls],
  };
}

function result(tool_call_id: string, content: string | readonly string[]): Message {
  const parts = (texts: readonly string[]) =>
    texts.map((text) => ({ type: "text" as const, text }));
  return {
    role: "tool",
    tool_call_id,
    content: typeof content === "string" ? content : parts(content),
  };
}

const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;

const PARAMS: Params = {
  model: "gpt-5",
  messages: [
    { role: "developer", content: [{ type: "text", text: "rules" }] },
    { role: "user", content: [{ type: "text", text: "go" }, IMAGE], name: "me" },
    calls(call("r1", "read_file", { path: "a.ts" })),
    { ...result("r1", long("old")), ...{ x_extra: { kept: [1, null] } } } as Message,
    calls(
      call("s1", "grep", { pattern: "x" }),
      call("b1", "job_output", { job: "j" }),
      call("r3", "read_file", { path: "b.ts" }),
      call("f1", "read_file", '{"path": "b.ts"'),
      { id: "p1", type: "custom", custom: { name: "patch", input: "***" } },
    ),
    result("b1", long("tick")),
    {
      role: "tool",
      tool_call_id: "s1",
      content: [
        { type: "text", text: long("a.ts:1:x") },
        { type: "text", text: "1 match", ...{ cache_control: { type: "ephemeral" } } },
      ],
    },
    result("f1", "Error: arguments are no JSON"),
    result("p1", long("patched")),
    result("r3", [long("b")]),
    calls(call("e1", "edit_file", { path: "a.ts" }), call("e3", "edit_file", { path: "b.ts" })),
    result("e1", "ok"),
    result("e3", "old_text not found"),
    calls(call("i1", "read_file", { path: "c.png" })),
    result("i1", long("Image read")),
    { role: "user", content: [IMAGE] },
    calls(
      call("r2", "read_file", { path: "a.ts" }),
      call("s2", "grep", { pattern: "x" }),
      call("b2", "job_output", { job: "j" }),
      call("e5", "write_file", { path: "c.png" }),
    ),
    result("r2", long("new")),
    result("s2", `${long("a.ts:1:x")}1 match`),
    result("b2", long("tick tock")),
    result("e5", "written"),
    { role: "assistant", content: [{ type: "text", text: "Done." }], audio: { id: "audio_1" } },
    { role: "user", content: "more" },
  ],
  tools: [{ type: "function", function: { name: "read_file", parameters: { type: "object" } } }],
  parallel_tool_calls: true,
  reasoning_effort: "high",
  ...{ extra_body: { kept: true } },
};

const ELIDED = {
  "messages.3.content": "superseded_read",
  "messages.5.content": "stale_bg_output",
  "messages.6.content": "duplicate_search",
} as const;

let server: Server;
let client: OpenAI;
beforeAll(async () => {
  server = await startServer(CHAT);
  client = new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
});
afterAll(() => server.close());

const lastBody = (): string => server.bodies.at(-1) as string;

test("what the SDK writes", async () => {
  await client.chat.completions.create(PARAMS);
  const sent = checkBody("openai-chat", lastBody(), ELIDED);
  await client.chat.completions.create(sent as Params);
  expect(lastBody()).toBe(JSON.stringify(sent));
});

test("what the SDK is given, by its own types", async () => {
  const { request } = projectRequest(PARAMS, EAGER);
  await client.chat.completions.create(request);
  const sent = lastBody();
  expect(sent).toBe(JSON.stringify(request));
  await client.chat.completions.create({ ...PARAMS, stream: true });
  const streamed = checkBody("openai-chat", lastBody(), ELIDED);
  expect(JSON.stringify(streamed)).toBe(JSON.stringify({ ...JSON.parse(sent), stream: true }));
});

test("what the SDK's own loop of tools writes", async () => {
  const look = { function: () => "x", parse: JSON.parse, parameters: {}, description: "Looks." };
  const run = client.chat.completions.runTools({
    model: PARAMS.model,
    messages: PARAMS.messages,
    tools: [{ type: "function", function: { name: "read_file", ...look } }],
  });
  expect(await run.finalContent()).toBe("fine");
  checkBody("openai-chat", lastBody(), ELIDED);
});
