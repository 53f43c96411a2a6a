import type { Provider } from "./start-server.ts";

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly arguments?: unknown;
  readonly output?: unknown;
  readonly encrypted_content?: unknown;
  readonly approval_request_id?: string;
}

const OUTPUT_PARTS: ReadonlySet<unknown> = new Set(["input_text", "input_image", "input_file"]);
const CALLS: Readonly<Record<string, string>> = {
  function_call_output: "function_call",
  custom_tool_call_output: "custom_tool_call",
};

/**
 * OpenAI Responses: an output follows its call, and every call has one; a reasoning item is followed
 * by the item that it was for; an output is a text or a list of input parts; an approval answers a
 * request; arguments are a text; reasoning that isn't stored comes with its encrypted content.
 */
export const RESPONSES: Provider = {
  faultsIn,
  answer: {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "gpt-5",
    error: null,
    incomplete_details: null,
    output: [
      {
        type: "message",
        id: "msg_9",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "fine", annotations: [], logprobs: [] }],
      },
    ],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  },
};

function faultsIn({ input, store }: { input: string | readonly Item[]; store?: boolean }) {
  if (typeof input === "string") return [];
  const faults: string[] = [];
  const open = new Map<string, string>();
  const requests = new Set<string>();
  input.forEach((item, at) => {
    const { type = "message", call_id: id = "", approval_request_id: approves } = item;
    const fault = (text: string): number => faults.push(`input.${at}: ${text}`);
    if (type === "reasoning") {
      if (!isFollowed(input[at + 1])) fault("reasoning without the item that follows it");
      if (store === false && !item.encrypted_content) fault("reasoning that isn't stored");
    }
    if (type === "mcp_approval_request") requests.add(item.id as string);
    if (type === "mcp_approval_response" && !requests.delete(approves as string)) {
      fault("no approval request");
    }
    if (Object.values(CALLS).includes(type)) {
      if (open.has(id)) fault(`${id} twice`);
      open.set(id, type);
      if (type === "function_call" && typeof item.arguments !== "string") fault("arguments");
    }
    const called = CALLS[type];
    if (called === undefined) return;
    if (open.get(id) !== called) fault(`no call of ${id}`);
    open.delete(id);
    if (!isOutput(item.output)) fault("an output that is neither text nor input parts");
  });
  for (const id of open.keys()) faults.push(`no output of ${id}`);
  return faults;
}

/** Reasoning belongs to what the model said or did next. */
function isFollowed(next: Item | undefined): boolean {
  if (next === undefined) return false;
  const { type = "message", role } = next;
  return type === "reasoning" || type.endsWith("_call") || role === "assistant";
}

function isOutput(output: unknown): boolean {
  if (typeof output === "string") return true;
  if (!Array.isArray(output) || output.length === 0) return false;
  return output.every((part: { type?: unknown; text?: unknown }) => {
    if (part.type === "input_text" && typeof part.text !== "string") return false;
    return OUTPUT_PARTS.has(part.type);
  });
}
