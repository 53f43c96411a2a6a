import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { opencodeDbRecords } from "./node-opencode-db.ts";
import { opencodeStoreRecords } from "./node-opencode-store.ts";
import { type LoadSqlite, loadSqlite } from "./node-sqlite.ts";

/** Between a database's path and the id of one of its sessions. */
export const DB_SESSION_SEPARATOR = "#";

const SQLITE_HEADER = "SQLite format 3\u0000";

/**
 * The records of an opencode session that is not one file: a session file of the store, a database
 * with or without `#<session id>`. `undefined` for any other path.
 */
export async function opencodeRecords(
  path: string,
  load: LoadSqlite = loadSqlite,
): Promise<readonly unknown[] | undefined> {
  if (isSqlite(path)) return opencodeDbRecords(path, undefined, load);
  const at = path.lastIndexOf(DB_SESSION_SEPARATOR);
  if (at > 0 && isSqlite(path.slice(0, at))) {
    return opencodeDbRecords(path.slice(0, at), path.slice(at + 1), load);
  }
  return opencodeStoreRecords(path);
}

function isSqlite(path: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return false;
    const buffer = Buffer.alloc(SQLITE_HEADER.length);
    readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString("latin1") === SQLITE_HEADER;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}
