// The AI SDK's `pruneMessages`, with the setting that its documentation shows.
import { load, mapped, textOf } from "./pruners.mjs";

export async function aiSdk() {
  const ai = await load("ai");
  if (!ai?.pruneMessages) return undefined;
  return () => (messages) => {
    const toModel = mapped(modelMessage);
    const given = messages.map(toModel);
    return {
      run: () =>
        // Emptied messages are kept so that positions stay; they count nothing.
        ai.pruneMessages({
          messages: given,
          toolCalls: "before-last-20-messages",
          emptyMessages: "keep",
        }),
      read: (pruned) => {
        const changes = new Map();
        for (const [at, message] of messages.entries()) {
          if (pruned[at].content.length === given[at].content.length) continue;
          changes.set(at, without(message, pruned[at].content));
        }
        return changes;
      },
    };
  };
}

function without(message, content) {
  if (message.role === "tool" || content.length === 0) return null;
  const ids = new Set(content.map(({ toolCallId }) => toolCallId));
  return { ...message, calls: message.calls.filter(({ id }) => ids.has(id)) };
}

function modelMessage({ role, text, calls = [], callId, content }) {
  if (role === "tool") {
    const output = { type: "text", value: textOf(content) };
    return { role, content: [{ type: "tool-result", toolCallId: callId, toolName: "t", output }] };
  }
  if (role !== "assistant") return { role, content: text };
  const parts = calls.map(({ id, name, args }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: args,
  }));
  return { role, content: [...(text ? [{ type: "text", text }] : []), ...parts] };
}
