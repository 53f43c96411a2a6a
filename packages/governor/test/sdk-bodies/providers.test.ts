import { expect, test } from "vitest";
import { edited, type Json } from "../adapters/support/edit.ts";
import type { FormatName } from "../adapters/support/formats.ts";
import { REREAD, session } from "../adapters/support/sessions.ts";
import { writeRequest } from "../adapters/support/write-requests.ts";
import { ANTHROPIC } from "./support/anthropic-provider.ts";
import { CHAT } from "./support/chat-provider.ts";
import { GEMINI } from "./support/gemini-provider.ts";
import { RESPONSES } from "./support/responses-provider.ts";
import type { Provider } from "./support/start-server.ts";

const PROVIDERS: Partial<Record<FormatName, Provider>> = {
  anthropic: ANTHROPIC,
  "openai-chat": CHAT,
  "openai-responses": RESPONSES,
  gemini: GEMINI,
};

/** What a provider refuses: each breaks one rule of a request that it takes. */
const BROKEN: readonly (readonly [FormatName, string, (body: Json) => void])[] = [
  ["anthropic", "a result is missing", ({ messages }) => messages[2].content.pop()],
  ["anthropic", "a call is missing", ({ messages }) => messages[1].content.pop()],
  ["anthropic", "a result twice", ({ messages: [, , m] }) => m.content.push({ ...m.content[0] })],
  ["anthropic", "another id", ({ messages }) => (messages[2].content[0].tool_use_id = "x")],
  ["anthropic", "two answers in a row", ({ messages }) => messages.splice(2, 1)],
  ["anthropic", "a text before results", ({ messages: [, , m] }) => m.content.unshift(TEXT)],
  ["anthropic", "a signature is lost", ({ messages }) => delete messages[1].content[0].signature],
  ["anthropic", "an empty text", ({ messages }) => (messages[0].content[0].text = "")],
  [
    "anthropic",
    "too many markers",
    ({ messages }) => {
      for (const { content } of messages) content[0].cache_control = { type: "ephemeral" };
    },
  ],
  [
    "anthropic",
    "an id twice",
    ({ messages }) => {
      messages[3].content.at(-1).id = "r1";
      messages[4].content[0].tool_use_id = "r1";
    },
  ],
  [
    "anthropic",
    "a server's result is lost",
    ({ messages }) => {
      messages[1].content.unshift({ type: "server_tool_use", id: "srv1", name: "web_search" });
    },
  ],
  ["openai-chat", "a result is missing", ({ messages }) => messages.splice(3, 1)],
  ["openai-chat", "a call is missing", ({ messages }) => delete messages[2].tool_calls],
  ["openai-chat", "another order", ({ messages }) => messages.push(...messages.splice(2, 1))],
  ["openai-chat", "no content", ({ messages }) => (messages[3].content = null)],
  ["openai-chat", "an image in a result", ({ messages }) => (messages[3].content = [IMAGE])],
  [
    "openai-chat",
    "arguments",
    ({ messages: [, , m] }) => (m.tool_calls[0].function.arguments = {}),
  ],
  ["openai-responses", "an output is missing", ({ input }) => input.splice(4, 1)],
  ["openai-responses", "a call is missing", ({ input }) => input.splice(3, 1)],
  [
    "openai-responses",
    "an output before its call",
    ({ input }) => input.unshift(...input.splice(4, 1)),
  ],
  [
    "openai-responses",
    "an output of another kind",
    ({ input }) => (input[4].type = "custom_tool_call_output"),
  ],
  ["openai-responses", "no text", ({ input }) => (input[4].output = [{ type: "text", text: "x" }])],
  [
    "openai-responses",
    "reasoning alone",
    ({ input }) => input.push({ type: "reasoning", id: "rs" }),
  ],
  [
    "openai-responses",
    "an approval of nothing",
    ({ input }) => input.push({ type: "mcp_approval_response" }),
  ],
  [
    "openai-responses",
    "reasoning that isn't stored",
    (body) => {
      body.store = false;
      delete body.input[2].encrypted_content;
    },
  ],
  ["gemini", "a response is missing", ({ contents }) => contents.splice(2, 1)],
  ["gemini", "a response too many", ({ contents: [, , c] }) => c.parts.push({ ...c.parts[0] })],
  ["gemini", "another id", ({ contents: [, , c] }) => (c.parts[0].functionResponse.id = "x")],
  [
    "gemini",
    "a text as a response",
    ({ contents: [, , c] }) => (c.parts[0].functionResponse.response = "x"),
  ],
  [
    "gemini",
    "a signature is lost",
    ({ contents: [, c] }) => delete c.parts.at(-1).thoughtSignature,
  ],
  ["gemini", "an empty turn", ({ contents }) => (contents[0].parts = [])],
];

const TEXT = { type: "text", text: "x" };
const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

test.each(BROKEN)("%s refuses: %s", (format, _, change) => {
  const { faultsIn } = PROVIDERS[format] as Provider;
  const request = writeRequest(format, session(...REREAD));
  expect(faultsIn(request as never)).toEqual([]);
  expect(faultsIn(edited(request, change) as never)).not.toEqual([]);
});
