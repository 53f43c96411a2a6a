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
  if (listed === undefined) {
    const kept = stream.namesOlder ? keptByDefault(handles) : [];
    return [...kept, { role: "user", kind: "checkpoint", text: summary, at }];
  }
  const take = takeByText(stream);
  const context = listed.flatMap((item) => fromItem(item, take, handles, at));
  return markCheckpoint(context, summary);
}

function keptByDefault(handles: CodexHandles): readonly Handle[] {
  let left = KEPT_USER_LENGTH;
  let first = handles.turns.length;
  while (first > 0) {
    left -= handles.turns[first - 1]?.length ?? 0;
    if (left < 0) break;
    first -= 1;
  }
  return [...handles.initial, ...handles.turns.slice(first).map(({ handle }) => handle)];
}

/** Finds messages by their text, the newest of equal ones first, each of them once. */
function takeByText(stream: StreamBuilder): (message: string) => Handle | undefined {
  const known = stream.handlesByText();
  const taken = new Map<string, number>();
  return (message) => {
    const handles = known.get(message) ?? [];
    const count = (taken.get(message) ?? 0) + 1;
    taken.set(message, count);
    return handles[handles.length - count];
  };
}

function fromItem(
  item: unknown,
  take: (message: string) => Handle | undefined,
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
  const known = take(`${role}\n${text}`);
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
