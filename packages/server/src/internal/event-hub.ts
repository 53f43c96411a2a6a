import type { AgentEventEnvelope } from "@alisio/agent";
import { type EventFrame, frameOf } from "./event-frame.ts";

/** Events of a session after one id, and then those that are being written, until the signal. */
export type Follow = (after: number, signal: AbortSignal) => AsyncIterable<AgentEventEnvelope>;

/** What a hub has for a client that has everything up to an id. */
type Held =
  | { readonly state: "events"; readonly bytes: Uint8Array; readonly last: number }
  /** The next events are no longer held: they are to be read from the session. */
  | { readonly state: "behind" }
  | { readonly state: "none" }
  | { readonly state: "ended" };

/**
 * Follows one session for any number of clients. It holds the newest events up to a number of bytes;
 * a client has nothing but its place, so that a slow one costs no memory.
 */
export interface EventHub {
  /** What comes after this id, as much as one write should carry. */
  read(after: number): Held;
  /** Calls back whenever there may be something new; gives back what ends it. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Bytes of one write, if there are more events than that. */
const MAX_WRITE_BYTES = 64 * 1024;

export function createEventHub(follow: Follow, maxHeldBytes: number): EventHub {
  const ending = new AbortController();
  const frames: EventFrame[] = [];
  /** Everything up to this id was let go; what comes after it is held. */
  let floor = 0;
  let last = 0;
  let heldBytes = 0;
  let hasEnded = false;
  const listeners = new Set<() => void>();

  const wake = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const hold = (frame: EventFrame): void => {
    frames.push(frame);
    last = frame.id;
    heldBytes += frame.bytes.byteLength;
    let released = 0;
    while (heldBytes > maxHeldBytes && released < frames.length - 1) {
      const oldest = frames[released] as EventFrame;
      heldBytes -= oldest.bytes.byteLength;
      floor = oldest.id;
      released += 1;
    }
    if (released > 0) frames.splice(0, released);
  };
  const run = async (): Promise<void> => {
    try {
      for await (const envelope of follow(0, ending.signal)) {
        const frame = frameOf(envelope);
        // A file that was tampered with may count backwards; nobody is told anything twice.
        if (frame === undefined || frame.id <= last) continue;
        hold(frame);
        wake();
      }
    } catch {
      // The session went away or can't be read: its clients connect again and are told so.
    }
    hasEnded = true;
    wake();
  };
  void run();

  return {
    read: (after) => {
      if (after < floor) return { state: "behind" };
      const from = firstAfter(frames, after);
      if (from === frames.length) return { state: hasEnded ? "ended" : "none" };
      const chosen: Uint8Array[] = [];
      let bytes = 0;
      let to = from;
      while (to < frames.length && bytes < MAX_WRITE_BYTES) {
        const frame = frames[to] as EventFrame;
        chosen.push(frame.bytes);
        bytes += frame.bytes.byteLength;
        to += 1;
      }
      const [only] = chosen;
      const written = chosen.length === 1 && only ? only : Buffer.concat(chosen);
      return { state: "events", bytes: written, last: (frames[to - 1] as EventFrame).id };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      ending.abort();
      hasEnded = true;
      frames.length = 0;
      wake();
    },
  };
}

/** Position of the first frame after an id: ids grow. */
function firstAfter(frames: readonly EventFrame[], after: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle] as EventFrame).id <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
