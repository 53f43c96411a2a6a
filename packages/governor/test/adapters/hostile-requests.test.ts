import { expect, test } from "vitest";
import { checkAdapter } from "./support/check-adapter.ts";
import { ADAPTERS, type FormatName } from "./support/formats.ts";

const MANY = 20_000;
const many = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: MANY }, (_, n) => make(n));

const IMAGE = { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] };
const CALL = { functionCall: { name: "t", args: {} } };
const RESPONSE = { functionResponse: { name: "t", response: { output: "x" } } };
const MEDIA = { inlineData: { data: "AAAA" } };
const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

/** Requests that would cost more than their length if anything were looked up twice. */
const LARGE: readonly (readonly [string, FormatName, object])[] = [
  [
    "results, and images after them",
    "openai-chat",
    {
      messages: [
        ...many((n) => ({ role: "tool", tool_call_id: `${n}`, content: "x" })),
        ...many(() => IMAGE),
      ],
    },
  ],
  [
    "calls without ids in one turn",
    "gemini",
    { contents: [{ role: "model", parts: many(() => CALL) }, { parts: many(() => RESPONSE) }] },
  ],
  [
    "calls with ids, answered from the end",
    "gemini",
    {
      contents: [
        {
          role: "model",
          parts: many((n) => ({ functionCall: { ...CALL.functionCall, id: `${n}` } })),
        },
        {
          parts: many((n) => ({
            functionResponse: { ...RESPONSE.functionResponse, id: `${MANY - n}` },
          })),
        },
      ],
    },
  ],
  [
    "images beside one response",
    "gemini",
    { contents: [{ role: "model", parts: [CALL] }, { parts: [RESPONSE, ...many(() => MEDIA)] }] },
  ],
  [
    "items of one response",
    "openai-responses",
    { input: many((n) => ({ type: "function_call", call_id: `${n}`, name: "t", arguments: "[" })) },
  ],
  [
    "a text of opened brackets",
    "openai-chat",
    {
      messages: [
        { role: "tool", tool_call_id: "1", content: `[{"type":"data"${"[".repeat(MANY)}` },
      ],
    },
  ],
  [
    "an output that is nested deeply",
    "ai-sdk",
    {
      messages: [
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "1", output: { type: "json", value: deep(900) } },
          ],
        },
      ],
    },
  ],
  [
    "a response that is nested deeply",
    "gemini",
    {
      contents: [
        { parts: [{ functionResponse: { name: "t", id: "1", response: { a: deep(900) } } }] },
      ],
    },
  ],
];

test.each(LARGE)("%s (%s)", (_, format, request) => {
  checkAdapter(ADAPTERS[format], request, { minAgeTurns: 1, epochMessages: 0 });
});

test("an output that no JSON can hold is left whole", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  for (const value of [cycle, 5n, Symbol("s"), () => 0]) {
    const output = { type: "json", value };
    const part = { type: "tool-result", toolCallId: "1", output };
    const [message] = ADAPTERS["ai-sdk"].toHistory({
      messages: [{ role: "tool", content: [part] }],
    });
    expect(message).toEqual({ role: "tool", callId: "1", content: [{ type: "unknown" }] });
  }
});

test("one object in two places is replaced where it is elided, and only there", () => {
  const call = (id: string, name: string) => ({
    role: "assistant",
    tool_calls: [{ id, function: { name, arguments: '{"path":"a"}' } }],
  });
  const shared = {
    role: "tool",
    tool_call_id: "r",
    content: JSON.stringify({ x: "y".repeat(200) }),
  };
  const messages = [
    call("r", "read_file"),
    shared,
    shared,
    call("w", "write_file"),
    { role: "tool", tool_call_id: "w", content: "ok" },
    { role: "assistant", content: "done" },
  ];
  const settings = { mode: "on", minAgeTurns: 1, epochMessages: 0 } as const;
  const { request } = ADAPTERS["openai-chat"].projectRequest({ messages }, settings);
  expect(request.messages[1]).toEqual({ ...shared, content: expect.stringMatching(/^\[elided: /) });
  expect(request.messages[2]).toBe(shared);
});
