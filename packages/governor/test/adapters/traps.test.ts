import { describe, expect, test } from "vitest";
import { edited, type Json } from "./support/edit.ts";
import { elidedIn } from "./support/elided-in.ts";
import { FORMATS, type FormatName } from "./support/formats.ts";
import { FAILED_EDIT, REREAD, type Step, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

const reread = (format: FormatName): Json => writeRequest(format, session(...REREAD));

describe.each(FORMATS)("%s", (format: FormatName) => {
  test("a read is elided once its file was changed", () => {
    expect(elidedIn(format, reread(format))).toEqual(["r1"]);
  });

  test("a failed change supersedes nothing", () => {
    expect(elidedIn(format, writeRequest(format, session(...FAILED_EDIT)))).toEqual([]);
    const [read, [id, name, args]] = FAILED_EDIT as readonly [Step, Step];
    // Made, the change alone is enough.
    const made = session(read, [id, name, args, "ok"]);
    expect(elidedIn(format, writeRequest(format, made))).toEqual(["r1"]);
  });
});

/** What is changed in a request, and what is elided then. */
type Trap = readonly [
  name: string,
  format: FormatName,
  change: (body: Json) => void,
  elided: readonly string[],
];

const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
const IMAGE_URL = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

const TRAPS: readonly Trap[] = [
  [
    "a second result of one id is left as it is",
    "openai-responses",
    ({ input }) => input.splice(5, 0, structuredClone(input[4])),
    ["r1"],
  ],
  [
    "a result that was doubled after a resume is left as it is",
    "gemini",
    ({ contents }) => contents[2].parts.push(structuredClone(contents[2].parts[0])),
    ["r1"],
  ],
  [
    "an image in the result",
    "anthropic",
    ({ messages }) => {
      const [block] = messages[2].content;
      block.content = [{ type: "text", text: block.content }, IMAGE];
    },
    [],
  ],
  [
    "an image in the result",
    "openai-responses",
    ({ input }) => {
      const item = input[4];
      item.output = [
        { type: "input_text", text: item.output },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      ];
    },
    [],
  ],
  [
    "an image in the result",
    "ai-sdk",
    ({ messages }) => {
      const [part] = messages[3].content;
      const text = { type: "text", text: part.output.value };
      part.output = { type: "content", value: [text, { type: "image-data", data: "AAAA" }] };
    },
    [],
  ],
  [
    "an image as a user message after the result",
    "openai-chat",
    ({ messages }) => messages.splice(4, 0, { role: "user", content: [IMAGE_URL] }),
    [],
  ],
  [
    "the same with a text of the client's",
    "openai-chat",
    ({ messages }) => {
      const text = { type: "text", text: "Attached image(s) from tool result:" };
      messages.splice(4, 0, { role: "user", content: [text, IMAGE_URL] });
    },
    [],
  ],
  [
    "an image of the user's own",
    "openai-chat",
    ({ messages }) => {
      const text = { type: "text", text: "Look at this" };
      messages.splice(4, 0, { role: "user", content: [text, IMAGE_URL] });
    },
    ["r1"],
  ],
  [
    "an image in JSON in a text",
    "openai-chat",
    ({ messages }) => {
      const text = { type: "text", text: messages[3].content };
      messages[3].content = JSON.stringify([text, { type: "image-data", data: "AAAA" }]);
    },
    [],
  ],
  [
    "an image beside the response",
    "gemini",
    ({ contents }) =>
      contents[2].parts.push({ inlineData: { data: "AAAA", mimeType: "image/png" } }),
    [],
  ],
  [
    "an image in the response",
    "gemini",
    ({ contents }) => {
      contents[2].parts[0].functionResponse.parts = [{ inlineData: { data: "AAAA" } }];
    },
    [],
  ],
  [
    "snake case",
    "gemini",
    ({ contents }) => {
      for (const { parts } of contents) {
        for (const part of parts) {
          const { functionCall: call, functionResponse: response } = part;
          if (call) part.function_call = call;
          if (response) part.function_response = response;
          delete part.functionCall;
          delete part.functionResponse;
        }
      }
    },
    ["r1"],
  ],
  [
    "arguments that are no JSON",
    "openai-chat",
    ({ messages }) => {
      messages[2].tool_calls[0].function.arguments = '{"path": "a.ts"';
    },
    [],
  ],
  [
    "arguments that are no JSON",
    "openai-responses",
    ({ input }) => {
      input[3].arguments = '{"path": "a.ts"';
    },
    [],
  ],
  [
    "results of parallel calls, in the order in which they were done",
    "anthropic",
    ({ messages }) => {
      messages[1].content.push({ type: "tool_use", id: "p1", name: "bash", input: {} });
      messages[2].content.unshift({ type: "tool_result", tool_use_id: "p1", content: "done" });
    },
    ["r1"],
  ],
  [
    "a marker on the result",
    "anthropic",
    ({ messages }) => {
      messages[2].content[0].cache_control = { type: "ephemeral" };
    },
    ["r1"],
  ],
  [
    "parts with a marker on the last",
    "anthropic",
    ({ messages }) => {
      const [block] = messages[2].content;
      const marked = { type: "text", text: "more", cache_control: { type: "ephemeral" } };
      block.content = [{ type: "text", text: block.content }, marked];
    },
    ["r1"],
  ],
  [
    "a system message in mid-conversation",
    "anthropic",
    ({ messages }) => messages.splice(3, 0, { role: "system", content: "remember" }),
    ["r1"],
  ],
  [
    "keys of a result in another order",
    "anthropic",
    ({ messages }) => {
      const { type, tool_use_id, content } = messages[2].content[0];
      messages[2].content[0] = { content, is_error: false, type, tool_use_id };
    },
    ["r1"],
  ],
  [
    "a call and its result that the provider executed",
    "anthropic",
    ({ messages }) => {
      const [, call] = messages[1].content;
      call.type = "mcp_tool_use";
      const [block] = messages.splice(2, 1)[0].content;
      const content = [{ type: "text", text: block.content }];
      messages[1].content.push({ type: "mcp_tool_result", tool_use_id: "r1", content });
    },
    [],
  ],
  [
    "a call that the provider executed",
    "ai-sdk",
    ({ messages }) => {
      messages[2].content[1].providerExecuted = true;
      messages[2].content.push(...messages.splice(3, 1)[0].content);
    },
    [],
  ],
  [
    "a call of the provider's own tools",
    "openai-responses",
    ({ input }) => {
      const result = input.splice(4, 1)[0].output;
      input[3] = { type: "mcp_call", id: "r1", name: "read_file", arguments: "{}", output: result };
    },
    [],
  ],
  [
    "a call of a program that the provider runs",
    "anthropic",
    ({ messages }) => {
      messages[1].content.at(-1).caller = { type: "code_execution_20260120", tool_id: "srv" };
    },
    [],
  ],
  [
    "a call of the model's own, which says so",
    "anthropic",
    ({ messages }) => {
      messages[1].content.at(-1).caller = { type: "direct" };
    },
    ["r1"],
  ],
  [
    "a call of a program that the provider runs",
    "ai-sdk",
    ({ messages }) => {
      const caller = { type: "code_execution_20260120", toolId: "srv" };
      messages[2].content.at(-1).providerOptions = { anthropic: { caller } };
    },
    [],
  ],
  [
    "a call of a program that the provider runs",
    "openai-responses",
    ({ input }) => {
      input[3].caller = { type: "program", caller_id: "prog" };
    },
    [],
  ],
  [
    "an output for a program that the provider runs",
    "openai-responses",
    ({ input }) => {
      input[4].caller = { type: "program", caller_id: "prog" };
    },
    [],
  ],
  [
    "approvals between call and result",
    "ai-sdk",
    ({ messages }) => {
      messages[2].content.push({
        type: "tool-approval-request",
        approvalId: "a",
        toolCallId: "r1",
      });
      const response = { type: "tool-approval-response", approvalId: "a", approved: true };
      messages.splice(3, 0, { role: "tool", content: [response] });
    },
    ["r1"],
  ],
  [
    "a change that was denied",
    "ai-sdk",
    ({ messages }) => {
      messages.splice(6, 2);
      messages[5].content[0].output = { type: "execution-denied", reason: "no" };
    },
    [],
  ],
  [
    "outputs as JSON",
    "ai-sdk",
    ({ messages }) => {
      for (const { role, content } of messages) {
        if (role !== "tool") continue;
        content[0].output = { type: "json", value: { text: content[0].output.value } };
      }
    },
    ["r1"],
  ],
  [
    "outputs of version 4",
    "ai-sdk",
    ({ messages }) => {
      for (const { content } of messages) {
        for (const part of Array.isArray(content) ? content : []) {
          if (part.type === "tool-call") part.args = part.input;
          if (part.type === "tool-result") part.result = part.output.value;
          delete part.input;
          delete part.output;
        }
      }
    },
    ["r1"],
  ],
  [
    "a response without an output",
    "gemini",
    ({ contents }) => {
      const { functionResponse } = contents[2].parts[0];
      functionResponse.response = { text: functionResponse.response.output, lines: 1 };
    },
    ["r1"],
  ],
  [
    "a response in a wrapper of the client's",
    "gemini",
    ({ contents }) => {
      const { functionResponse } = contents[2].parts[0];
      functionResponse.response = { name: "read_file", content: functionResponse.response.output };
    },
    ["r1"],
  ],
  ["a result without its call", "openai-chat", ({ messages }) => delete messages[2].tool_calls, []],
  ["a call without its result", "openai-chat", ({ messages }) => messages.splice(3, 1), []],
  [
    "a custom tool with a text as its input",
    "openai-responses",
    ({ input }) => {
      input[6] = { type: "custom_tool_call", call_id: "e1", name: "apply_patch", input: "***" };
      input[7].type = "custom_tool_call_output";
    },
    ["r1"],
  ],
  [
    "old function calls, which have no ids",
    "openai-chat",
    ({ messages }) => {
      for (const message of messages) {
        if (message.tool_calls) message.function_call = message.tool_calls[0].function;
        if (message.role === "tool")
          Object.assign(message, { role: "function", name: "read_file" });
        if (message.tool_call_id === "e1") message.name = "edit_file";
        delete message.tool_calls;
        delete message.tool_call_id;
      }
    },
    ["messages[2]"],
  ],
];

test.each(TRAPS)("%s (%s)", (_, format, change, elided) => {
  const request = edited(reread(format), change);
  expect(elidedIn(format, request)).toEqual(elided);
});
