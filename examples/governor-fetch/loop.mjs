// The governor in a plain `fetch` loop, against a server of Anthropic's format and one of OpenAI's.
//
// The loop keeps its messages as it always did. Just before a request is sent `projectRequest` puts
// stubs in place of results that later ones made redundant; the next request is made from the whole
// messages again. Both servers run here, so this needs no key and no network.
//
//   npm run build && node examples/governor-fetch/loop.mjs
//
// Ends with code 1 and a message if anything that it claims doesn't hold.
import assert from "node:assert/strict";
import { projectRequest as projectAnthropic } from "@alisio/governor/anthropic";
import { projectRequest as projectChat } from "@alisio/governor/openai-chat";
import { startServer } from "./servers.mjs";
import { profile, runTool } from "./tools.mjs";

// This session is short, so it is governed as early as the rules allow. In earnest leave
// `epochMessages` at its default: that rewrites the past less often, which prompt caches need.
const settings = (mode) => ({ mode, profile, minAgeTurns: 1, epochMessages: 0 });

async function post(url, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(response.status, 200, `the server refused: ${await response.clone().text()}`);
  return response.json();
}

async function anthropicLoop(url, mode) {
  const messages = [{ role: "user", content: "Fix the tests." }];
  for (;;) {
    const body = { model: "claude", max_tokens: 4096, messages };
    const { request } = projectAnthropic(body, settings(mode)); // the one new line
    const reply = await post(url, request);
    messages.push({ role: "assistant", content: reply.content });
    const calls = reply.content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return messages;
    const results = calls.map(({ id, name, input }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: runTool(name, input),
    }));
    messages.push({ role: "user", content: results });
  }
}

async function chatLoop(url, mode) {
  const messages = [{ role: "user", content: "Fix the tests." }];
  for (;;) {
    const { request } = projectChat({ model: "gpt", messages }, settings(mode)); // the one new line
    const { choices } = await post(url, request);
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls) return messages;
    for (const { id, function: called } of message.tool_calls) {
      const content = runTool(called.name, JSON.parse(called.arguments));
      messages.push({ role: "tool", tool_call_id: id, content });
    }
  }
}

for (const [format, loop] of [
  ["anthropic", anthropicLoop],
  ["openai", chatLoop],
]) {
  const server = await startServer(format);
  try {
    const plain = await loop(server.url, "off");
    const whole = server.bodies.splice(0);
    const kept = await loop(server.url, "on");
    const sent = server.bodies.splice(0);

    assert.deepEqual(kept, plain, "the loop's own messages must stay whole");
    assert.equal(sent.length, whole.length, "as many requests as without the governor");
    // Of the last request, texts apart, nothing differs: with the stubs' texts put back it is the same.
    const texts = (body) => [...server.results(JSON.parse(body))];
    const [before, after] = [texts(whole.at(-1)), texts(sent.at(-1))];
    const stubs = after.filter((text) => text.startsWith("[elided: "));
    const expected = [
      '[elided: view "src/a.ts"@unknown; re-read to view]',
      '[elided: find "todo"; identical to a later result]',
      '[elided: logs "build" offset 0; a later logs covers it]',
    ];
    assert.deepEqual(stubs, expected, `these and no others are redundant; sent were: ${stubs}`);
    let restored = sent.at(-1);
    for (const [at, text] of after.entries()) {
      restored = restored.replace(JSON.stringify(text), () => JSON.stringify(before[at]));
    }
    assert.equal(restored, whole.at(-1), "only the texts of elided results may differ");

    const bytes = (bodies) => bodies.reduce((sum, body) => sum + body.length, 0);
    const share = Math.round((1 - bytes(sent) / bytes(whole)) * 100);
    console.log(
      `${format}: ${sent.length} requests, ${stubs.length} results sent as stubs, ${share}% fewer bytes`,
    );
    for (const stub of stubs) console.log(`  ${stub}`);
  } finally {
    server.close();
  }
}
