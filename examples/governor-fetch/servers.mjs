// Servers of two formats with a scripted model behind them. Like the real ones they refuse a request
// in which a call has no result.
import { createServer } from "node:http";

/** The model's lines: the calls of each response; after these it is done. */
const SCRIPT = [
  [
    ["view", { path: "src/a.ts" }],
    ["find", { text: "todo" }],
    ["logs", { task: "build" }],
  ],
  [["save", { path: "src/a.ts" }]],
  [
    ["view", { path: "src/a.ts" }],
    ["find", { text: "todo" }],
    ["logs", { task: "build" }],
  ],
];

const FORMATS = {
  anthropic: {
    *calls({ messages }) {
      for (const { content } of messages) {
        for (const block of content) if (block.type === "tool_use") yield block.id;
      }
    },
    *answered({ messages }) {
      for (const { content } of messages) {
        for (const block of content) if (block.type === "tool_result") yield block;
      }
    },
    idOf: (result) => result.tool_use_id,
    reply: (calls) => ({
      content: calls?.map(([name, input, id]) => ({ type: "tool_use", id, name, input })) ?? [
        { type: "text", text: "Done." },
      ],
    }),
  },
  openai: {
    *calls({ messages }) {
      for (const { tool_calls: calls = [] } of messages) yield* calls.map(({ id }) => id);
    },
    *answered({ messages }) {
      for (const message of messages) if (message.role === "tool") yield message;
    },
    idOf: (result) => result.tool_call_id,
    reply: (calls) => {
      const tool_calls = calls?.map(([name, args, id]) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args) },
      }));
      const message = { role: "assistant", content: calls ? null : "Done." };
      return {
        choices: [{ index: 0, message: tool_calls ? { ...message, tool_calls } : message }],
      };
    },
  },
};

/** Starts one on a free port of this machine; `bodies` are the requests as they came. */
export async function startServer(name) {
  const format = FORMATS[name];
  const bodies = [];
  const server = createServer(async (incoming, outgoing) => {
    let text = "";
    for await (const chunk of incoming) text += chunk;
    bodies.push(text);
    const body = JSON.parse(text);
    const answered = new Set([...format.answered(body)].map(format.idOf));
    const open = [...format.calls(body)].filter((id) => !answered.has(id));
    const turn = body.messages.filter(({ role }) => role === "assistant").length;
    const calls = SCRIPT[turn]?.map(([tool, args]) => [tool, args, `${tool}_${turn}`]);
    outgoing.statusCode = open.length > 0 ? 400 : 200;
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(
      JSON.stringify(open.length > 0 ? { error: `no result: ${open}` } : format.reply(calls)),
    );
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bodies,
    *results(body) {
      for (const { content } of format.answered(body)) yield content;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
