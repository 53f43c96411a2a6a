// Other pruners, for a session in their own formats. They are no dependency: install them in a folder
// of their own and name it in ALISIO_PEERS.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Resolves from the peers' folder; undefined when there is none or it lacks the package. */
async function load(specifier) {
  const folder = process.env.ALISIO_PEERS;
  if (!folder) return undefined;
  try {
    const require = createRequire(join(folder, "package.json"));
    return await import(pathToFileURL(require.resolve(specifier)).href);
  } catch {
    return undefined;
  }
}

/** Vercel's AI SDK: `pruneMessages` with the setting that its documentation shows. */
export async function aiSdk(history) {
  const ai = await load("ai");
  if (!ai?.pruneMessages) return undefined;
  const messages = history.map((message) => aiMessage(message));
  return () => ai.pruneMessages({ messages, toolCalls: "before-last-20-messages" });
}

function aiMessage({ role, text, calls = [], callId, content }) {
  if (role === "tool") {
    const output = { type: "text", value: content };
    return {
      role,
      content: [{ type: "tool-result", toolCallId: callId, toolName: "tool", output }],
    };
  }
  if (role !== "assistant") return { role, content: text };
  const parts = calls.map(({ id, name, args }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: args,
  }));
  return { role, content: [{ type: "text", text }, ...parts] };
}

/** LangChain: `ClearToolUsesEdit`, which changes the list it is given. */
export async function langChain(history) {
  const langchain = await load("langchain");
  const core = await load("@langchain/core/messages");
  if (!langchain?.ClearToolUsesEdit || !core) return undefined;
  const countTokens = (messages) =>
    messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  return async () => {
    const edit = new langchain.ClearToolUsesEdit({
      trigger: { tokens: 1 },
      keep: { messages: 20 },
    });
    await edit.apply({
      messages: history.map((message) => langMessage(core, message)),
      countTokens,
    });
  };
}

function langMessage(core, { role, text, calls = [], callId, content }) {
  if (role === "system") return new core.SystemMessage(text);
  if (role === "user") return new core.HumanMessage(text);
  if (role === "tool") return new core.ToolMessage({ content, tool_call_id: callId });
  return new core.AIMessage({
    content: text,
    tool_calls: calls.map(({ id, name, args }) => ({ id, name, args, type: "tool_call" })),
  });
}
