import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRequest, toHistory } from "../../src/openai-responses.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { checkBody } from "./support/check-body.ts";
import { RESPONSES } from "./support/responses-provider.ts";
import { type Server, startServer } from "./support/start-server.ts";

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

function call(call_id: string, name: string, args: object | string): Item {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return {
    type: "function_call",
    id: `fc_${call_id}`,
    call_id,
    name,
    arguments: text,
    status: "completed",
  };
}

function output(call_id: string, value: string | readonly string[], more: object = {}): Item {
  const parts = (texts: readonly string[]) =>
    texts.map((text) => ({ type: "input_text" as const, text }));
  const own = typeof value === "string" ? value : parts(value);
  return { type: "function_call_output", call_id, output: own, ...more };
}

function reasoning(id: string): Item {
  const summary = [{ type: "summary_text" as const, text: "hm" }];
  return { type: "reasoning", id, summary, encrypted_content: "ZW5j" };
}

function said(id: string, text: string): Item {
  const content = [{ type: "output_text" as const, text, annotations: [] }];
  return { type: "message", id, role: "assistant", status: "completed", content };
}

const INPUT: readonly Item[] = [
  { role: "developer", content: "more rules" },
  { role: "user", content: [{ type: "input_text", text: "go" }] },
  reasoning("rs_1"),
  said("msg_1", "First."),
  call("r1", "read_file", { path: "a.ts" }),
  output("r1", long("old"), { x_extra: { kept: [1, null] } }),
  reasoning("rs_2"),
  call("s1", "grep", { pattern: "x" }),
  call("b1", "job_output", { job: "j" }),
  call("r3", "read_file", { path: "b.ts" }),
  call("f1", "read_file", '{"path": "b.ts"'),
  output("b1", [long("tick")], { id: "fco_1", status: "completed" }),
  output("s1", [long("a.ts:1:x"), "1 match"]),
  output("f1", "failed to parse function arguments: EOF"),
  output("r3", long("b")),
  {
    type: "web_search_call",
    id: "ws_1",
    status: "completed",
    action: { type: "search", query: "q", queries: ["q"] },
  },
  {
    type: "mcp_call",
    id: "mcp_1",
    server_label: "s",
    name: "read_file",
    arguments: "{}",
    output: long("a"),
  },
  {
    type: "mcp_approval_request",
    id: "mar_1",
    server_label: "s",
    name: "edit_file",
    arguments: "{}",
  },
  { type: "mcp_approval_response", approval_request_id: "mar_1", approve: true },
  reasoning("rs_3"),
  { type: "custom_tool_call", id: "ctc_1", call_id: "p1", name: "apply_patch", input: "***" },
  call("e1", "edit_file", { path: "a.ts" }),
  call("e3", "edit_file", { path: "b.ts" }),
  { type: "custom_tool_call_output", call_id: "p1", output: long("patched") },
  output("e1", "ok"),
  output("e3", "Error: old_text not found"),
  call("i1", "read_file", { path: "c.png" }),
  {
    type: "function_call_output",
    call_id: "i1",
    output: [
      { type: "input_text", text: long("an image") },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
    ],
  },
  call("r2", "read_file", { path: "a.ts" }),
  call("s2", "grep", { pattern: "x" }),
  call("b2", "job_output", { job: "j" }),
  call("e5", "write_file", { path: "c.png" }),
  output("r2", long("new")),
  output("s2", `${long("a.ts:1:x")}1 match`),
  output("b2", long("tick tock")),
  output("e5", "written"),
  said("msg_2", "Done."),
  { role: "user", content: "more" },
];

const PARAMS: Params = {
  model: "gpt-5",
  instructions: "rules",
  input: [...INPUT],
  store: false,
  include: ["reasoning.encrypted_content"],
  reasoning: { effort: "high", summary: "auto" },
  tools: [{ type: "function", name: "read_file", parameters: {}, strict: false }],
  ...{ x_more: { kept: true } },
};

const ELIDED = {
  "input.5.output": "superseded_read",
  "input.11.output.0.text": "stale_bg_output",
  "input.12.output": "duplicate_search",
} as const;

let server: Server;
let client: OpenAI;
beforeAll(async () => {
  server = await startServer(RESPONSES);
  client = new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
});
afterAll(() => server.close());

const lastBody = (): string => server.bodies.at(-1) as string;

test("what the SDK writes", async () => {
  await client.responses.create(PARAMS);
  const sent = checkBody("openai-responses", lastBody(), ELIDED);
  await client.responses.create(sent as Params);
  expect(lastBody()).toBe(JSON.stringify(sent));
});

test("what the SDK is given, by its own types", async () => {
  const { request } = projectRequest(PARAMS, EAGER);
  const response = await client.responses.create(request);
  expect(lastBody()).toBe(JSON.stringify(request));
  // What came back is put into the next request as it came.
  const next = { ...PARAMS, input: [...INPUT, ...(response.output as Item[])] };
  await client.responses.create(next);
  checkBody("openai-responses", lastBody(), ELIDED);
});

test("a stream, and items that the provider keeps", async () => {
  await client.responses.create({ ...PARAMS, stream: true });
  checkBody("openai-responses", lastBody(), ELIDED);
  const input = INPUT.map((item) =>
    item.type === "reasoning" ? ({ type: "item_reference", id: item.id } as const) : item,
  );
  await client.responses.create({ ...PARAMS, store: true, input });
  checkBody("openai-responses", lastBody(), ELIDED);
});

test("what a program of the provider's called is the program's, and stays", async () => {
  const caller = { type: "program", caller_id: "prog_1" } as const;
  const input = INPUT.map((item) =>
    item.type === "function_call" && item.call_id === "r1" ? { ...item, caller } : item,
  );
  await client.responses.create({ ...PARAMS, input });
  const { "input.5.output": _, ...others } = ELIDED;
  checkBody("openai-responses", lastBody(), others);
});

test("the outputs of the provider's own tools end no response", async () => {
  const own: readonly Item[] = [
    call("n1", "read_file", { path: "d.ts" }),
    {
      type: "tool_search_call",
      call_id: null,
      execution: "server",
      arguments: {},
      status: "completed",
    },
    {
      type: "tool_search_output",
      call_id: null,
      execution: "server",
      tools: [],
      status: "completed",
    },
    { type: "program", id: "prg_1", call_id: "prog_1", code: "1", fingerprint: "ZW5j" },
    { type: "program_output", id: "pro_1", call_id: "prog_1", result: "1", status: "completed" },
    call("n2", "read_file", { path: "e.ts" }),
    output("n1", "d"),
    output("n2", "e"),
  ];
  await client.responses.create({ ...PARAMS, input: [...INPUT, ...own] });
  checkBody("openai-responses", lastBody(), ELIDED);
  const history = toHistory(JSON.parse(lastBody()) as Params);
  expect(history.slice(-3)).toMatchObject([
    { role: "assistant", calls: [{ id: "n1" }, { id: "n2" }] },
    { role: "tool", callId: "n1" },
    { role: "tool", callId: "n2" },
  ]);
});
