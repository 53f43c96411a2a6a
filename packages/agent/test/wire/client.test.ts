import type { Message } from "@alisio/governor/message";
import { describe, expect, test } from "vitest";
import { ModelError } from "../../src/model-error.ts";
import { createModelClient } from "../../src/providers.ts";
import type { ModelChunk, ModelRequest } from "../../src/types-model.ts";
import { type FakeReply, fakeServer, inBytes } from "./fake-server.ts";
import { type WireFormat, written } from "./wire-formats.ts";

const FORMATS: readonly WireFormat[] = ["openai-compatible", "anthropic"];
const KEY = "sk-canary-0123456789";

function requestOf(messages: readonly Message[]): ModelRequest {
  return {
    purpose: "turn",
    answered: 0,
    messages,
    tools: [
      {
        name: "read_file",
        description: "Reads.",
        parameters: { type: "object", properties: { path: { type: "string" } } },
      },
    ],
    maxOutputTokens: 1000,
  };
}

const HELLO: readonly Message[] = [
  { role: "system", text: "Be brief." },
  { role: "user", text: "Hello" },
];

async function ask(
  type: WireFormat,
  url: string,
  messages: readonly Message[] = HELLO,
  options: { readonly signal?: AbortSignal; readonly idleTimeoutMs?: number } = {},
): Promise<{ chunks: ModelChunk[]; error: unknown }> {
  const { idleTimeoutMs, signal = new AbortController().signal } = options;
  const client = createModelClient({
    type,
    baseURL: url,
    apiKey: KEY,
    model: "m",
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    now: () => Date.UTC(2026, 0, 1),
  });
  const chunks: ModelChunk[] = [];
  try {
    for await (const chunk of client.stream(requestOf(messages), { signal })) chunks.push(chunk);
    return { chunks, error: undefined };
  } catch (error) {
    return { chunks, error };
  }
}

async function failure(type: WireFormat, reply: FakeReply, messages?: readonly Message[]) {
  const { url } = await fakeServer([reply]);
  const { error, chunks } = await ask(type, url, messages);
  if (!ModelError.isInstance(error)) throw new Error(`no ModelError but ${String(error)}`);
  expect(error.message).not.toContain(KEY);
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(
    KEY,
  );
  return { error, chunks };
}

const textOf = (chunks: readonly ModelChunk[]): string =>
  chunks.map((chunk) => (chunk.type === "text" ? chunk.text : "")).join("");

describe.each(FORMATS)("%s", (format) => {
  const answer = written(format, {
    text: ["Grüße ", "an 👩‍👩‍👧 ", "und 日本\n"],
    calls: [
      { id: "a", name: "read_file", json: '{"path":"ä/👍.ts","deep":{"x":[1,2]}}' },
      { id: "b", name: "read_file", json: "{}" },
      { id: "c", name: "read_file", json: '{"path":' },
    ],
  });

  test.each([1, 2, 3, 5, 16, 1000, 1_000_000])("in pieces of %i bytes", async (size) => {
    const { url } = await fakeServer([{ pieces: inBytes(answer, size) }]);
    const { chunks, error } = await ask(format, url);
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("Grüße an 👩‍👩‍👧 und 日本\n");
    expect(chunks.flatMap((chunk) => (chunk.type === "call" ? [chunk.call] : []))).toEqual([
      { id: "a", name: "read_file", args: { path: "ä/👍.ts", deep: { x: [1, 2] } } },
      { id: "b", name: "read_file", args: {} },
      // What is no JSON stays the text that it is.
      { id: "c", name: "read_file", args: '{"path":' },
    ]);
    const usage =
      format === "anthropic"
        ? { inputTokens: 100, cacheReadTokens: 60, cacheWriteTokens: 10, outputTokens: 7 }
        : { inputTokens: 100, cacheReadTokens: 60, outputTokens: 7 };
    expect(chunks.at(-1)).toMatchObject({ type: "finish", reason: "tool-calls", usage });
  });

  test("ids of calls are those that came, whichever there are already", async () => {
    const { url } = await fakeServer([{ pieces: [answer] }]);
    const { chunks } = await ask(format, url, [
      ...HELLO,
      { role: "assistant", text: "", calls: [{ id: "a", name: "read_file", args: {} }] },
      { role: "tool", callId: "a", content: "x" },
    ]);
    const ids = chunks.flatMap((chunk) => (chunk.type === "call" ? [chunk.call.id] : []));
    expect(ids).toEqual(["a", "b", "c"]);
  });

  test("reasoning goes back exactly as it came, to its own provider alone", async () => {
    const reasoned = { reasoning: "First I look.", signature: "c2lnbmF0dXJl", text: ["Looking."] };
    const { url, bodies } = await fakeServer([{ pieces: [written(format, reasoned)] }]);
    const { chunks } = await ask(format, url);
    const finish = chunks.at(-1);
    const providerData = finish?.type === "finish" ? finish.providerData : undefined;
    const history: readonly Message[] = [
      ...HELLO,
      {
        role: "assistant",
        text: "Looking.",
        providerData: JSON.parse(JSON.stringify(providerData)),
      },
      { role: "user", text: "Go on" },
    ];
    await ask(format, url, history);
    const sent = JSON.parse(bodies[1] ?? "").messages;
    const assistant = sent.find((message: { role: string }) => message.role === "assistant");
    if (format === "anthropic") {
      expect(assistant.content[0]).toEqual({
        type: "thinking",
        thinking: "First I look.",
        signature: "c2lnbmF0dXJl",
      });
      expect(assistant.content[1]).toMatchObject({ type: "text", text: "Looking." });
    } else {
      expect(assistant).toMatchObject({ content: "Looking.", reasoning_content: "First I look." });
    }
    const other = format === "anthropic" ? "openai-compatible" : "anthropic";
    await ask(other, url, history);
    expect(bodies[2]).not.toContain("First I look.");
  });

  test("results, errors, unusable arguments and half characters are sent so that they are taken", async () => {
    const { url, bodies } = await fakeServer([{ pieces: [answer] }]);
    await ask(format, url, [
      ...HELLO,
      { role: "assistant", text: "", calls: [{ id: "1", name: "read_file", args: '{"pa' }] },
      { role: "tool", callId: "1", content: "not an object", isError: true },
      { role: "assistant", text: "" },
      { role: "user", text: "cut \ud83d" },
    ]);
    const { messages } = JSON.parse(bodies[0] ?? "");
    expect(JSON.stringify(messages)).toContain("cut \ufffd");
    const raw = JSON.stringify(messages);
    expect(raw).toContain("invalid_arguments");
    expect(raw).toContain("not an object");
    if (format === "anthropic") expect(raw).toContain('"is_error":true');
  });

  test.each<[number, string, FakeReply["headers"], string, boolean, number | undefined]>([
    [401, "Incorrect API key", {}, "unauthorised", false, undefined],
    [403, "no", {}, "unauthorised", false, undefined],
    [400, "messages.3: invalid", {}, "bad_request", false, undefined],
    [
      400,
      "This model's maximum context length is 8192 tokens",
      {},
      "context_overflow",
      false,
      undefined,
    ],
    [
      400,
      "prompt is too long: 210000 tokens > 200000 maximum",
      {},
      "context_overflow",
      false,
      undefined,
    ],
    [404, "model not found", {}, "bad_request", false, undefined],
    [413, "request_too_large", {}, "context_overflow", false, undefined],
    [429, "slow down", { "retry-after": "7" }, "rate_limited", true, 7000],
    [429, "slow down", { "retry-after-ms": "250" }, "rate_limited", true, 250],
    [
      429,
      "slow down",
      { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" },
      "rate_limited",
      true,
      30_000,
    ],
    [429, "slow down", { "retry-after": "soon" }, "rate_limited", true, undefined],
    [429, "You exceeded your current quota", {}, "rate_limited", false, undefined],
    [500, "boom", {}, "server_error", true, undefined],
    [503, "boom", { "retry-after": "1" }, "server_error", true, 1000],
    [529, "overloaded", {}, "server_error", true, undefined],
    [418, "teapot", {}, "bad_request", false, undefined],
  ])("%i %s", async (status, message, headers, code, retryable, retryAfterMs) => {
    const body =
      format === "anthropic"
        ? { type: "error", error: { type: "some_error", message } }
        : { error: { message, type: "some_error", code: null } };
    const { error } = await failure(format, {
      status,
      ...(headers && { headers }),
      pieces: [JSON.stringify(body)],
    });
    expect(error).toMatchObject({ code, retryable, retryAfterMs });
    expect(error.message).toContain(String(status));
  });

  test.each([
    ["", ""],
    ["<html>Bad gateway</html>", ""],
    ['{"error":{"message":', ""],
  ])("a 502 with the body %j", async (body) => {
    const { error } = await failure(format, { status: 502, pieces: [body] });
    expect(error.code).toBe("server_error");
  });

  test("neither the key, credentials nor words of the session come back in a message", async () => {
    const message = `Bad ${KEY} at https://me:secret@host/x with "super-secret-session-text"`;
    const body =
      format === "anthropic"
        ? { type: "error", error: { type: "x", message } }
        : { error: { message, type: "x", code: null } };
    const { error } = await failure(format, { status: 400, pieces: [JSON.stringify(body)] }, [
      { role: "user", text: "here is super-secret-session-text, keep it" },
    ]);
    expect(error.message).toContain("Bad");
    expect(error.message).not.toMatch(/canary|secret/);
  });

  test.each(["cut", "end"] as const)(
    "an answer that is %s half-way: no call of it arrives",
    async (ending) => {
      for (const share of [0.3, 0.6, 0.8]) {
        const half = answer.slice(0, Math.floor(answer.length * share));
        const { error, chunks } = await failure(format, { pieces: [half], ending });
        expect(["dropped", "malformed_stream"]).toContain(error.code);
        expect(error.retryable).toBe(true);
        expect(chunks.every(({ type }) => type === "text")).toBe(true);
      }
    },
  );

  test.each([
    ["no JSON", "data: {nonsense\n\n"],
    ["another shape", 'data: {"choices":"none","type":"content_block_start"}\n\n'],
    ["no event stream", "<html>Welcome</html>"],
    ["nothing", ""],
    ["binary", "\u0000\u0001\u0002\n\n"],
  ])("a stream of %s", async (_name, body) => {
    const { error } = await failure(format, { pieces: [body] });
    expect(["dropped", "malformed_stream", "server_error"]).toContain(error.code);
    expect(error.retryable).toBe(true);
  });

  test("an error inside the stream", async () => {
    const event =
      format === "anthropic"
        ? 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
        : 'data: {"error":{"message":"Overloaded","type":"server_error","code":null}}\n\n';
    const start = answer.slice(0, answer.indexOf("und "));
    const whole = start.slice(0, start.lastIndexOf("\n\n") + 2);
    const { error, chunks } = await failure(format, { pieces: [whole, event] });
    expect(error.code).toBe("server_error");
    expect(textOf(chunks)).toContain("Grüße");
  });

  test("nobody listens there", async () => {
    const { error } = await ask(format, "http://127.0.0.1:9/v1");
    expect(error).toMatchObject({ code: "dropped", retryable: true });
  });

  test("a redirect is not followed: the key stays where it belongs", async () => {
    const other = await fakeServer([{ pieces: [answer] }]);
    const { error } = await failure(format, { status: 307, headers: { location: other.url } });
    expect(error.code).not.toBe("aborted");
    expect(other.bodies).toEqual([]);
  });

  test("silence ends a request, before and within the answer", async () => {
    for (const pieces of [[], [answer.slice(0, answer.length / 2)]]) {
      const { url } = await fakeServer([{ pieces, ending: "hang" }]);
      const { error } = await ask(format, url, HELLO, { idleTimeoutMs: 150 });
      expect(error).toMatchObject({ code: "timeout", retryable: true });
    }
  });

  test("the caller's signal ends it at once, and the connection", async () => {
    for (const pieces of [[], [answer.slice(0, answer.length / 2)]]) {
      const server = await fakeServer([{ pieces, ending: "hang" }]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 80);
      const { error } = await ask(format, server.url, HELLO, { signal: controller.signal });
      expect(error).toMatchObject({ code: "aborted", retryable: false });
      await expect.poll(server.aborted).toBe(1);
    }
  });

  test("who stops reading ends the connection", async () => {
    const server = await fakeServer([
      { pieces: [answer.slice(0, answer.length / 2)], ending: "hang" },
    ]);
    const client = createModelClient({ type: format, baseURL: server.url, model: "m" });
    for await (const _ of client.stream(requestOf(HELLO), { signal: new AbortController().signal }))
      break;
    await expect.poll(server.aborted).toBe(1);
  });

  test("the key goes into its header alone; credentials of the address into theirs", async () => {
    const server = await fakeServer([{ pieces: [answer] }]);
    await ask(format, server.url);
    const [headers] = server.headers;
    if (format === "anthropic") expect(headers?.["x-api-key"]).toBe(KEY);
    else expect(headers?.authorization).toBe(`Bearer ${KEY}`);
    expect(server.bodies[0]).not.toContain(KEY);
    const named = server.url.replace("http://", "http://me:p%40ss@");
    const client = createModelClient({ type: format, baseURL: named, model: "m" });
    for await (const _ of client.stream(requestOf(HELLO), { signal: new AbortController().signal }))
      void _;
    expect(server.headers[1]?.authorization).toBe(`Basic ${btoa("me:p@ss")}`);
  });
});

test("a base URL that can't be used is refused without being repeated", () => {
  for (const baseURL of ["nonsense-secret", "ftp://secret", "http://me:secret@host/v1"]) {
    const make = () => createModelClient({ type: "anthropic", baseURL, apiKey: KEY, model: "m" });
    expect(make).toThrow(ModelError);
    expect(make).not.toThrow(/secret|canary/);
  }
});
