import type { Message } from "@alisio/governor/message";
import { describe, expect, test } from "vitest";
import { ModelError } from "../../src/model-error.ts";
import { createScriptedModel, type TurnScript } from "../../src/scripted.ts";
import type { ModelChunk, ModelRequest } from "../../src/types-model.ts";

const script = (more: Partial<TurnScript>): TurnScript => ({
  schemaVersion: 1,
  name: "test",
  turns: [],
  ...more,
});

async function ask(
  model: ReturnType<typeof createScriptedModel>,
  more: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelChunk[]> {
  const request: ModelRequest = {
    purpose: "turn",
    answered: 0,
    messages: [{ role: "user", text: "Hi" }],
    tools: [],
    maxOutputTokens: null,
    ...more,
  };
  const chunks: ModelChunk[] = [];
  for await (const chunk of model.stream(request, { signal })) chunks.push(chunk);
  return chunks;
}

const read = (id: string, path: string, result: object | string, isError = false): Message[] => [
  { role: "assistant", text: "", calls: [{ id, name: "read_file", args: { path } }] },
  {
    role: "tool",
    callId: id,
    content: typeof result === "string" ? result : JSON.stringify(result),
    ...(isError && { isError }),
  },
];

test("text comes in pieces of whole characters, then calls, then the finish", async () => {
  const model = createScriptedModel(
    script({
      turns: [
        {
          text: "ab👍cd",
          pieceLength: 3,
          calls: [{ tool: "t" }, { tool: "u", args: [1], id: "own" }],
        },
      ],
    }),
  );
  expect(await ask(model)).toEqual([
    { type: "text", text: "ab👍" },
    { type: "text", text: "cd" },
    { type: "call", call: { id: "turn-1-1", name: "t", args: {} } },
    { type: "call", call: { id: "own", name: "u", args: [1] } },
    { type: "finish", reason: "tool-calls", usage: { inputTokens: 1, outputTokens: 3 } },
  ]);
  expect(model.model).toBe("scripted:test");
});

test("the answer is found by purpose and by how many there are, in any order and any process", async () => {
  const made = script({
    turns: [{ text: "first" }, { text: "second", usage: null }],
    summaries: [{ json: { summary: "S" } }],
    tasks: [{ match: "tests", turns: [{ text: "of tests" }] }, { turns: [{ text: "any" }] }],
  });
  const model = createScriptedModel(made);
  expect((await ask(model, { answered: 1 }))[0]).toEqual({ type: "text", text: "second" });
  expect((await ask(model))[0]).toEqual({ type: "text", text: "first" });
  expect((await ask(model, { purpose: "summary" }))[0]).toEqual({
    type: "text",
    text: '{"summary":"S"}',
  });
  const task = (text: string) =>
    ask(model, { purpose: "task", messages: [{ role: "user", text }] });
  expect((await task("look at the tests"))[0]).toEqual({ type: "text", text: "of tests" });
  expect((await task("else"))[0]).toEqual({ type: "text", text: "any" });
  expect((await ask(model, { answered: 1 })).at(-1)).toEqual({ type: "finish", reason: "stop" });
});

test.each([
  ["turn", 1, "turn-2"],
  ["summary", 0, "summary-1"],
  ["task", 0, "task-0-1"],
] as const)(
  "past its end (%s) it says which answer is missing",
  async (purpose, answered, name) => {
    const model = createScriptedModel(script({ turns: [{ text: "x" }] }));
    const error = await ask(model, { purpose, answered }).catch((thrown: unknown) => thrown);
    if (!ModelError.isInstance(error)) throw new Error("no ModelError");
    expect(error).toMatchObject({ code: "bad_request", retryable: false });
    expect(error.message).toContain(name);
  },
);

test("failures come first, one an attempt, also in the middle of the text", async () => {
  const model = createScriptedModel(
    script({
      turns: [
        {
          text: "0123456789",
          pieceLength: 2,
          failures: [
            { code: "rate_limited", retryAfterMs: 5 },
            { code: "dropped", afterPieces: 2 },
            { code: "server_error", retryable: false, message: "Down." },
          ],
        },
      ],
    }),
  );
  await expect(ask(model)).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 5 });
  const seen: string[] = [];
  const request = {
    purpose: "turn",
    answered: 0,
    messages: [],
    tools: [],
    maxOutputTokens: null,
  } as const;
  const stream = model.stream(request, { signal: new AbortController().signal });
  await expect(async () => {
    for await (const chunk of stream) if (chunk.type === "text") seen.push(chunk.text);
  }).rejects.toMatchObject({ code: "dropped", retryable: true });
  expect(seen).toEqual(["01", "23"]);
  await expect(ask(model)).rejects.toMatchObject({ retryable: false, message: "Down." });
  expect(await ask(model)).toHaveLength(6);
});

test("the signal ends it, also while it waits", async () => {
  const model = createScriptedModel(script({ turns: [{ text: "abc", pieceDelayMs: 60_000 }] }));
  await expect(ask(model, {}, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await expect(ask(model, {}, controller.signal)).rejects.toMatchObject({ code: "aborted" });
});

describe("placeholders", () => {
  const fill = async (args: unknown, messages: readonly Message[]) => {
    const model = createScriptedModel(script({ turns: [{ calls: [{ tool: "t", args }] }] }));
    const [chunk] = await ask(model, { messages });
    return chunk?.type === "call" ? chunk.call.args : undefined;
  };

  test("take the last good result of the named call", async () => {
    const messages = [
      ...read("1", "a.ts", { sha256: "old", n: 1 }),
      ...read("2", "a.ts", { sha256: "new", n: { deep: 7 } }),
      ...read("3", "b.ts", { sha256: "other" }),
      ...read("4", "a.ts", { sha256: "wrong" }, true),
      ...read("5", "c.ts", '{"sha256":"c"}\n\n<instructions>\n\nmore'),
    ];
    expect(
      await fill(
        {
          whole: "{{read_file:a.ts#n}}",
          number: "{{read_file:a.ts#n.deep}}",
          mixed: "x {{read_file:a.ts#sha256}} {{read_file:a.ts#n.deep}}",
          list: ["{{read_file#sha256}}"],
        },
        messages,
      ),
    ).toEqual({ whole: { deep: 7 }, number: 7, mixed: "x new 7", list: ["c"] });
  });

  test("take no stub, and look on where the last result has no such field", async () => {
    const messages = [
      ...read("1", "a.ts", { id: "task-1" }),
      ...read("2", "a.ts", '[elided: read_file "a.ts"@1a2b3c4d; re-read to view]'),
      ...read("3", "a.ts", { sha256: "x" }),
    ];
    expect(await fill("{{read_file:a.ts#id}}", messages)).toBe("task-1");
  });

  test.each([
    ["{{read_file:b.ts#sha256}}", "no good result"],
    ["{{read_file:a.ts#missing}}", "no good result"],
    ["{{read_file:a.ts#constructor}}", "no good result"],
    ["{{shell#id}}", "no good result"],
  ])("without a value (%s) are an error that names the answer", async (text, why) => {
    await expect(fill(text, read("1", "a.ts", { sha256: "x" }))).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(new RegExp(`turn-1.*${why}`)),
    });
  });
});
