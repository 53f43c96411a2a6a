import {
  type Content,
  type GenerateContentParameters,
  GoogleGenAI,
  type Part,
} from "@google/genai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRequest } from "../../src/gemini.ts";
import { EAGER, long } from "../adapters/support/sessions.ts";
import { checkBody } from "./support/check-body.ts";
import { GEMINI } from "./support/gemini-provider.ts";
import { type Server, startServer } from "./support/start-server.ts";

const NAMES: Readonly<Record<string, string>> = {
  r: "read_file",
  s: "grep",
  b: "job_output",
  e: "edit_file",
  i: "read_file",
};

function nameOf(id: string): string {
  return NAMES[id[0] as string] as string;
}

function call(id: string, args: Record<string, unknown>, thoughtSignature?: string): Part {
  const functionCall = { id, name: nameOf(id), args };
  return thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature };
}

function answer(id: string, response: Record<string, unknown>): Part {
  return { functionResponse: { id, name: nameOf(id), response } };
}

const PNG = { data: "AAAA", mimeType: "image/png" };
const SIGNATURE = "c2ln";

const CONTENTS: readonly Content[] = [
  { role: "user", parts: [{ text: "go" }, { inlineData: PNG }] },
  {
    role: "model",
    parts: [
      { text: "hm", thought: true },
      { text: "First." },
      call("r1", { path: "a.ts" }, SIGNATURE),
    ],
  },
  { role: "user", parts: [answer("r1", { output: long("old") })] },
  {
    role: "model",
    parts: [
      call("s1", { pattern: "x" }, SIGNATURE),
      call("b1", { job: "j" }),
      call("r3", { path: "b.ts" }),
      call("r4", { path: "missing.ts" }),
    ],
  },
  {
    role: "user",
    parts: [
      answer("s1", { result: long("a.ts:1:x") }),
      answer("b1", { output: long("tick"), error: "" }),
      answer("r3", { output: long("b") }),
      answer("r4", { error: "ENOENT" }),
    ],
  },
  {
    role: "model",
    parts: [
      { executableCode: { code: "1", language: "PYTHON" as never } },
      { codeExecutionResult: { outcome: "OUTCOME_OK" as never, output: "1" } },
      call("e1", { path: "a.ts" }, SIGNATURE),
      call("e3", { path: "b.ts" }),
    ],
  },
  {
    role: "user",
    parts: [answer("e1", { output: "ok" }), answer("e3", { error: { message: "no match" } })],
  },
  {
    role: "model",
    parts: [call("i1", { path: "c.png" }, SIGNATURE), call("i2", { path: "d.png" })],
  },
  {
    role: "user",
    parts: [
      {
        functionResponse: {
          id: "i1",
          name: "read_file",
          response: { output: long("an image") },
          parts: [{ inlineData: PNG }],
        },
      },
      answer("i2", { output: long("another image") }),
      { inlineData: PNG },
    ],
  },
  {
    role: "model",
    parts: [
      call("r2", { path: "a.ts" }, SIGNATURE),
      call("s2", { pattern: "x" }),
      call("b2", { job: "j" }),
      call("e5", { path: "c.png" }),
      call("e6", { path: "d.png" }),
    ],
  },
  {
    role: "user",
    parts: [
      // Without an output the whole response is one.
      answer("r2", { text: long("new"), lines: 2 }),
      answer("s2", { output: long("a.ts:1:x") }),
      answer("b2", { output: long("tick tock") }),
      answer("e5", { output: "ok" }),
      answer("e6", { output: "ok" }),
    ],
  },
  { role: "model", parts: [{ text: "Done.", thoughtSignature: SIGNATURE }] },
  { role: "user", parts: [{ text: "more" }] },
];

const PARAMS: GenerateContentParameters = {
  model: "gemini-3-pro",
  contents: [...CONTENTS],
  config: {
    systemInstruction: "rules",
    temperature: 0,
    thinkingConfig: { includeThoughts: true },
    tools: [{ functionDeclarations: [{ name: "read_file" }] }],
  },
};

const ELIDED = {
  "contents.2.parts.0.functionResponse.response.output": "superseded_read",
  "contents.4.parts.0.functionResponse.response.result": "duplicate_search",
  "contents.4.parts.1.functionResponse.response.output": "stale_bg_output",
} as const;

let server: Server;
let client: GoogleGenAI;
beforeAll(async () => {
  server = await startServer(GEMINI);
  client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: server.url } });
});
afterAll(() => server.close());

const lastBody = (): string => server.bodies.at(-1) as string;

/** The contents of a body, sent again with the SDK. */
async function resend(sent: object): Promise<void> {
  const { contents } = sent as { readonly contents: Content[] };
  const response = await client.models.generateContent({ ...PARAMS, contents });
  expect(response.text).toBe("fine");
  expect(lastBody()).toBe(JSON.stringify(sent));
}

test("what the SDK writes", async () => {
  await client.models.generateContent(PARAMS);
  await resend(checkBody("gemini", lastBody(), ELIDED));
});

test("what the SDK is given, by its own types", async () => {
  const { request, elisions } = projectRequest(PARAMS, EAGER);
  expect(elisions.map(({ callId }) => callId)).toEqual(["r1", "s1", "b1"]);
  await client.models.generateContent(request);
  const sent = lastBody();
  await client.models.generateContent(PARAMS);
  expect(sent).toBe(JSON.stringify(checkBody("gemini", lastBody(), ELIDED)));
});

test("calls without ids, which Gemini matches by order", async () => {
  const contents = structuredClone(CONTENTS) as Content[];
  for (const { parts = [] } of contents) {
    for (const { functionCall, functionResponse } of parts) {
      delete functionCall?.id;
      delete functionResponse?.id;
    }
  }
  await client.models.generateContent({ ...PARAMS, contents });
  await resend(checkBody("gemini", lastBody(), ELIDED));
});

test("a whole response without an output becomes one", async () => {
  const contents = structuredClone(CONTENTS) as Content[];
  const [part] = (contents[2] as Content).parts as [Part];
  part.functionResponse = { ...part.functionResponse, response: { text: long("old"), lines: 1 } };
  await client.models.generateContent({ ...PARAMS, contents });
  const { "contents.2.parts.0.functionResponse.response.output": _, ...others } = ELIDED;
  await resend(
    checkBody("gemini", lastBody(), {
      "contents.2.parts.0.functionResponse.response": "superseded_read",
      ...others,
    }),
  );
});

test("a chat of the SDK sends its history the same way", async () => {
  const chat = client.chats.create({ model: PARAMS.model, history: [...CONTENTS.slice(0, -1)] });
  await chat.sendMessage({ message: "more" });
  checkBody("gemini", lastBody(), ELIDED);
});
