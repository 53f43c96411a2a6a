import { frameOf, HEARTBEAT_FRAME, RETRY_FRAME } from "./event-frame.ts";
import type { EventHub, Follow } from "./event-hub.ts";

/** What one client's stream is made from. */
export interface EventClientOptions {
  readonly hub: EventHub;
  readonly follow: Follow;
  /** The id that it has everything up to. */
  readonly after: number;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

/**
 * Every event after an id exactly once and in order, each when the one before was taken: first those
 * that the hub no longer holds, from the session; then the hub's, as they come.
 */
export async function* clientFrames(options: EventClientOptions): AsyncGenerator<Uint8Array> {
  const { hub, signal, heartbeatMs } = options;
  let { after } = options;
  yield RETRY_FRAME;
  while (!signal.aborted) {
    const held = hub.read(after);
    if (held.state === "ended") return;
    if (held.state === "events") {
      after = held.last;
      yield held.bytes;
    } else if (held.state === "behind") {
      const before = after;
      for await (const { id, bytes } of missed(options, after)) {
        after = id;
        yield bytes;
      }
      // The session ended where events are missing: nothing more can come.
      if (after === before) return;
    } else if (!(await hasChanged(hub, heartbeatMs, signal)) && !signal.aborted) {
      yield HEARTBEAT_FRAME;
    }
  }
}

/** What the hub let go, until it holds what comes next. */
async function* missed(
  { follow, hub, signal }: EventClientOptions,
  from: number,
): AsyncGenerator<{ readonly id: number; readonly bytes: Uint8Array }> {
  const reading = new AbortController();
  const stop = (): void => reading.abort();
  signal.addEventListener("abort", stop);
  let after = from;
  try {
    for await (const envelope of follow(after, reading.signal)) {
      const frame = frameOf(envelope);
      if (frame === undefined || frame.id <= after) continue;
      after = frame.id;
      yield frame;
      if (hub.read(after).state !== "behind") return;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    reading.abort();
  }
}

/** Whether something changed before the time was over; the timer holds no process open. */
function hasChanged(hub: EventHub, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (changed: boolean): void => {
      clearTimeout(timer);
      off();
      signal.removeEventListener("abort", stop);
      resolve(changed);
    };
    const stop = (): void => end(false);
    const timer = setTimeout(stop, milliseconds);
    timer.unref();
    // Nothing was awaited since the look at the hub: no change is slept through.
    const off = hub.onChange(() => end(true));
    signal.addEventListener("abort", stop);
  });
}
