import { expect, test } from "vitest";
import { ADAPTERS, type FormatName } from "./support/formats.ts";

/** What one kind of message becomes. */
const CASES: readonly (readonly [string, FormatName, object, readonly object[]])[] = [
  [
    "results come before the text of the turn, top-level text before all",
    "anthropic",
    {
      system: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      messages: [
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "t", input: {} }] },
        {
          role: "user",
          content: [
            { type: "text", text: "and" },
            { type: "tool_result", tool_use_id: "1" },
            { type: "text", text: " more" },
          ],
        },
      ],
    },
    [
      { role: "system", text: "ab" },
      { role: "assistant", text: "", calls: [{ id: "1", name: "t", args: {} }] },
      { role: "tool", callId: "1", content: "" },
      { role: "user", text: "and more" },
    ],
  ],
  [
    "a picture alone is something said",
    "anthropic",
    { messages: [{ role: "user", content: [{ type: "image", source: {} }] }] },
    [{ role: "user", text: "" }],
  ],
  [
    "thoughts are no text",
    "anthropic",
    {
      messages: [
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "redacted_thinking", data: "x" },
            { type: "text", text: "a" },
            { type: "server_tool_use", id: "1", name: "web_search", input: {} },
            { type: "web_search_tool_result", tool_use_id: "1", content: [] },
            { type: "text", text: "b" },
          ],
        },
      ],
    },
    [{ role: "assistant", text: "ab" }],
  ],
  [
    "a run of the model's items is one response",
    "openai-responses",
    {
      instructions: "rules",
      input: [
        { role: "user", content: "go" },
        { type: "reasoning", summary: [], encrypted_content: "x" },
        { role: "assistant", content: [{ type: "output_text", text: "a" }] },
        { type: "web_search_call", id: "ws" },
        { type: "function_call", call_id: "1", namespace: "mcp__s", name: "t", arguments: "" },
        { type: "custom_tool_call", call_id: "2", name: "u", input: "text" },
        { type: "local_shell_call", call_id: "3", action: { command: ["ls"] } },
        { type: "item_reference", id: "x" },
        { role: "assistant", content: [{ type: "refusal", refusal: "b" }] },
        { type: "function_call_output", call_id: "1", output: "x" },
        { type: "local_shell_call_output", id: "3", output: "y" },
        { type: "reasoning", summary: [] },
        { type: "compaction", encrypted_content: "x" },
        { type: "message", role: "developer", content: "note" },
      ],
    },
    [
      { role: "system", text: "rules" },
      { role: "user", text: "go" },
      {
        role: "assistant",
        text: "ab",
        calls: [
          { id: "1", name: "mcp__s__t", args: {} },
          { id: "2", name: "u", args: "text" },
          { id: "3", name: "local_shell", args: { command: ["ls"] } },
        ],
      },
      { role: "tool", callId: "1", content: "x" },
      { role: "tool", callId: "3", content: "y" },
      { role: "assistant", text: "" },
      { role: "user", text: "", kind: "checkpoint" },
      { role: "system", text: "note" },
    ],
  ],
  [
    "a text is what the user says",
    "openai-responses",
    { input: "go" },
    [{ role: "user", text: "go" }],
  ],
  [
    "where the provider keeps the conversation",
    "openai-responses",
    { previous_response_id: "r" },
    [],
  ],
  [
    "developers, custom tools, refusals and verbatim arguments",
    "openai-chat",
    {
      messages: [
        { role: "developer", content: [{ type: "text", text: "rules" }] },
        {
          role: "assistant",
          content: null,
          refusal: "no",
          tool_calls: [
            { id: "1", type: "function", function: { name: "t", arguments: "{oops" } },
            { id: "2", type: "custom", custom: { name: "u", input: "text" } },
            { id: 3, type: "function", function: { name: "v", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "2", content: [{ type: "text", text: "a" }] },
        null,
        { role: "narrator", content: "x" },
      ],
    },
    [
      { role: "system", text: "rules" },
      {
        role: "assistant",
        text: "no",
        calls: [
          { id: "1", name: "t", args: "{oops" },
          { id: "2", name: "u", args: "text" },
        ],
      },
      { role: "tool", callId: "2", content: [{ type: "text", text: "a" }] },
    ],
  ],
  [
    "a prompt, and instructions of version 6",
    "ai-sdk",
    {
      system: [
        { role: "system", content: "a" },
        { role: "system", content: "b" },
      ],
      prompt: "go",
    },
    [
      { role: "system", text: "ab" },
      { role: "user", text: "go" },
    ],
  ],
  [
    "errors in all their forms",
    "ai-sdk",
    {
      messages: [
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "1", output: { type: "error-text", value: "a" } },
            { type: "tool-result", toolCallId: "2", output: { type: "error-json", value: [1] } },
            { type: "tool-result", toolCallId: "3", output: { type: "execution-denied" } },
            { type: "tool-result", toolCallId: "4", result: "b", isError: true },
          ],
        },
      ],
    },
    [
      { role: "tool", callId: "1", content: "a", isError: true },
      { role: "tool", callId: "2", content: "[1]", isError: true },
      { role: "tool", callId: "3", content: "", isError: true },
      { role: "tool", callId: "4", content: "b", isError: true },
    ],
  ],
  [
    "calls without ids, answered in order by name",
    "gemini",
    {
      systemInstruction: "rules",
      contents: [
        {
          role: "model",
          parts: [
            { text: "hm", thought: true },
            { functionCall: { name: "t", args: { a: 1 } } },
            { functionCall: { name: "u" } },
            { functionCall: { name: "t", args: { a: 2 } } },
          ],
        },
        {
          parts: [
            { functionResponse: { name: "u", response: { output: "u" } } },
            { functionResponse: { name: "t", response: { output: "t1" } } },
            { functionResponse: { name: "t", response: { error: "t2" } } },
            { functionResponse: { name: "t", response: { output: "too many" } } },
          ],
        },
      ],
    },
    [
      { role: "system", text: "rules" },
      {
        role: "assistant",
        text: "",
        calls: [
          { id: "contents[0].parts[1]", name: "t", args: { a: 1 } },
          { id: "contents[0].parts[2]", name: "u", args: {} },
          { id: "contents[0].parts[3]", name: "t", args: { a: 2 } },
        ],
      },
      { role: "tool", callId: "contents[0].parts[2]", content: "u" },
      { role: "tool", callId: "contents[0].parts[1]", content: "t1" },
      { role: "tool", callId: "contents[0].parts[3]", content: "t2", isError: true },
    ],
  ],
  [
    "an id that looks like a position stays another one",
    "gemini",
    {
      contents: [
        {
          role: "model",
          parts: [
            { functionCall: { name: "t" } },
            { functionCall: { name: "t", id: "contents[0].parts[0]" } },
          ],
        },
        {
          role: "user",
          parts: [
            {
              functionResponse: {
                name: "t",
                id: "contents[0].parts[0]",
                response: { output: "b" },
              },
            },
            { functionResponse: { name: "t", response: { output: "a" } } },
          ],
        },
      ],
    },
    [
      {
        role: "assistant",
        text: "",
        calls: [
          { id: "contents[0].parts[0]'", name: "t", args: {} },
          { id: "contents[0].parts[0]", name: "t", args: {} },
        ],
      },
      { role: "tool", callId: "contents[0].parts[0]", content: "b" },
      { role: "tool", callId: "contents[0].parts[0]'", content: "a" },
    ],
  ],
  [
    "images after several results: all of them count as having some",
    "openai-chat",
    {
      messages: [
        {
          role: "assistant",
          tool_calls: ["1", "2"].map((id) => ({ id, function: { name: "t", arguments: "{}" } })),
        },
        { role: "tool", tool_call_id: "1", content: "a" },
        { role: "tool", tool_call_id: "2", content: "b" },
        { role: "user", content: [{ type: "image_url", image_url: 1 }] },
        { role: "user", content: [{ type: "image_url", image_url: 2 }] },
        { role: "user", content: "what is this?" },
        { role: "user", content: [{ type: "image_url", image_url: 3 }] },
      ],
    },
    [
      {
        role: "assistant",
        text: "",
        calls: [
          { id: "1", name: "t", args: {} },
          { id: "2", name: "t", args: {} },
        ],
      },
      {
        role: "tool",
        callId: "1",
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: 1 },
        ],
      },
      {
        role: "tool",
        callId: "2",
        content: [
          { type: "text", text: "b" },
          { type: "image_url", image_url: 1 },
          { type: "image_url", image_url: 2 },
        ],
      },
      { role: "user", text: "what is this?" },
      { role: "user", text: "" },
    ],
  ],
  [
    "calls in several contents, and images beside their responses",
    "gemini",
    {
      contents: [
        { role: "model", parts: [{ functionCall: { name: "t" } }] },
        { role: "model", parts: [{ functionCall: { name: "t" } }] },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "t", response: { output: "a" } } },
            { inlineData: { data: "1" } },
            { inlineData: { data: "2" } },
            { functionResponse: { name: "t", response: { output: "b" } } },
            { text: "and this" },
            { inlineData: { data: "3" } },
          ],
        },
      ],
    },
    [
      {
        role: "assistant",
        text: "",
        calls: [{ id: "contents[0].parts[0]", name: "t", args: {} }],
      },
      {
        role: "assistant",
        text: "",
        calls: [{ id: "contents[1].parts[0]", name: "t", args: {} }],
      },
      {
        role: "tool",
        callId: "contents[0].parts[0]",
        content: [
          { type: "text", text: "a" },
          { type: "inlineData", inlineData: { data: "1" } },
          { type: "inlineData", inlineData: { data: "2" } },
        ],
      },
      { role: "tool", callId: "contents[1].parts[0]", content: "b" },
      { role: "user", text: "and this" },
    ],
  ],
  ["a text alone", "gemini", { contents: "go" }, [{ role: "user", text: "go" }]],
  ["parts alone", "gemini", { contents: [{ text: "a" }, "b"] }, [{ role: "user", text: "ab" }]],
  [
    "a single content",
    "gemini",
    { config: { systemInstruction: "rules" }, contents: { role: "user", parts: [{ text: "go" }] } },
    [
      { role: "system", text: "rules" },
      { role: "user", text: "go" },
    ],
  ],
];

test.each(CASES)("%s (%s)", (_, format, request, history) => {
  expect(ADAPTERS[format].toHistory(request)).toEqual(history);
});
