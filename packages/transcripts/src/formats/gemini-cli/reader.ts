import { isAgentText } from "../../internal/agent-text.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import { arrayAt, isObject, type JsonObject, nameAt, objectAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, NewMessage, StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { type GeminiMessage, toMessage } from "./message.ts";
import { RecordingLog } from "./recording-log.ts";

/** Messages that only the interface shows. */
const SHOWN_ONLY: ReadonlySet<string> = new Set(["info", "error", "warning"]);

/**
 * Reads a recording: a document with all messages, or records of which later ones replace earlier
 * ones of the same id, take back what follows a message, or replace the whole context.
 */
export class GeminiCliReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #log: RecordingLog;
  /** A message and the results of its calls, by the message's id. */
  readonly #handles: Map<string, Handle[]> = new Map();
  #isSubagent = false;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
    this.#log = new RecordingLog(session);
  }

  push({ value, line }: RecordEntry): void {
    if (!isObject(value)) {
      this.#unknown.add(undefined, line);
      return;
    }
    const rewindTo = value["$rewindTo"];
    const patch = objectAt(value, "$set");
    if (typeof rewindTo === "string") this.#log.rewindTo(rewindTo, line);
    else if (patch !== undefined) this.#metadata(patch, line, true);
    else if (typeof value["sessionId"] === "string" && value["type"] === undefined)
      this.#metadata(value, line, false);
    else if (typeof value["type"] === "string") this.#message(value, line);
    else this.#unknown.add(undefined, line);
  }

  finish(): void {
    const stream = this.#isSubagent
      ? this.#session.stream(this.#session.sessionId ?? "subagent", "subagent")
      : this.#session.main();
    for (const entry of this.#log.entries()) {
      if (entry.type === "message") this.#tell(entry.message, stream);
      else if (entry.type === "elision") stream.elide(entry.callIds, entry.at);
      else stream.compaction({ context: this.#context(entry.messages), at: entry.at });
    }
  }

  #metadata(record: JsonObject, line: number, isPatch: boolean): void {
    this.#session.sessionId ??= nameAt(record, "sessionId");
    this.#session.title = nameAt(record, "summary") ?? this.#session.title;
    const first = arrayAt(record, "directories")?.[0];
    if (typeof first === "string") this.#session.cwd ??= first;
    if (record["kind"] === "subagent") this.#isSubagent = true;
    this.#session.seenTime(parseTimeMs(record["startTime"]), line);
    const messages = arrayAt(record, "messages");
    if (messages === undefined) return;
    const read = messages.flatMap((message, index) => this.#read(message, line, index));
    if (isPatch) this.#log.replace(read, { line });
    else for (const message of read) this.#log.add(message);
  }

  #message(record: JsonObject, line: number): void {
    const read = this.#read(record, line, undefined);
    const id = nameAt(record, "id");
    if (read.length === 0 && id !== undefined) this.#log.skip(id);
    for (const message of read) {
      this.#session.seenTime(message.timeMs, line);
      this.#log.add(message);
    }
  }

  #read(value: unknown, line: number, index: number | undefined): readonly GeminiMessage[] {
    const message = isObject(value) ? toMessage(value, line, index) : undefined;
    if (message === undefined) {
      this.#unknown.malformed(line, "a message has no type");
      return [];
    }
    if (message.type !== "user" && message.type !== "gemini") {
      if (!SHOWN_ONLY.has(message.type)) this.#unknown.add(message.type, line);
      return [];
    }
    return [message];
  }

  #tell(message: GeminiMessage, stream: StreamBuilder): void {
    const at = originOf(message);
    if (message.type === "user") {
      for (const result of message.results) {
        // After a resume every response is recorded once more.
        if (!stream.hasResult(result.callId)) stream.result({ ...result, at });
      }
      const isWords =
        message.text !== "" || message.nonTextParts > 0 || message.results.length === 0;
      if (isWords && !isCommand(message.text)) {
        const isInjected = isAgentText(message.text);
        const handle = stream.user(message.text, isInjected ? { ...at, isInjected } : at);
        this.#handles.set(message.id, [handle]);
      }
      return;
    }
    this.#session.addModel(message.model);
    const calls = message.calls.map(({ call }) => call);
    const handle = stream.assistant({ key: message.id, text: message.text, calls, at });
    const handles = [handle];
    this.#handles.set(message.id, handles);
    if (message.usage !== undefined) stream.usage(handle, message.usage);
    for (const { call, result, agentId } of message.calls) {
      if (agentId !== undefined) {
        this.#session.startedSubagent(agentId, { streamId: stream.id, callId: call.id });
      }
      if (result !== undefined) handles.push(stream.result({ callId: call.id, ...result, at }));
    }
  }

  /** The whole context after a compaction: messages that stayed, with their results, and new ones. */
  #context(messages: readonly GeminiMessage[]): readonly (Handle | NewMessage)[] {
    return messages.flatMap((message): (Handle | NewMessage)[] => {
      const known = this.#handles.get(message.id);
      if (known !== undefined) return known;
      if (message.text === "") return [];
      const role = message.type === "user" ? ("user" as const) : ("assistant" as const);
      const kind = role === "user" ? { kind: "checkpoint" as const } : {};
      return [{ role, text: message.text, ...kind, at: originOf(message) }];
    });
  }
}

/** Commands of the interface are recorded like messages and are not sent. */
function isCommand(text: string): boolean {
  const first = text.trimStart()[0];
  return first === "/" || first === "?";
}

function originOf(message: GeminiMessage): MessageOrigin {
  return {
    line: message.line,
    ...(message.index === undefined ? {} : { index: message.index }),
    id: message.id,
    ...(message.timeMs === undefined ? {} : { timeMs: message.timeMs }),
    ...(message.nonTextParts === 0 ? {} : { nonTextParts: message.nonTextParts }),
  };
}
