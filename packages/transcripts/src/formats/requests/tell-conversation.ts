import type { Handle, NewMessage, StreamBuilder } from "../../internal/stream-builder.ts";
import type { Conversation, LoggedItem } from "./conversation.ts";

/** Tells a stream of a conversation. */
export function tellConversation(conversation: Conversation, stream: StreamBuilder): void {
  const { instructions } = conversation;
  if (instructions) stream.instructions(instructions.text, instructions.at);
  for (const entry of conversation.log) {
    if (entry.type === "item") tellItem(entry.logged, stream);
    else if (entry.type === "elision") stream.elide(entry.callIds, entry.at);
    else {
      const context = entry.context.map((logged) =>
        entry.added.has(logged) ? newMessage(logged) : (logged.handle ?? -1),
      );
      const handles = stream.compaction({ context, at: entry.at });
      for (const [index, logged] of entry.context.entries()) logged.handle = handles[index];
    }
  }
}

function tellItem(logged: LoggedItem, stream: StreamBuilder): void {
  logged.handle = handleOf(logged, stream);
  if (logged.usage !== undefined) stream.usage(logged.handle, logged.usage);
}

function handleOf({ item, at }: LoggedItem, stream: StreamBuilder): Handle {
  switch (item.kind) {
    case "system":
      return stream.system(item.text, at);
    case "user":
      return stream.user(item.text, at);
    case "assistant":
      return stream.assistant({ text: item.text, calls: item.calls, at });
    case "result": {
      const { callId, content, isError } = item;
      return stream.result({ callId, content, isError, at });
    }
  }
}

function newMessage({ item, at }: LoggedItem): NewMessage {
  if (item.kind === "result") return { role: "user", text: "", at };
  if (item.kind !== "user") return { role: item.kind, text: item.text, at };
  return { role: "user", text: item.text, kind: "checkpoint", at };
}
