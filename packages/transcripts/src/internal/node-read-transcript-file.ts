import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createTranscriptReader, type ReadTranscriptOptions } from "../create-transcript-reader.ts";
import { TranscriptsError } from "../errors.ts";
import type { TranscriptSession } from "../types.ts";
import { demandArgument } from "./arguments.ts";
import { opencodeRecords } from "./node-opencode-source.ts";
import { takeReadOptions } from "./read-options.ts";

/** Read at once: large enough that the cost of a call is nothing, small beside any session. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Reads one session from its file; `undefined` when there is no such file. Only that file is
 * opened, nothing that it names, but for opencode, whose sessions are no files: the path of a
 * session in its older store stands for the messages beside it, that of its database for the newest
 * session in it, or for that of the id after a `#`.
 *
 * @example
 * ```ts
 * const session = await readTranscriptFile(path);
 * if (session !== undefined) console.log(session.agent, session.streams.length);
 * ```
 *
 * @throws TranscriptsError `unknown_format` for a file in no known format,
 * `unreadable_file` for one that can't be read or is not a regular file,
 * `invalid_argument` for what is no path, `invalid_option` for a wrong option.
 */
export async function readTranscriptFile(
  path: string,
  options: ReadTranscriptOptions = {},
): Promise<TranscriptSession | undefined> {
  demandArgument(
    () => typeof path === "string" && path !== "" && !path.includes("\0"),
    "path",
    path,
    "the path of a file",
  );
  const reader = createTranscriptReader({ path, ...takeReadOptions(options) });
  const records = await opencodeRecords(path);
  if (records !== undefined) {
    for (const record of records) reader.pushRecord(record);
    return reader.finish();
  }
  const file = await openFile(path);
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) throw unreadable("it is not a regular file");
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      reader.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return reader.finish();
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    // A named pipe that nobody writes to would never open otherwise.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadable(code);
  }
}

function unreadable(reason: string): TranscriptsError {
  return new TranscriptsError("unreadable_file", `The session's file can't be read: ${reason}.`);
}
