import { callArguments } from "../../internal/call-arguments.ts";
import { messageText, resultContent } from "../../internal/content.ts";
import { toCount } from "../../internal/counts.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  numberAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, NewMessage, StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { entryPath, type PiEntry } from "./entry-path.ts";
import { piUsage } from "./usage.ts";

/** Entries that no request carries. */
const SILENT: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "label",
  "custom",
  "usage",
  "session_info",
]);

/** The agent's `--mode json` output says a message again when it begins and while it grows. */
const STREAM_EVENTS: ReadonlySet<string> = new Set([
  "agent_start",
  "agent_end",
  "turn_start",
  "turn_end",
  "message_start",
  "message_update",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
]);

/** Entries are kept until the end: only then is it known which of them the leaf's path holds. */
export class PiReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #entries: PiEntry[] = [];
  readonly #ids = new Set<string>();

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line, index }: RecordEntry): void {
    if (!isObject(value)) {
      this.#unknown.malformed(line, "a record is not an object");
      return;
    }
    const type = stringAt(value, "type") ?? "?";
    if (type === "session") {
      this.#header(value, line);
      return;
    }
    if (STREAM_EVENTS.has(type)) return;
    const id = nameAt(value, "id");
    if (id !== undefined && this.#ids.has(id)) {
      this.#session.diagnose(
        "record.duplicate",
        "warning",
        line,
        "an entry of an id that was already read; it is skipped.",
      );
      return;
    }
    if (id !== undefined) this.#ids.add(id);
    this.#entries.push({ value, line, index, id, type: type === "message_end" ? "message" : type });
  }

  finish(): void {
    const stream = this.#session.main();
    const path = entryPath(this.#entries, this.#session);
    const told = new PathTeller(this.#session, stream, this.#unknown, path);
    for (const entry of path) told.tell(entry);
  }

  #header(value: JsonObject, line: number): void {
    this.#session.sessionId ??= nameAt(value, "id");
    this.#session.cwd ??= nameAt(value, "cwd");
    this.#session.seenTime(parseTimeMs(value["timestamp"]), line);
  }
}

/** Tells the builder of the entries of one path, in order. */
class PathTeller {
  readonly #session: SessionBuilder;
  readonly #stream: StreamBuilder;
  readonly #unknown: UnknownRecords;
  /** The entries so far: a compaction names one from which on they were kept. */
  readonly #told: { readonly entry: PiEntry; readonly handle: Handle | undefined }[] = [];
  readonly #positions = new Map<string, number>();
  readonly #byIndex = new Map<number, number>();
  /** Positions of those that are messages. */
  readonly #messages: number[] = [];

  constructor(
    session: SessionBuilder,
    stream: StreamBuilder,
    unknown: UnknownRecords,
    path: readonly PiEntry[],
  ) {
    this.#session = session;
    this.#stream = stream;
    this.#unknown = unknown;
    const name = path.findLast(({ type }) => type === "session_info");
    session.title ??= name && nameAt(name.value, "name");
  }

  tell(entry: PiEntry): void {
    const handle = this.#tellEntry(entry);
    if (handle !== undefined) this.#messages.push(this.#told.length);
    if (entry.id !== undefined) this.#positions.set(entry.id, this.#told.length);
    this.#byIndex.set(entry.index, this.#told.length);
    this.#told.push({ entry, handle });
  }

  #tellEntry(entry: PiEntry): Handle | undefined {
    const { value, type } = entry;
    if (type === "message") return this.#message(entry, objectAt(value, "message"));
    if (type === "custom_message") return this.#injected(entry, value["content"]);
    if (type === "branch_summary") return this.#injected(entry, value["summary"]);
    if (type === "compaction") this.#compaction(entry);
    else if (!SILENT.has(type)) this.#unknown.add(type, entry.line);
    return undefined;
  }

  #message(entry: PiEntry, message: JsonObject | undefined): Handle | undefined {
    if (message === undefined) {
      this.#unknown.malformed(entry.line, "a message entry has no message");
      return undefined;
    }
    const at = originOf(entry, message["timestamp"]);
    switch (message["role"]) {
      case "user": {
        const { text, nonTextParts } = messageText(message["content"]);
        return this.#stream.user(text, withParts(at, nonTextParts));
      }
      case "assistant":
        return this.#assistant(message, at);
      case "toolResult":
        return this.#result(message, at);
      case "bashExecution":
        return message["excludeFromContext"] === true
          ? undefined
          : this.#stream.user(shellText(message), { ...at, isInjected: true });
      case "custom":
      case "hookMessage":
        return this.#injected(entry, message["content"]);
      case "branchSummary":
      case "compactionSummary":
        return this.#injected(entry, message["summary"]);
      default:
        this.#unknown.malformed(entry.line, "a message has no known role");
        return undefined;
    }
  }

  #assistant(message: JsonObject, at: MessageOrigin): Handle | undefined {
    const content = arrayAt(message, "content") ?? [message["content"]];
    const { text } = messageText(
      content.filter((part) => !isObject(part) || part["type"] === "text"),
    );
    const calls = content.flatMap((part) => this.#call(part, at.line));
    const stopped = message["stopReason"];
    // Nothing came before it was stopped: no response, and no turn.
    if (text === "" && calls.length === 0 && (stopped === "aborted" || stopped === "error")) return;
    const handle = this.#stream.assistant({ text, calls, at });
    const model = nameAt(message, "model");
    this.#session.addModel(model);
    const usage = piUsage(objectAt(message, "usage"), model, at.timeMs);
    if (usage !== undefined) this.#stream.usage(handle, usage);
    return handle;
  }

  #call(part: unknown, line: number): { id: string; name: string; args: unknown }[] {
    if (!isObject(part) || part["type"] !== "toolCall") return [];
    const id = stringAt(part, "id");
    const name = stringAt(part, "name");
    if (id === undefined || name === undefined) {
      this.#unknown.malformed(line, "a call has no id or name");
      return [];
    }
    return [{ id, name, args: callArguments(part["arguments"], this.#session, line) }];
  }

  #result(message: JsonObject, at: MessageOrigin): Handle | undefined {
    const callId = stringAt(message, "toolCallId");
    if (callId === undefined) {
      this.#unknown.malformed(at.line, "a result has no toolCallId");
      return undefined;
    }
    const content = resultContent(message["content"]);
    return this.#stream.result({ callId, content, isError: message["isError"] === true, at });
  }

  #injected(entry: PiEntry, content: unknown): Handle {
    const { text, nonTextParts } = messageText(content);
    const at = withParts(originOf(entry, undefined), nonTextParts);
    return this.#stream.user(text, { ...at, isInjected: true });
  }

  #compaction(entry: PiEntry): void {
    const at = originOf(entry, undefined);
    const summary = stringAt(entry.value, "summary");
    const checkpoint: NewMessage[] =
      summary === undefined ? [] : [{ role: "user", kind: "checkpoint", text: summary, at }];
    const kept = this.#stream.namesOlder ? this.#told.slice(this.#firstKept(entry.value)) : [];
    const handles = kept.flatMap(({ handle }) => (handle === undefined ? [] : [handle]));
    const tokensBefore = toCount(entry.value["tokensBefore"]);
    this.#stream.compaction({
      context: [...checkpoint, ...handles],
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      at,
    });
  }

  /** Where on the path the entries begin that the compaction kept; none are kept if it names none. */
  #firstKept(value: JsonObject): number {
    const id = nameAt(value, "firstKeptEntryId");
    const index = numberAt(value, "firstKeptEntryIndex");
    const count = numberAt(value, "keepLastMessages");
    const length = this.#told.length;
    if (id !== undefined) return this.#positions.get(id) ?? length;
    if (index !== undefined) {
      // An index counts the header; where that is lost, all entries stand one earlier.
      return this.#byIndex.get(index) ?? this.#byIndex.get(index - 1) ?? length;
    }
    if (count === undefined || count <= 0) return length;
    return this.#messages[Math.max(0, this.#messages.length - count)] ?? length;
  }
}

function originOf(entry: PiEntry, time: unknown): MessageOrigin {
  const timeMs = parseTimeMs(entry.value["timestamp"]) ?? parseTimeMs(time);
  return {
    line: entry.line,
    ...(entry.id === undefined ? {} : { id: entry.id }),
    ...(timeMs === undefined ? {} : { timeMs }),
  };
}

function withParts(at: MessageOrigin, nonTextParts: number): MessageOrigin {
  return nonTextParts > 0 ? { ...at, nonTextParts } : at;
}

/** A command that the user ran: the model is told of it as text. */
function shellText(message: JsonObject): string {
  const command = stringAt(message, "command") ?? "";
  const output = stringAt(message, "output") ?? "";
  const exitCode = numberAt(message, "exitCode");
  const exit = exitCode === undefined || exitCode === 0 ? "" : `\nexit code ${exitCode}`;
  return `$ ${command}\n${output}${exit}`;
}
