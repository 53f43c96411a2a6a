import { type FSWatcher, watch } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { decodeSessionRecord } from "@alisio/transcripts/alisio-session";
import type { AgentEvent, AgentEventEnvelope } from "../types-event.ts";
import { MAX_EVENT_ID } from "./session-view.ts";

/** Where watching tells nothing (network file systems), the file is looked at so often. */
const POLL_MS = 500;
const CHUNK_BYTES = 65_536;
const NEWLINE = 0x0a;

/** Events with an id over `after`, and then those that are being written, until the signal. */
export async function* followEvents(
  handle: FileHandle,
  path: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<AgentEventEnvelope> {
  let last = after;
  const changes = watchFile(path, signal);
  try {
    const lines = linesOf(handle);
    while (!signal.aborted) {
      // Before the reading: what is written while it goes on is another change.
      const change = changes.next();
      for await (const line of lines()) {
        const envelope = envelopeOf(line);
        // Ids grow, so that an event is neither missed nor told twice.
        if (!envelope?.id || envelope.id <= last) continue;
        last = envelope.id;
        yield envelope;
        if (signal.aborted) return;
      }
      await change;
    }
  } finally {
    changes.close();
  }
}

/** Whole lines that are new since the last call. A line is not read before its newline is there. */
function linesOf(handle: FileHandle): () => AsyncGenerator<string> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  let rest: Buffer[] = [];
  return async function* () {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) {
        // The beginning of a torn line is set aside when the session is opened again: look again then.
        position -= rest.reduce((sum, { length }) => sum + length, 0);
        rest = [];
        return;
      }
      position += bytesRead;
      let start = 0;
      for (;;) {
        const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE, start);
        if (end < 0) break;
        yield Buffer.concat([...rest, buffer.subarray(start, end)]).toString("utf8");
        rest = [];
        start = end + 1;
      }
      if (start < bytesRead) rest.push(Buffer.from(buffer.subarray(start, bytesRead)));
    }
  };
}

function envelopeOf(line: string): AgentEventEnvelope | undefined {
  const { record } = decodeSessionRecord(line);
  if (record?.type !== "event" || record.id > MAX_EVENT_ID) return undefined;
  const { id, at, run, event } = record;
  const ofRun = run === undefined ? {} : { run };
  return { schemaVersion: 1, id, at, ...ofRun, event: event as unknown as AgentEvent };
}

interface Changes {
  /** Resolves at the next change, or when it is time to look again, or with the signal. */
  next(): Promise<void>;
  close(): void;
}

function watchFile(path: string, signal: AbortSignal): Changes {
  let wake = (): void => {};
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(path, () => wake());
    // A watcher that fails leaves the polling.
    watcher.on("error", () => {});
  } catch {
    // No more watchers to be had, or none on this file system.
  }
  const onAbort = (): void => wake();
  signal.addEventListener("abort", onAbort);
  return {
    next: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
      }),
    close: () => {
      wake();
      signal.removeEventListener("abort", onAbort);
      watcher?.close();
    },
  };
}
