import { appendFileSync } from "node:fs";
import { encodeSessionRecord } from "@alisio/transcripts/alisio-session";
import { AT, notice } from "./fake-reader.ts";

/** Appends an event to a session's file, as a run in another process does. */
export function appendEvent(path: string, id: number): void {
  const event = { ...notice(id) } as { readonly type: string };
  appendFileSync(path, encodeSessionRecord({ type: "event", at: AT, id, event }));
}
