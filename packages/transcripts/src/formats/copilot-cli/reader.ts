import { callArguments } from "../../internal/call-arguments.ts";
import { resultContent } from "../../internal/content.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { compacted, truncated } from "./compaction.ts";
import { exitCodeOf } from "./exit-code.ts";
import { FIELDS, MESSAGES, pick } from "./fields.ts";
import { type CopilotStream, CopilotStreams } from "./streams.ts";
import { messageUsage, requestUsage } from "./usage.ts";

interface PendingCall {
  readonly stream: CopilotStream;
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly at: MessageOrigin;
}

/** What is kept of an event until the end: the session may be taken back to before it. */
interface KeptEvent {
  readonly type: string;
  /** Only what the file says of the stream that it belongs to. */
  readonly event: JsonObject;
  readonly data: JsonObject;
  readonly at: MessageOrigin;
}

/** Reads the events of one file. */
export class CopilotReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #streams: CopilotStreams;
  readonly #kept: KeptEvent[] = [];
  /** By event id: how many events were kept when it came. */
  readonly #seen = new Map<string, number>();
  /** Calls whose start was seen and whose message was not. */
  readonly #pending = new Map<string, PendingCall>();

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
    this.#streams = new CopilotStreams(session);
  }

  push({ value, line }: RecordEntry): void {
    const data = isObject(value) ? objectAt(value, "data") : undefined;
    if (!isObject(value) || data === undefined) {
      this.#unknown.malformed(line, "an event has no data");
      return;
    }
    const id = nameAt(value, "id");
    if (id !== undefined && this.#seen.has(id)) {
      const message = "an event of an id that was already read; it is skipped.";
      this.#session.diagnose("record.duplicate", "warning", line, message);
      return;
    }
    if (id !== undefined) this.#seen.set(id, this.#kept.length);
    const timeMs = parseTimeMs(value["timestamp"]);
    const at: MessageOrigin = {
      line,
      ...(id === undefined ? {} : { id }),
      ...(timeMs === undefined ? {} : { timeMs }),
    };
    const type = stringAt(value, "type") ?? "";
    if (type === "session.snapshot_rewind") this.#rewind(data, at);
    else this.#keep(type, value, data, at);
  }

  finish(): void {
    for (const { type, event, data, at } of this.#kept) this.#event(type, event, data, at);
    for (const call of this.#pending.values()) this.#addPending(call);
  }

  /** Half of a file is records of hooks and permissions, and copies for the screen. */
  #keep(type: string, event: JsonObject, data: JsonObject, at: MessageOrigin): void {
    const fields = FIELDS[type];
    if (fields === undefined || !Object.hasOwn(FIELDS, type)) return;
    this.#kept.push({
      type,
      event: pick(event, ["agentId"]),
      data: pick(data, ["parentToolCallId", ...fields]),
      at,
    });
  }

  #rewind(data: JsonObject, at: MessageOrigin): void {
    const length = this.#seen.get(nameAt(data, "upToEventId") ?? "");
    if (length === undefined || length >= this.#kept.length) return;
    const gone = this.#kept.splice(length);
    const count = gone.filter(({ type }) => MESSAGES.has(type)).length;
    const message = `the session was taken back by ${count} messages; they are not part of the conversation.`;
    this.#session.diagnose("branch.abandoned", "information", at.line, message);
  }

  #event(type: string, event: JsonObject, data: JsonObject, at: MessageOrigin): void {
    switch (type) {
      case "session.start":
      case "session.resume":
        this.#start(data, at);
        return;
      case "session.title_changed":
        this.#session.title = nameAt(data, "title") ?? this.#session.title;
        return;
      case "subagent.started":
        this.#streams.started(event, data);
        return;
      default:
        this.#inStream(type, this.#streams.of(event, data), data, at);
        return;
    }
  }

  #inStream(type: string, stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    switch (type) {
      case "system.message":
        this.#system(stream, data, at);
        return;
      case "user.message":
        this.#user(stream, data, at);
        return;
      case "system.notification":
        this.#notification(stream, data, at);
        return;
      case "assistant.message":
        this.#assistant(stream, data, at);
        return;
      case "assistant.usage":
        stream.builder.usage(stream.builder.lastAssistant, requestUsage(data, at.timeMs));
        return;
      case "tool.execution_start":
        this.#callStart(stream, data, at);
        return;
      case "tool.execution_complete":
        this.#result(stream, data, at);
        return;
      case "session.compaction_start":
        stream.compactionFrom = stream.context.length;
        return;
      case "session.compaction_complete":
        compacted(stream, data, at);
        return;
      case "session.truncation":
        truncated(stream, data, at);
        return;
      default:
        this.#session.seenTime(at.timeMs, at.line);
    }
  }

  #start(data: JsonObject, at: MessageOrigin): void {
    const context = objectAt(data, "context");
    this.#session.sessionId ??= nameAt(data, "sessionId");
    this.#session.cwd ??= context && nameAt(context, "cwd");
    this.#session.agentVersion ??= nameAt(data, "copilotVersion");
    this.#session.seenTime(at.timeMs, at.line);
  }

  #system(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const content = stringAt(data, "content");
    if (content === undefined) return;
    if (data["role"] === "developer") stream.note(stream.builder.system(content, at));
    else stream.builder.instructions(content, at);
  }

  /** What was typed is `content`; what was sent has reminders around it. */
  #user(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const text = stringAt(data, "transformedContent") ?? stringAt(data, "content");
    if (text === undefined) {
      this.#unknown.malformed(at.line, "a user message has no content");
      return;
    }
    const source = nameAt(data, "source");
    const blobs = (arrayAt(data, "attachments") ?? []).filter(
      (attachment) => isObject(attachment) && attachment["type"] === "blob",
    ).length;
    const origin: MessageOrigin = {
      ...at,
      ...(source === undefined || source === "user" ? {} : { isInjected: true }),
      ...(blobs === 0 ? {} : { nonTextParts: blobs }),
    };
    stream.note(stream.builder.user(text, origin));
  }

  #notification(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const content = stringAt(data, "content");
    if (content === undefined) return;
    stream.note(stream.builder.user(content, { ...at, isInjected: true }));
  }

  #assistant(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const calls = (arrayAt(data, "toolRequests") ?? []).flatMap((request) =>
      this.#request(stream, request, at.line),
    );
    const text = stringAt(data, "content") ?? "";
    const key = nameAt(data, "messageId");
    const handle = stream.builder.assistant({
      ...(key === undefined ? {} : { key }),
      text,
      calls,
      at,
    });
    stream.note(handle);
    this.#session.addModel(nameAt(data, "model"));
    const usage = messageUsage(data, at.timeMs);
    if (usage !== undefined) stream.builder.usage(handle, usage);
  }

  #request(
    stream: CopilotStream,
    request: unknown,
    line: number,
  ): { id: string; name: string; args: unknown }[] {
    const id = isObject(request) ? stringAt(request, "toolCallId") : undefined;
    const name = isObject(request) ? stringAt(request, "name") : undefined;
    if (!isObject(request) || id === undefined || name === undefined) {
      this.#unknown.malformed(line, "a tool request has no id or name");
      return [];
    }
    this.#pending.delete(id);
    this.#streams.called(stream, id);
    return [{ id, name, args: callArguments(request["arguments"], this.#session, line) }];
  }

  #callStart(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const id = stringAt(data, "toolCallId");
    const name = stringAt(data, "toolName");
    if (id === undefined || name === undefined) {
      this.#unknown.malformed(at.line, "the start of a call has no id or name");
      return;
    }
    if (stream.builder.hasCall(id)) return;
    const args = callArguments(data["arguments"], this.#session, at.line);
    const key = `turn ${nameAt(data, "turnId") ?? id}`;
    this.#pending.set(id, { stream, key, id, name, args, at });
  }

  /** The message of the call is lost (its line is damaged): the call is rebuilt from its start. */
  #addPending({ stream, key, id, name, args, at }: PendingCall): void {
    this.#pending.delete(id);
    const handle = stream.builder.assistant({ key, calls: [{ id, name, args }], at });
    stream.note(handle);
    const message =
      "the message of a call is missing; the call is taken from the start of its run.";
    this.#session.diagnose("chain.broken", "warning", at.line, message);
  }

  #result(stream: CopilotStream, data: JsonObject, at: MessageOrigin): void {
    const callId = stringAt(data, "toolCallId");
    if (callId === undefined) {
      this.#unknown.malformed(at.line, "a result has no toolCallId");
      return;
    }
    const pending = this.#pending.get(callId);
    if (pending !== undefined) this.#addPending(pending);
    const result = objectAt(data, "result");
    const error = objectAt(data, "error");
    const text =
      (result && stringAt(result, "content")) ?? (error && stringAt(error, "message")) ?? "";
    const isError = data["success"] === false || (exitCodeOf(text, data) ?? 0) !== 0;
    const content = result === undefined ? text : contentOf(result, text);
    stream.note(stream.builder.result({ callId, content, isError, at }));
  }
}

/** The model gets `content`; blocks that are not text (an image) come beside it. */
function contentOf(result: JsonObject, text: string): ReturnType<typeof resultContent> {
  const blocks = (arrayAt(result, "contents") ?? []).filter(
    (block) => isObject(block) && block["type"] !== "text" && block["type"] !== "terminal",
  );
  return blocks.length === 0 ? text : resultContent([{ type: "text", text }, ...blocks]);
}
