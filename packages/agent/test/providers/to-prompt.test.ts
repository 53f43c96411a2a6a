import type { Message } from "@alisio/governor/message";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPrompt } from "../../src/providers/to-prompt.ts";
import { wellFormed } from "../../src/providers/well-formed.ts";

const call = (id: string) => ({ id, name: "read_file", args: { path: id } });
const MARK = { anthropic: { cacheControl: { type: "ephemeral" } } };

const HISTORY: readonly Message[] = [
  { role: "system", text: "S" },
  { role: "user", text: "one" },
  { role: "assistant", text: "", calls: [call("a"), call("b")] },
  { role: "tool", callId: "a", content: "A" },
  {
    role: "tool",
    callId: "b",
    content: [{ type: "text", text: "B" }, { type: "image" }],
    isError: true,
  },
];
const BLOCK: Message = { role: "user", text: '<invariants policy="1">\n</invariants>' };

/** Indexes of the messages that carry a mark. */
function marked(messages: readonly Message[]): number[] {
  return toPrompt("anthropic", messages).flatMap((message, index) => {
    const parts = message.role === "system" ? [message] : message.content;
    return parts.some(({ providerOptions }) => providerOptions !== undefined) ? [index] : [];
  });
}

test("results of one answer are one message, a result's parts one text", () => {
  expect(toPrompt("openai-compatible", HISTORY)).toEqual([
    { role: "system", content: "S" },
    { role: "user", content: [{ type: "text", text: "one" }] },
    {
      role: "assistant",
      content: ["a", "b"].map((id) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: "read_file",
        input: { path: id },
      })),
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "read_file",
          output: { type: "text", value: "A" },
        },
        {
          type: "tool-result",
          toolCallId: "b",
          toolName: "read_file",
          output: { type: "error-text", value: "B[image: not sent]" },
        },
      ],
    },
  ]);
});

test("system messages stand at the front, wherever they were", () => {
  const prompt = toPrompt("openai-compatible", [HISTORY[1] as Message, HISTORY[0] as Message]);
  expect(prompt.map(({ role }) => role)).toEqual(["system", "user"]);
});

describe("cache marks", () => {
  test("stand on the system, the end of the request before, and the last message that stays", () => {
    expect(marked(HISTORY)).toEqual([0, 1, 3]);
    expect(toPrompt("anthropic", HISTORY)[0]).toMatchObject({ providerOptions: MARK });
  });

  test("never on the invariants block", () => {
    expect(marked([...HISTORY, BLOCK])).toEqual([0, 1, 3]);
    // What begins like one elsewhere is a message of the user.
    expect(marked([BLOCK, ...HISTORY])).toEqual([0, 2, 4]);
  });

  test("an answer more moves them on: the last one of before is the middle one now", () => {
    const longer: readonly Message[] = [
      ...HISTORY,
      { role: "assistant", text: "", calls: [call("c")] },
      { role: "tool", callId: "c", content: "C" },
    ];
    expect(marked(longer)).toEqual([0, 3, 5]);
  });

  test("are at most four, and none for another provider", () => {
    expect(JSON.stringify(toPrompt("openai-compatible", HISTORY))).not.toContain("cacheControl");
    expect(marked([{ role: "user", text: "one" }])).toEqual([0]);
    expect(marked([])).toEqual([]);
  });
});

describe("provider data", () => {
  const answer = (providerData: unknown): Message => ({
    role: "assistant",
    text: "ab",
    calls: [call("x")],
    providerData,
  });
  const good = {
    version: 1,
    provider: "anthropic",
    parts: [
      { type: "reasoning", text: "R", metadata: { anthropic: { signature: "s" } } },
      { type: "text", length: 1 },
      { type: "call" },
      { type: "text", length: 1 },
    ],
  };

  test("gives the answer its order back", () => {
    const [message] = toPrompt("anthropic", [answer(good)]);
    const content = message?.role === "assistant" ? message.content : [];
    expect(content.map(({ type }) => type)).toEqual(["reasoning", "text", "tool-call", "text"]);
  });

  test("that doesn't fit, or is anything at all, is left out and harms nothing", () => {
    const plain = toPrompt("anthropic", [answer(undefined)]);
    const wrong = [
      { ...good, provider: "openai-compatible" },
      { ...good, version: 2 },
      { ...good, parts: [{ type: "text", length: 1 }] },
      { ...good, parts: [...good.parts, { type: "call" }] },
      { ...good, parts: good.parts.filter(({ type }) => type !== "call") },
      { ...good, parts: [{ type: "text", length: -1 }] },
      { ...good, parts: [null] },
    ];
    for (const value of wrong) expect(toPrompt("anthropic", [answer(value)])).toEqual(plain);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(toPrompt("anthropic", [answer(value)])).toEqual(plain);
      }),
    );
  });
});

test("a well-formed text stays itself; of any other only the broken halves change", () => {
  const units = fc.array(fc.constantFrom("a", "\ud83d", "\ude00", "é"), { maxLength: 12 });
  let broken = 0;
  fc.assert(
    fc.property(units, (parts) => {
      const text = parts.join("");
      const result = wellFormed(text);
      expect(result).toBe(
        new TextDecoder("utf-16le").decode(new Uint8Array(Buffer.from(text, "utf16le"))),
      );
      if (result !== text) broken += 1;
    }),
    { numRuns: 300 },
  );
  expect(broken).toBeGreaterThan(20);
});
