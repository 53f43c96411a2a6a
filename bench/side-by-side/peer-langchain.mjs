// LangChain's `ClearToolUsesEdit`, which changes the list that it is given.
import { load, mapped, textOf } from "./pruners.mjs";

/** @param config - As its constructor takes it. */
export async function langChain(config) {
  const langchain = await load("langchain");
  const core = await load("@langchain/core/messages");
  if (!langchain?.ClearToolUsesEdit || !core) return undefined;
  const toLang = mapped((message) => langMessage(core, message));
  return () => (messages) => {
    const given = messages.map(toLang);
    // It drops results without a call; they are looked up by what they are.
    const positions = new Map(given.map((message, at) => [message, at]));
    return {
      run: async () => {
        const list = [...given];
        await new langchain.ClearToolUsesEdit(config).apply({ messages: list, countTokens });
        return list;
      },
      read: (list) => {
        const changes = new Map();
        const kept = new Set(list.map((message) => positions.get(message)));
        const cleared = list.filter((message) => !positions.has(message));
        for (const [at, message] of messages.entries()) {
          if (kept.has(at)) continue;
          const stub = cleared.find(({ tool_call_id: id }) => id === message.callId);
          changes.set(at, stub ? { ...message, content: stub.content } : null);
        }
        return changes;
      },
    };
  };
}

/** As cheap as it can be, so that what is measured is the edit. */
function countTokens(messages) {
  return messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
}

function langMessage(core, { role, text, calls = [], callId, content }) {
  if (role === "system") return new core.SystemMessage(text);
  if (role === "user") return new core.HumanMessage(text);
  if (role === "tool") {
    return new core.ToolMessage({ content: textOf(content), tool_call_id: callId });
  }
  const tool_calls = calls.map(({ id, name, args }) => ({ id, name, args, type: "tool_call" }));
  return new core.AIMessage({ content: text, tool_calls });
}
