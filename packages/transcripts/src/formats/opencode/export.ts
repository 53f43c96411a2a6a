import type { Format, FormatReader, Match, RecordEntry } from "../../internal/format.ts";
import { arrayAt, isObject, type JsonObject, nameAt, objectAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import { OpencodeRecords } from "./records.ts";
import { tellRecords } from "./tell-records.ts";

/** What `opencode export` prints, and the list of messages that its server gives. */
export const opencodeExport: Format = {
  name: "opencode-export",
  agent: "opencode",
  label: "opencode export (JSON)",
  matches,
  open: (session) => new ExportReader(session),
};

function matches(value: unknown): Match {
  if (Array.isArray(value)) return value.some(isMessage) ? 2 : 0;
  if (!isObject(value)) return 0;
  const messages = arrayAt(value, "messages");
  if (messages === undefined || !isObject(value["info"])) return 0;
  return messages.length === 0 || messages.some(isMessage) ? 2 : 0;
}

function isMessage(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value["parts"])) return false;
  const info = objectAt(value, "info");
  return info !== undefined && nameAt(info, "sessionID") !== undefined;
}

class ExportReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #records = new OpencodeRecords();

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    if (isObject(value) && isMessage(value)) {
      this.#message(value, line, undefined);
      return;
    }
    const info = isObject(value) ? objectAt(value, "info") : undefined;
    if (info) this.#records.session(info, line);
    const messages = Array.isArray(value)
      ? value
      : isObject(value)
        ? arrayAt(value, "messages")
        : [];
    for (const [index, message] of (messages ?? []).entries()) this.#message(message, line, index);
  }

  finish(): void {
    tellRecords(this.#records, this.#session);
  }

  #message(value: unknown, line: number, index: number | undefined): void {
    const info = isObject(value) ? objectAt(value, "info") : undefined;
    if (!isObject(value) || !info || !this.#records.message(info, line, index)) {
      this.#unknown.malformed(line, "a message has no info");
      return;
    }
    for (const part of arrayAt(value, "parts") ?? []) {
      const known = isObject(part) && this.#records.part(withIds(part, info), line, index);
      if (!known) this.#unknown.malformed(line, "a part has no id");
    }
  }
}

/** A part belongs to the message that lists it, whatever it says itself. */
function withIds(part: JsonObject, info: JsonObject): JsonObject {
  return { ...part, messageID: info["id"], sessionID: info["sessionID"] };
}
