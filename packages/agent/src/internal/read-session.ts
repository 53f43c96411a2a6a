import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { decodeSession } from "@alisio/transcripts/alisio-session";
import { AgentError } from "../errors.ts";
import { SessionView } from "./session-view.ts";

/** Opens a session's file for reading; `undefined` when there is none. */
export async function openForReading(
  directory: string,
  id: string,
): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let handle: FileHandle;
  try {
    handle = await open(join(directory, `${id}.jsonl`), flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(error);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unreadable(undefined);
}

/**
 * What the records of a session's file come to, as far as they are written; `undefined` when there is
 * no such session, or nothing of it yet.
 *
 * @throws AgentError `session_unusable`
 */
export async function readSession(directory: string, id: string): Promise<SessionView | undefined> {
  const handle = await openForReading(directory, id);
  if (!handle) return undefined;
  try {
    // Too large, or a disk that fails.
    const text = await handle.readFile("utf8").catch((error: unknown) => {
      throw unreadable(error);
    });
    const { header, records } = decodeSession(text);
    if (!header && records.length > 0) throw unreadable(undefined);
    const view = new SessionView();
    for (const record of records) view.apply(record);
    return header && view;
  } finally {
    await handle.close();
  }
}

function unreadable(cause: unknown): AgentError {
  const message = "The session's file is not a readable Alisio session.";
  return new AgentError("session_unusable", message, { cause });
}
