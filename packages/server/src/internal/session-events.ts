import type { SessionReader } from "@alisio/agent/sessions";
import { HEARTBEAT_MS, MAX_HELD_EVENT_BYTES, STALL_MS } from "../limits.ts";
import type { EventLimits } from "../types.ts";
import { clientFrames } from "./event-client.ts";
import { createEventHub, type EventHub, type Follow } from "./event-hub.ts";

const LIMITS: EventLimits = {
  heartbeatMs: HEARTBEAT_MS,
  stallMs: STALL_MS,
  maxHeldBytes: MAX_HELD_EVENT_BYTES,
};

/** The event streams of all sessions: one follower a session, however many clients it has. */
export interface SessionEvents {
  /** `onStall` is called when the client leaves what it was sent unread for too long. */
  open(sessionId: string, after: number, onStall: () => void): ReadableStream<Uint8Array>;
  /** How many clients there are now, and how many sessions are followed for them. */
  counts(): { readonly clients: number; readonly sessions: number };
  /** Ends every stream. */
  close(): void;
}

interface Room {
  readonly hub: EventHub;
  readonly follow: Follow;
  clients: number;
}

export function createSessionEvents(
  reader: SessionReader,
  limits: EventLimits = LIMITS,
): SessionEvents {
  const rooms = new Map<string, Room>();
  const open = new Set<AbortController>();

  const enter = (sessionId: string): Room => {
    let room = rooms.get(sessionId);
    if (room === undefined) {
      const follow: Follow = (after, signal) => reader.follow(sessionId, { after, signal });
      room = { hub: createEventHub(follow, limits.maxHeldBytes), follow, clients: 0 };
      rooms.set(sessionId, room);
    }
    room.clients += 1;
    return room;
  };
  const leave = (sessionId: string, room: Room): void => {
    room.clients -= 1;
    if (room.clients > 0) return;
    room.hub.close();
    if (rooms.get(sessionId) === room) rooms.delete(sessionId);
  };

  return {
    open: (sessionId, after, onStall) => {
      const leaving = new AbortController();
      const room = enter(sessionId);
      const frames = clientFrames({ ...room, ...limits, after, signal: leaving.signal });
      open.add(leaving);
      const end = (): void => {
        if (!open.delete(leaving)) return;
        leaving.abort();
        leave(sessionId, room);
      };
      return streamOf(frames, { end, onStall, stallMs: limits.stallMs, signal: leaving.signal });
    },
    counts: () => ({ clients: open.size, sessions: rooms.size }),
    close: () => {
      for (const leaving of open) leaving.abort();
    },
  };
}

interface StreamHooks {
  readonly end: () => void;
  readonly onStall: () => void;
  readonly stallMs: number;
  readonly signal: AbortSignal;
}

/** Nothing is made before it is asked for: what a client doesn't take waits as its place alone. */
function streamOf(
  frames: AsyncGenerator<Uint8Array>,
  hooks: StreamHooks,
): ReadableStream<Uint8Array> {
  const { end, onStall, stallMs } = hooks;
  let stall: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(stall);
        const { done, value } = await nextOf(frames);
        if (done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(value);
        stall = setTimeout(() => {
          end();
          onStall();
        }, stallMs);
        stall.unref();
      },
      cancel: () => {
        clearTimeout(stall);
        end();
        // It may be waiting for an event: it sees the signal by itself.
        void frames.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A session that can't be read any more ends the stream; the next request says why. */
async function nextOf(
  frames: AsyncGenerator<Uint8Array>,
): Promise<IteratorResult<Uint8Array, undefined>> {
  try {
    const { done, value } = await frames.next();
    return done ? { done: true, value: undefined } : { done: false, value };
  } catch {
    return { done: true, value: undefined };
  }
}
