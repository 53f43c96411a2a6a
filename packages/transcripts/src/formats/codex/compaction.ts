import { isAgentText } from "../../internal/agent-text.ts";
import { messageText } from "../../internal/content.ts";
import { arrayAt, isObject, type JsonObject, nameAt, stringAt } from "../../internal/json.ts";
import type { Handle, NewMessage, StreamBuilder } from "../../internal/stream-builder.ts";
import type { MessageOrigin } from "../../types.ts";

/** What a compaction may name again. */
export interface CodexHandles {
  /** Context that was put in front: developer messages, instruction files, the environment. */
  readonly initial: Handle[];
  /** The user's own messages, each the start of a turn. */
  readonly turns: { readonly handle: Handle; readonly length: number }[];
  readonly calls: Map<string, Handle>;
  readonly results: Map<string, Handle>;
}

/**
 * Codex keeps so many tokens of the user's own messages, newest first, when a file does not list
 * what replaced the history; at about four characters each.
 */
const KEPT_USER_LENGTH = 20_000 * 4;

/** What the request after a compaction carried. */
export function compactionContext(
  payload: JsonObject,
  stream: StreamBuilder,
  handles: CodexHandles,
  at: MessageOrigin,
): readonly (Handle | NewMessage)[] {
  const listed = arrayAt(payload, "replacement_history");
  const summary = stringAt(payload, "message") ?? "";
  if (listed === undefined) return defaultContext(summary, handles, at);
  const byText = new Map([...stream.handlesByText()].map(([key, known]) => [key, [...known]]));
  const context = listed.flatMap((item) => fromItem(item, byText, handles, at));
  return markCheckpoint(context, summary);
}

function defaultContext(
  summary: string,
  handles: CodexHandles,
  at: MessageOrigin,
): readonly (Handle | NewMessage)[] {
  let left = KEPT_USER_LENGTH;
  const kept: Handle[] = [];
  for (const { handle, length } of [...handles.turns].reverse()) {
    if (length > left) break;
    left -= length;
    kept.unshift(handle);
  }
  return [...handles.initial, ...kept, { role: "user", kind: "checkpoint", text: summary, at }];
}

function fromItem(
  item: unknown,
  byText: Map<string, Handle[]>,
  handles: CodexHandles,
  at: MessageOrigin,
): readonly (Handle | NewMessage)[] {
  if (!isObject(item)) return [];
  const type = stringAt(item, "type") ?? "";
  if (type.startsWith("compaction") || type === "context_compaction") {
    // The summary is encrypted: it is there, and its text is not for us.
    return [{ role: "user", kind: "checkpoint", text: "", at: { ...at, nonTextParts: 1 } }];
  }
  const callId = nameAt(item, "call_id");
  if (callId !== undefined) {
    const known = type.endsWith("_output")
      ? handles.results.get(callId)
      : handles.calls.get(callId);
    return known === undefined ? [] : [known];
  }
  if (type !== "message") return [];
  const role = item["role"] === "developer" ? "system" : item["role"];
  if (role !== "user" && role !== "system" && role !== "assistant") return [];
  const { text } = messageText(item["content"]);
  const known = byText.get(`${role}\n${text}`)?.pop();
  return [known ?? { role, text, at: isAgentText(text) ? { ...at, isInjected: true } : at }];
}

/** The summary is the message that holds its text, else a new message at the end of the list. */
function markCheckpoint(
  context: readonly (Handle | NewMessage)[],
  summary: string,
): readonly (Handle | NewMessage)[] {
  const isNew = (entry: Handle | NewMessage | undefined): entry is NewMessage =>
    typeof entry === "object" && entry.role === "user" && entry.at.isInjected !== true;
  if (context.some((entry) => isNew(entry) && entry.kind === "checkpoint")) return context;
  const last = context[context.length - 1];
  const found =
    context.find((entry) => isNew(entry) && summary !== "" && entry.text.includes(summary)) ??
    (isNew(last) ? last : undefined);
  return context.map((entry) =>
    entry === found && isNew(entry) ? { ...entry, kind: "checkpoint" as const } : entry,
  );
}
