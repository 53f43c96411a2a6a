import { toCount } from "../../internal/counts.ts";
import { type JsonObject, numberAt, stringAt } from "../../internal/json.ts";
import type { NewMessage } from "../../internal/stream-builder.ts";
import type { MessageOrigin } from "../../types.ts";
import type { CopilotStream } from "./streams.ts";

/**
 * A compaction ends. It runs beside the conversation: what came since its start was not part of
 * what it summarised, and stays.
 */
export function compacted(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
  const from = stream.compactionFrom ?? stream.context.length;
  stream.compactionFrom = undefined;
  if (data["success"] === false) return;
  const kept = stream.context.slice(from);
  const summary = stringAt(data, "summaryContent");
  const checkpoint: NewMessage[] =
    summary === undefined ? [] : [{ role: "user", kind: "checkpoint", text: summary, at }];
  const tokensBefore = toCount(data["preCompactionTokens"]);
  const trigger = data["trigger"];
  const handles = stream.builder.compaction({
    context: [...checkpoint, ...kept],
    ...(typeof trigger === "string" ? { trigger: trigger === "manual" ? "manual" : "auto" } : {}),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    at,
  });
  stream.context = [...handles];
}

/** The oldest messages are dropped, with nothing in their place. */
export function truncated(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
  const removed = numberAt(data, "messagesRemovedDuringTruncation") ?? 0;
  if (removed < 1) return;
  const tokensBefore = toCount(data["preTruncationTokensInMessages"]);
  stream.context.splice(0, removed);
  stream.builder.compaction({
    context: stream.builder.namesOlder ? [...stream.context] : [],
    trigger: "auto",
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    at,
  });
}
