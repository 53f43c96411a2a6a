import type { Format, FormatReader, Match, RecordEntry } from "../../internal/format.ts";
import { isObject, type JsonObject, nameAt, objectAt, stringAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import { OpencodeRecords } from "./records.ts";
import { tellRecords } from "./tell-records.ts";

const TYPE = /^(?:session|message|permission|todo|file|lsp|server|question|command)\.[a-z.]{1,40}$/;
const RUN_TYPE = /^(?:text|reasoning|tool_use|step_start|step_finish)$/;

/** Events as opencode's server sends them, plain or wrapped, and those of `opencode run --format json`. */
export const opencodeEvents: Format = {
  name: "opencode-events",
  agent: "opencode",
  label: "opencode event stream (JSONL)",
  matches,
  open: (session) => new EventReader(session),
};

interface Event {
  readonly type: string;
  readonly properties: JsonObject;
}

function matches(value: unknown): Match {
  const event = eventOf(value);
  if (event === undefined) return 0;
  return TYPE.test(event.type) || RUN_TYPE.test(event.type) ? 2 : 1;
}

/** The event in a record: the record itself, or what its `event` or `payload` holds. */
function eventOf(value: unknown): Event | undefined {
  if (!isObject(value)) return undefined;
  const inner = objectAt(value, "event") ?? objectAt(value, "payload") ?? value;
  const type = stringAt(inner, "type");
  if (type === undefined) return undefined;
  const properties = objectAt(inner, "properties");
  if (properties !== undefined) return { type, properties };
  const part = objectAt(inner, "part");
  return RUN_TYPE.test(type) && part && nameAt(part, "messageID")
    ? { type, properties: inner }
    : undefined;
}

class EventReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #records = new OpencodeRecords();

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    const event = eventOf(value);
    if (event === undefined) {
      this.#unknown.malformed(line, "a record is not an event");
      return;
    }
    const timeMs = isObject(value) ? parseTimeMs(value["timestamp"]) : undefined;
    this.#session.seenTime(timeMs, line);
    this.#event(event, line);
  }

  finish(): void {
    tellRecords(this.#records, this.#session);
  }

  #event({ type, properties }: Event, line: number): void {
    const info = objectAt(properties, "info");
    if (type === "session.created" || type === "session.updated") {
      if (info) this.#records.session(info, line);
    } else if (type === "message.updated") {
      if (!info || !this.#records.message(info, line)) {
        this.#unknown.malformed(line, "a message names no session");
      }
    } else if (type === "message.part.updated" || RUN_TYPE.test(type)) {
      const part = objectAt(properties, "part");
      if (!part || !this.#records.part(part, line)) {
        this.#unknown.malformed(line, "a part names no message");
      }
    } else if (type === "message.part.delta") this.#records.delta(properties);
    else if (type === "message.part.removed") this.#records.removePart(properties);
    else if (type === "message.removed") this.#removed(properties, line);
  }

  #removed(properties: JsonObject, line: number): void {
    const messageId = nameAt(properties, "messageID");
    if (messageId === undefined || !this.#records.removeMessage(messageId)) return;
    const message = "a message was taken back; it is not part of the conversation.";
    this.#session.diagnose("branch.abandoned", "information", line, message);
  }
}
