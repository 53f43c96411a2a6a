import type { Provider } from "./start-server.ts";

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
  readonly signature?: string;
  readonly data?: string;
  readonly cache_control?: object | null;
}

interface Body {
  readonly system?: string | readonly Block[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly Block[];
  }[];
}

const MAX_MARKERS = 4;
const RESULT_CONTENT: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "search_result",
  "tool_reference",
]);

/**
 * Anthropic Messages: the user begins and roles alternate; every `tool_use` has its `tool_result` in
 * the next message, before all else of it; no result without its call; ids are unique; no empty text;
 * thinking keeps its signature; a server tool's result is in the same message; four markers at most.
 */
export const ANTHROPIC: Provider = {
  faultsIn,
  answer: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-next",
    content: [{ type: "text", text: "fine" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

function faultsIn({ system, messages }: Body): readonly string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  let markers = countMarkers(system);
  let open: readonly string[] = [];
  messages.forEach(({ role, content }, at) => {
    const blocks = blocksOf(content);
    markers += countMarkers(blocks);
    if (role !== (at % 2 === 0 ? "user" : "assistant")) faults.push(`messages.${at}: role ${role}`);
    if (blocks.length === 0) faults.push(`messages.${at}: empty`);
    faults.push(...blocks.flatMap((block) => faultsInBlock(block, at)));
    if (role === "user") faults.push(...faultsInResults(blocks, open, at));
    const calls = blocks.flatMap(({ type, id }) => (type === "tool_use" ? [id as string] : []));
    for (const id of calls) if (ids.has(id)) faults.push(`messages.${at}: ${id} twice`);
    for (const id of calls) ids.add(id);
    open = role === "assistant" ? calls : [];
    faults.push(...faultsInServerTools(blocks, at));
  });
  if (open.length > 0) faults.push(`no result of ${open.join()}`);
  if (markers > MAX_MARKERS) faults.push(`${markers} cache markers`);
  return faults;
}

function blocksOf(content: string | readonly Block[] | undefined): readonly Block[] {
  if (content === undefined) return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function countMarkers(content: string | readonly Block[] | undefined): number {
  let markers = 0;
  for (const block of blocksOf(content)) {
    markers += block.cache_control ? 1 : 0;
    if (block.type === "tool_result") markers += countMarkers(block.content);
  }
  return markers;
}

function faultsInBlock(block: Block, at: number): readonly string[] {
  const { type, text, signature, data, content } = block;
  if (type === "text" && !text?.trim()) return [`messages.${at}: empty text`];
  if (type === "thinking" && !signature) return [`messages.${at}: thinking without signature`];
  if (type === "redacted_thinking" && !data) return [`messages.${at}: redacted without data`];
  if (type !== "tool_result") return [];
  return blocksOf(content).flatMap((part) => {
    if (!RESULT_CONTENT.has(part.type)) return [`messages.${at}: ${part.type} in a result`];
    return part.type === "text" && typeof part.text !== "string"
      ? [`messages.${at}: text missing`]
      : [];
  });
}

function faultsInResults(
  blocks: readonly Block[],
  open: readonly string[],
  at: number,
): readonly string[] {
  const results = blocks.filter(({ type }) => type === "tool_result");
  const answered = results.map(({ tool_use_id }) => tool_use_id as string);
  const first = blocks.slice(0, results.length);
  return [
    ...open
      .filter((id) => !answered.includes(id))
      .map((id) => `messages.${at}: no result of ${id}`),
    ...answered.filter((id) => !open.includes(id)).map((id) => `messages.${at}: no call of ${id}`),
    ...answered
      .filter((id, index) => answered.indexOf(id) !== index)
      .map((id) => `messages.${at}: ${id} answered twice`),
    ...(first.every(({ type }) => type === "tool_result") ? [] : [`messages.${at}: results first`]),
  ];
}

function faultsInServerTools(blocks: readonly Block[], at: number): readonly string[] {
  return blocks.flatMap(({ type, id }, index) => {
    if (type !== "server_tool_use" && type !== "mcp_tool_use") return [];
    const later = blocks.slice(index + 1);
    return later.some((block) => block.tool_use_id === id && block.type !== "tool_result")
      ? []
      : [`messages.${at}: no result of the server's ${id}`];
  });
}
