import type { Message, ToolMessage } from "@alisio/governor/message";
import { demandArgument } from "../internal/arguments.ts";
import type { SessionRecord } from "./session-types.ts";

/**
 * What the next request of a run carries: system messages, the checkpoint of the last compaction
 * and the messages it kept, with results that were cut down in place as they are now.
 *
 * @param run The run's name; `undefined` for the main run.
 * @throws TranscriptsError `invalid_argument`.
 */
export function sessionContext(records: readonly SessionRecord[], run?: string): Message[] {
  const isList = (): boolean =>
    Array.isArray(records) && records.every((record) => typeof record.type === "string");
  demandArgument(isList, "records", records, "the records of a session");
  const isRun = run === undefined || typeof run === "string";
  demandArgument(() => isRun, "run", run, "the name of a run");
  const messages: Message[] = [];
  let firstKept = 0;
  let checkpoint: Message | undefined;
  for (const record of records) {
    if (!("run" in record ? record.run === run : run === undefined)) continue;
    if (record.type === "message") messages.push(record.message);
    else if (record.type === "compaction") {
      firstKept = Math.min(record.firstKept, messages.length);
      checkpoint = { role: "user", kind: "checkpoint", text: record.checkpoint };
    } else if (record.type === "reduction") {
      reduce(messages, record.callId, record.content);
    }
  }
  const system = messages.slice(0, firstKept).filter((message) => message.role === "system");
  return [...system, ...(checkpoint ? [checkpoint] : []), ...messages.slice(firstKept)];
}

function reduce(messages: Message[], callId: string, content: ToolMessage["content"]): void {
  const at = messages.findLastIndex(
    (message) => message.role === "tool" && message.callId === callId,
  );
  const message = messages[at];
  if (message?.role === "tool") messages[at] = { ...message, content };
}
