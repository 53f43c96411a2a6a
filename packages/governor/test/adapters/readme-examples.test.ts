import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { log, middleware } from "../examples/ai-sdk-agent.ts";
import { send } from "../examples/provider-request.ts";
import { long, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

const READ = { file_path: "/repo/a.ts" };

/** Long enough for an epoch to end after the change. */
const LONG_SESSION = session(
  ["r1", "Read", READ, `1\t${long("old")}`],
  ["e1", "Edit", READ, "The file /repo/a.ts has been updated."],
  ...Array.from({ length: 16 }, (_, n) => [`b${n}`, "Bash", { command: "date" }, "now"] as const),
);

test("a plain loop sends a stub to a server, and keeps its messages", async () => {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    bodies.push(body);
    outgoing.setHeader("content-type", "application/json").end('{"content":[]}');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { messages } = writeRequest("anthropic", LONG_SESSION) as { messages: never[] };
    const before = JSON.stringify(messages);
    const { port } = server.address() as AddressInfo;
    expect(await send(`http://127.0.0.1:${port}`, messages)).toEqual({ content: [] });
    expect(JSON.stringify(messages)).toBe(before);
    const sent = JSON.parse(bodies[0] as string).messages;
    expect(sent[2].content[0].content).toBe('[elided: Read "/repo/a.ts"@unknown; re-read to view]');
    sent[2] = messages[2];
    expect(JSON.stringify(sent)).toBe(before);
  } finally {
    server.close();
  }
});

test("a middleware does the same to what a provider is given", async () => {
  const read = { filePath: "/repo/a.ts" };
  const content = `<path>/repo/a.ts</path>\n<type>file</type>\n<content>\n1: ${long("old")}\n\n(End of file)`;
  const history = session(
    ["r1", "read", read, content],
    ["e1", "edit", read, "Edit applied successfully."],
    ...Array.from({ length: 16 }, (_, n) => [`b${n}`, "bash", { command: "date" }, "now"] as const),
  );
  const { messages } = writeRequest("ai-sdk", history) as { messages: never[] };
  const { prompt } = await middleware.transformParams({
    type: "stream",
    params: { prompt: messages },
  });
  expect(JSON.stringify(prompt[3])).toContain("[elided: read ");
  expect(log).toEqual(["1 elided"]);
});
