import type { Format, FormatReader, Match, RecordEntry } from "../../internal/format.ts";
import { isObject, type JsonObject, nameAt, objectAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { FormatName } from "../../types.ts";
import { OpencodeRecords } from "./records.ts";
import { tellRecords } from "./tell-records.ts";

/**
 * The records of opencode's own storage, one by one: a session's info, then its messages, then
 * their parts. The older store has one in each file, the database one in each row; whoever reads
 * them gives them in the order of their ids.
 */
export const opencodeStore: Format = storeFormat(
  "opencode-store",
  "opencode store (a session file below storage/session)",
);

/**
 * The first record of those that come from a database. It says so, and what was wrong with it:
 * `problem`, and the `id` of the session that was asked for.
 */
export const DATABASE_RECORD: { readonly opencodeDatabase: 1 } = { opencodeDatabase: 1 };

/** The same records, as rows of `opencode.db`. */
export const opencodeDb: Format = storeFormat("opencode-db", "opencode database (opencode.db)");

function storeFormat(name: FormatName, label: string): Format {
  return {
    name,
    agent: "opencode",
    label,
    matches: name === "opencode-store" ? matches : matchesDatabase,
    open: (session) => new StoreReader(session),
  };
}

function matches(value: unknown): Match {
  return isObject(value) && kindOf(value) !== undefined ? 2 : 0;
}

function matchesDatabase(value: unknown): Match {
  return isObject(value) && value["opencodeDatabase"] === 1 ? 2 : 0;
}

function kindOf(value: JsonObject): "session" | "message" | "part" | undefined {
  const id = nameAt(value, "id");
  if (id === undefined) return undefined;
  if (nameAt(value, "sessionID") === undefined) {
    const isSession = id.startsWith("ses_") && isObject(value["time"]);
    return isSession && typeof value["title"] === "string" ? "session" : undefined;
  }
  if (nameAt(value, "messageID") !== undefined)
    return typeof value["type"] === "string" ? "part" : undefined;
  const isMessage = typeof value["role"] === "string" && objectAt(value, "time") !== undefined;
  return isMessage ? "message" : undefined;
}

class StoreReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #records = new OpencodeRecords();

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    if (isObject(value) && matchesDatabase(value) === 2) {
      this.#database(value);
      return;
    }
    const kind = isObject(value) ? kindOf(value) : undefined;
    if (!isObject(value) || kind === undefined) {
      this.#unknown.malformed(line, "a record is no session, message or part");
      return;
    }
    if (kind === "session") this.#records.session(value, line);
    else if (kind === "message") this.#records.message(value, line);
    else this.#records.part(value, line);
  }

  finish(): void {
    tellRecords(this.#records, this.#session);
  }

  #database({ problem, id }: JsonObject): void {
    const name = typeof id === "string" && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : "<session id>";
    const instead = `\`opencode export ${name}\` writes the session as JSON, which can be read.`;
    if (problem === "file.needs-newer-node") {
      const message = `reading opencode's database takes Node.js 22.13 or newer; ${instead}`;
      this.#session.diagnose("file.needs-newer-node", "error", undefined, message);
    } else if (problem !== undefined) {
      const message = `opencode's database could not be read; ${instead}`;
      this.#session.diagnose("file.unreadable", "error", undefined, message);
    }
  }
}
