import { expect, test } from "vitest";
import { edited, type Json } from "./support/edit.ts";
import { ADAPTERS, type FormatName } from "./support/formats.ts";
import { EAGER, REREAD, session } from "./support/sessions.ts";
import { textIn, writeRequest } from "./support/write-requests.ts";

/**
 * What agents change in a conversation from one request to the next, apart from what is new. The same
 * results must be elided, with the same stubs: else a request would rewrite what a provider cached.
 */
const CHANGES: readonly (readonly [what: string, FormatName, change: (body: Json) => void])[] = [
  [
    "a cache marker that moves off a result",
    "anthropic",
    ({ messages }) => {
      messages[2].content[0].cache_control = { type: "ephemeral" };
    },
  ],
  [
    "a marker in a list of one text, which was a plain string",
    "anthropic",
    ({ messages }) => {
      const [block] = messages[2].content;
      const text = { type: "text", text: block.content, cache_control: { type: "ephemeral" } };
      block.content = [text];
    },
  ],
  [
    "the user's text as a string",
    "anthropic",
    ({ messages }) => {
      messages[0].content = messages[0].content[0].text;
    },
  ],
  [
    "a tool that is put between the others",
    "anthropic",
    (body) => {
      body.tools = [{ name: "a" }, { name: "b" }, { name: "c" }];
    },
  ],
  [
    "a message of the system in between",
    "anthropic",
    ({ messages }) => messages.splice(3, 0, { role: "system", content: "remember" }),
  ],
  [
    "metadata with its keys in another order",
    "openai-responses",
    (body) => {
      body.client_metadata = { b: 1, a: 2 };
    },
  ],
  [
    "another encrypted content",
    "openai-responses",
    ({ input }) => {
      for (const item of input) if (item.type === "reasoning") item.encrypted_content = "b3RoZXI=";
    },
  ],
  [
    "other signatures after a resume",
    "gemini",
    ({ contents }) => {
      for (const { parts } of contents) {
        for (const part of parts) if (part.thoughtSignature) part.thoughtSignature = "b3RoZXI=";
      }
    },
  ],
  [
    "a context that is written anew after a resume",
    "gemini",
    ({ contents }) => {
      contents[0].parts[0].text = "Today is another day.";
    },
  ],
];

/** What is elided, and what stands there instead. */
function stubsIn(format: FormatName, request: object): readonly string[] {
  const adapter = ADAPTERS[format];
  const { request: sent, elisions } = adapter.projectRequest(request, EAGER);
  const ids = new Set(elisions.map(({ callId }) => callId));
  return adapter
    .toHistory(sent)
    .flatMap((message) =>
      message.role === "tool" && ids.has(message.callId)
        ? [`${message.callId} ${textIn(message.content)}`]
        : [],
    );
}

test.each(CHANGES)("%s (%s)", (_, format, change) => {
  const request = writeRequest(format, session(...REREAD));
  const stubs = stubsIn(format, request);
  expect(stubs).toEqual(['r1 [elided: read_file "a.ts"@unknown; re-read to view]']);
  expect(stubsIn(format, edited(request, change))).toEqual(stubs);
});
