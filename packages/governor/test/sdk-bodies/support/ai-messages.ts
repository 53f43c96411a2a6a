import type { ModelMessage, ToolResultPart } from "ai";
import { long } from "../../adapters/support/sessions.ts";

type Output = ToolResultPart["output"];
type Assistant = Extract<ModelMessage, { role: "assistant" }>;
type Content = Exclude<Assistant["content"], string>;

const TOOLS: Readonly<Record<string, string>> = {
  r: "read_file",
  s: "grep",
  b: "job_output",
  e: "edit_file",
  i: "read_file",
};

function toolName(id: string): string {
  return TOOLS[id[0] as string] as string;
}

function call(toolCallId: string, input: object): Content[number] {
  // Gemini signs the first call of a turn; others don't know the option.
  const providerOptions = { google: { thoughtSignature: "c2ln" } };
  return { type: "tool-call", toolCallId, toolName: toolName(toolCallId), input, providerOptions };
}

function thought(itemId: string): Content[number] {
  const openai = { itemId, reasoningEncryptedContent: "ZW5j" };
  const providerOptions = { anthropic: { signature: "c2ln" }, openai, google: {} };
  return { type: "reasoning", text: "hm", providerOptions };
}

function result(toolCallId: string, output: Output | string): ToolResultPart {
  const typed: Output = typeof output === "string" ? { type: "text", value: output } : output;
  return { type: "tool-result", toolCallId, toolName: toolName(toolCallId), output: typed };
}

const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } };

const REDACTED: Content[number] = {
  type: "reasoning",
  text: "",
  providerOptions: { anthropic: { redactedData: "ZW5j" } },
};

/** A tool that Anthropic runs, with its result in the same response. */
const SERVED: Content = [
  {
    type: "tool-call",
    toolCallId: "srv1",
    toolName: "web_search",
    input: { query: "q" },
    providerExecuted: true,
  },
  {
    type: "tool-result",
    toolCallId: "srv1",
    toolName: "web_search",
    output: {
      type: "json",
      value: [
        {
          url: "https://x.y",
          title: "t",
          pageAge: null,
          encryptedContent: "ZW5j",
          type: "web_search_result",
        },
      ],
    },
  },
  { type: "text", text: "Found." },
];

/** A session as an agent on the AI SDK keeps it; `r1`, `s1` and `b1` become redundant. */
export function aiMessages(options: { readonly served?: boolean } = {}): ModelMessage[] {
  const image: Output = {
    type: "content",
    value: [
      { type: "text", text: long("an image") },
      { type: "image-data", data: "AAAA", mediaType: "image/png" },
    ],
  };
  const redacted = options.served ? [REDACTED] : [];
  return [
    {
      role: "user",
      content: [
        { type: "text", text: "go" },
        { type: "file", data: "AAAA", mediaType: "image/png" },
      ],
    },
    {
      role: "assistant",
      content: [
        thought("rs_1"),
        ...redacted,
        { type: "text", text: "First." },
        call("r1", { path: "a.ts" }),
      ],
    },
    { role: "tool", content: [result("r1", long("old"))], providerOptions: CACHED },
    {
      role: "assistant",
      content: [
        thought("rs_2"),
        call("s1", { pattern: "x" }),
        call("b1", { job: "j" }),
        call("r3", { path: "b.ts" }),
        call("r4", { path: "missing.ts" }),
        call("r5", { path: "c.ts" }),
      ],
    },
    {
      role: "tool",
      content: [
        result("b1", { type: "json", value: { text: long("tick"), lines: [1, null] } }),
        result("s1", long("a.ts:1:x")),
        result("r4", { type: "error-text", value: "Error: ENOENT" }),
        result("r3", long("b")),
        result("r5", long("c")),
      ],
    },
    {
      role: "assistant",
      content: [
        ...(options.served ? SERVED : []),
        call("e1", { path: "a.ts" }),
        call("e3", { path: "b.ts" }),
        call("e5", { path: "c.ts" }),
        { type: "tool-approval-request", approvalId: "ap1", toolCallId: "e1" },
        { type: "tool-approval-request", approvalId: "ap5", toolCallId: "e5" },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-approval-response", approvalId: "ap1", approved: true },
        { type: "tool-approval-response", approvalId: "ap5", approved: false, reason: "no" },
        result("e1", "ok"),
        result("e3", { type: "error-json", value: { error: "no match" } }),
        result("e5", { type: "execution-denied" }),
      ],
    },
    { role: "assistant", content: [call("i1", { path: "d.png" })] },
    { role: "tool", content: [result("i1", image)] },
    {
      role: "assistant",
      content: [
        call("r2", { path: "a.ts" }),
        call("s2", { pattern: "x" }),
        call("b2", { job: "j" }),
        call("e6", { path: "d.png" }),
      ],
    },
    {
      role: "tool",
      content: [
        result("r2", long("new")),
        result("s2", long("a.ts:1:x")),
        result("b2", { type: "json", value: { text: long("tick tock") } }),
        result("e6", "ok"),
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
    { role: "user", content: "more" },
  ];
}
