import type { Provider } from "./start-server.ts";

interface Body {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | null | readonly { readonly type: string }[];
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly type: string;
      readonly function?: { readonly name: unknown; readonly arguments: unknown };
    }[];
    readonly tool_call_id?: string;
  }[];
}

const ROLES: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool"]);

/**
 * OpenAI Chat Completions: an assistant message with calls is followed by one `tool` message for each
 * of their ids before anything else; a `tool` message answers such a call; its content is a text or
 * text parts; arguments are a text; an assistant message has a content or calls.
 */
export const CHAT: Provider = {
  faultsIn,
  answer: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-5",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "fine", refusal: null },
        finish_reason: "stop",
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
};

function faultsIn({ messages }: Body): readonly string[] {
  const faults: string[] = [];
  const open = new Set<string>();
  messages.forEach(({ role, content, tool_calls: calls = [], tool_call_id: answers }, at) => {
    const fault = (text: string): number => faults.push(`messages.${at}: ${text}`);
    if (!ROLES.has(role)) fault(`role ${role}`);
    if (role === "tool") {
      if (!open.delete(answers as string)) fault(`no call of ${answers}`);
      const parts = Array.isArray(content) ? content : [];
      if (typeof content !== "string" && parts.length === 0) fault("no content");
      if (parts.some(({ type }) => type !== "text")) fault("a part that is no text");
      return;
    }
    for (const id of open) fault(`no result of ${id}`);
    open.clear();
    if (role !== "assistant") {
      if (content === undefined || content === null) fault("no content");
      return;
    }
    if ((content ?? null) === null && calls.length === 0) fault("neither content nor calls");
    for (const { id, type, function: called } of calls) {
      if (open.has(id)) fault(`${id} twice`);
      open.add(id);
      if (type === "function" && typeof called?.arguments !== "string") fault("arguments");
    }
  });
  for (const id of open) faults.push(`no result of ${id}`);
  return faults;
}
