import { DATABASE_RECORD } from "../formats/opencode/store.ts";
import { isObject, type JsonObject, nameAt, numberAt, stringAt } from "./json.ts";
import { type LoadSqlite, type SqliteDatabase, withDatabase } from "./node-sqlite.ts";

/** One session of the database, for a list. */
export interface OpencodeDbSession {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly directory: string | undefined;
  readonly title: string | undefined;
  readonly updatedMs: number;
}

/** Why a database could not be read. */
export type OpencodeDbProblem = "file.needs-newer-node" | "file.unreadable";

/** All sessions of a database, without their messages. */
export async function opencodeDbSessions(
  path: string,
  load: LoadSqlite,
): Promise<readonly OpencodeDbSession[] | OpencodeDbProblem> {
  const sqlite = await load();
  if (sqlite === undefined) return "file.needs-newer-node";
  try {
    return withDatabase(sqlite, path, (database) => rows(database, SESSIONS).map(sessionOf));
  } catch {
    return "file.unreadable";
  }
}

/**
 * The records of one session and of those that it started, as the store has them: infos, messages,
 * parts. Without an id those of the newest session that no other one started.
 */
export async function opencodeDbRecords(
  path: string,
  id: string | undefined,
  load: LoadSqlite,
): Promise<readonly unknown[]> {
  const sqlite = await load();
  if (sqlite === undefined) return [{ ...DATABASE_RECORD, problem: "file.needs-newer-node", id }];
  try {
    return withDatabase(sqlite, path, (database) => [
      DATABASE_RECORD,
      ...recordsOf(database, rows(database, SESSIONS).map(sessionOf), id),
    ]);
  } catch {
    return [{ ...DATABASE_RECORD, problem: "file.unreadable", id }];
  }
}

const SESSIONS =
  "SELECT id, parent_id, directory, title, version, revert, time_created, time_updated FROM session ORDER BY time_updated DESC, id";
const MESSAGES =
  "SELECT id, session_id, data FROM message WHERE session_id = ? ORDER BY time_created, id";
const PARTS = "SELECT id, session_id, message_id, data FROM part WHERE session_id = ? ORDER BY id";

type DbSession = OpencodeDbSession & { readonly row: JsonObject };

function rows(database: SqliteDatabase, sql: string, ...parameters: string[]): JsonObject[] {
  return database
    .prepare(sql)
    .all(...parameters)
    .filter(isObject);
}

function sessionOf(row: JsonObject): DbSession {
  return {
    id: nameAt(row, "id") ?? "",
    parentId: nameAt(row, "parent_id"),
    directory: nameAt(row, "directory"),
    title: nameAt(row, "title"),
    updatedMs: numberAt(row, "time_updated") ?? 0,
    row,
  };
}

function recordsOf(
  database: SqliteDatabase,
  sessions: readonly DbSession[],
  id: string | undefined,
): readonly unknown[] {
  const main =
    id === undefined
      ? sessions.find(({ parentId }) => parentId === undefined)
      : sessions.find((session) => session.id === id);
  if (main === undefined) return [];
  return withChildren(main, sessions).flatMap((session) => [
    infoOf(session),
    ...rows(database, MESSAGES, session.id).map((row) => dataOf(row)),
    ...rows(database, PARTS, session.id).map((row) => dataOf(row)),
  ]);
}

/** A session and all that it started, directly or not. */
function withChildren(main: DbSession, sessions: readonly DbSession[]): readonly DbSession[] {
  const family: DbSession[] = [main];
  const ids = new Set([main.id]);
  for (const member of family) {
    for (const session of sessions) {
      if (session.parentId !== member.id || ids.has(session.id)) continue;
      ids.add(session.id);
      family.push(session);
    }
  }
  return family;
}

function infoOf({ row, id, parentId, directory, title }: DbSession): JsonObject {
  return {
    id,
    title: title ?? "",
    ...(parentId === undefined ? {} : { parentID: parentId }),
    ...(directory === undefined ? {} : { directory }),
    version: row["version"],
    revert: jsonIn(row["revert"]),
    time: { created: row["time_created"], updated: row["time_updated"] },
  };
}

/** A row's ids stand beside its data. */
function dataOf(row: JsonObject): unknown {
  const data = jsonIn(row["data"]);
  if (data === undefined) return { id: row["id"], damaged: true };
  const messageId = stringAt(row, "message_id");
  return {
    ...data,
    id: row["id"],
    sessionID: row["session_id"],
    ...(messageId === undefined ? {} : { messageID: messageId }),
  };
}

function jsonIn(value: unknown): JsonObject | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
