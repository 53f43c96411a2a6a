import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Message, ToolCall } from "../../src/index.ts";

/** Real inputs, if they are there. */
const CORPORA: string =
  process.env["ALISIO_CORPORA"] ??
  fileURLToPath(new URL("../../../../../shared/corpora", import.meta.url));

export const HAS_CORPORA: boolean = existsSync(`${CORPORA}/requests`);

// Just enough of each format to show a profile what its agent wrote; what is malformed is skipped.
// biome-ignore lint/suspicious/noExplicitAny: recorded JSON of four formats
type Json = any;

/** A history without texts: calls and results in order. */
export interface Recorded {
  readonly history: readonly Message[];
  readonly calls: ReadonlyMap<string, ToolCall>;
}

/** The last request of a recorded session. */
export function lastRequest(folder: string): Recorded {
  const directory = `${CORPORA}/requests/${folder}`;
  const names = readdirSync(directory).filter((name) => /^\d+\.json$/.test(name));
  const last = names.sort().at(-1) as string;
  const body = JSON.parse(readFileSync(`${directory}/${last}`, "utf8"));
  if (body.input) return recorded(body.input.flatMap(fromResponses));
  if (body.contents) return recorded(body.contents.flatMap(fromGemini));
  return recorded(body.messages.flatMap(fromMessages));
}

/** The lines of a recorded session of an agent. */
export function sessions(agent: string): readonly Recorded[] {
  const directory = `${CORPORA}/sessions/${agent}`;
  return readdirSync(directory).map((name) => {
    const lines = readFileSync(`${directory}/${name}`, "utf8").split("\n");
    return recorded(lines.flatMap((line) => fromLine(agent, parsed(line))));
  });
}

type Item =
  | { readonly call: ToolCall }
  | { readonly callId: string; readonly content: unknown; readonly isError: boolean };

function recorded(items: readonly Item[]): Recorded {
  const history: Message[] = [];
  const calls = new Map<string, ToolCall>();
  for (const item of items) {
    if (!("call" in item)) {
      history.push({ role: "tool", ...item, content: contentOf(item.content) });
      continue;
    }
    calls.set(item.call.id, item.call);
    const last = history.at(-1);
    if (last?.role === "assistant") (last.calls as ToolCall[]).push(item.call);
    else history.push({ role: "assistant", text: "", calls: [item.call] });
  }
  return { history, calls };
}

function contentOf(content: Json): string | Json[] {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) =>
    typeof part.text === "string" ? { type: "text", text: part.text } : { type: "other" },
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromResponses(item: Json): Item[] {
  if (/call$/.test(item.type ?? "")) {
    const args =
      item.arguments === undefined ? item.input : (parsed(item.arguments) ?? item.arguments);
    return [{ call: { id: item.call_id, name: String(item.name), args } }];
  }
  if (!/_output$/.test(item.type ?? "")) return [];
  return [{ callId: item.call_id, content: item.output, isError: false }];
}

function fromGemini(content: Json): Item[] {
  return content.parts.flatMap(({ functionCall, functionResponse }: Json): Item[] => {
    if (functionCall) return [{ call: functionCall }];
    if (!functionResponse) return [];
    const { id, response } = functionResponse;
    return [
      { callId: id, content: JSON.stringify(response), isError: response.error !== undefined },
    ];
  });
}

function fromMessages(message: Json): Item[] {
  const calls: Item[] = (message.tool_calls ?? []).map(
    ({ id, function: { name, arguments: args } }: Json) => ({
      call: { id, name, args: parsed(args) ?? args },
    }),
  );
  if (message.role === "tool") {
    return [{ callId: message.tool_call_id, content: message.content, isError: false }];
  }
  return [...calls, ...fromBlocks(message.content)];
}

function fromBlocks(blocks: Json): Item[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((block): Item[] => {
    if (block.type === "tool_use")
      return [{ call: { id: block.id, name: block.name, args: block.input } }];
    if (block.type === "toolCall") {
      return [{ call: { id: block.id, name: block.name, args: block.arguments } }];
    }
    if (block.type !== "tool_result") return [];
    return [
      { callId: block.tool_use_id, content: block.content, isError: block.is_error === true },
    ];
  });
}

function fromLine(agent: string, line: Json): Item[] {
  const message = line?.message;
  if (agent === "codex") return line?.type === "response_item" ? fromResponses(line.payload) : [];
  if (agent === "copilot-cli") return fromCopilot(line);
  if (agent === "pi" && message?.role === "toolResult") {
    return [{ callId: message.toolCallId, content: message.content, isError: message.isError }];
  }
  return line?.isSidechain === true ? [] : fromBlocks(message?.content);
}

function fromCopilot(line: Json): Item[] {
  const { type, data } = line ?? {};
  if (type === "tool.execution_start") {
    return [{ call: { id: data.toolCallId, name: data.toolName, args: data.arguments } }];
  }
  if (type !== "tool.execution_complete") return [];
  return [{ callId: data.toolCallId, content: data.result?.content ?? "", isError: !data.success }];
}
