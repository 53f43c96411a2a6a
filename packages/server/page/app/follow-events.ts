import type { AgentEventEnvelope } from "@alisio/agent";
import { kindOf } from "./api.ts";
import { createEventParser } from "./server-events.ts";

/** How the stream stands. `down`: it is tried again soon. */
export interface Link {
  readonly kind: "connecting" | "live" | "down" | "refused" | "missing";
}

/** What following needs. */
export interface FollowOptions {
  readonly open: (after: number, signal: AbortSignal) => Promise<Response>;
  /** Told of what one piece of the stream brought; never of nothing. */
  readonly onEvents: (envelopes: readonly AgentEventEnvelope[]) => void;
  readonly onLink: (link: Link) => void;
  /** How long it waits before the second try; {@link FollowHandle.retry} cuts it short. */
  readonly firstWaitMs?: number;
}

/** A stream that is being followed. */
export interface FollowHandle {
  /** Tries again at once, when it is waiting. */
  retry(): void;
  stop(): void;
}

/** The first wait is short, for a server that is restarted; then each is twice as long. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

/** The server says something at least every 15 seconds: three silences are a dead connection. */
const MAX_SILENCE_MS = 45_000;

/**
 * Follows a session's events: each durable one is given exactly once and in order, also when the
 * server goes away and comes back. A stream that ends is opened again after the last event seen.
 */
export function followEvents(options: FollowOptions): FollowHandle {
  const { firstWaitMs = FIRST_WAIT_MS } = options;
  const stopped = new AbortController();
  let wake = () => {};
  let after = 0;
  let waitMs = firstWaitMs;

  const take = (events: readonly string[]): void => {
    const news: AgentEventEnvelope[] = [];
    for (const data of events) {
      const envelope = envelopeOf(data);
      if (envelope?.id === undefined || envelope.id <= after) continue;
      after = envelope.id;
      news.push(envelope);
    }
    if (news.length > 0) options.onEvents(news);
  };
  const once = async (): Promise<"again" | "refused" | "missing"> => {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    stopped.signal.addEventListener("abort", abort);
    let silence = setTimeout(abort, MAX_SILENCE_MS);
    try {
      const response = await options.open(after, attempt.signal);
      if (response.status !== 200 || response.body === null) {
        const kind = kindOf(response.status);
        return kind === "refused" || kind === "missing" ? kind : "again";
      }
      options.onLink({ kind: "live" });
      const parse = createEventParser();
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || stopped.signal.aborted) break;
        waitMs = firstWaitMs;
        clearTimeout(silence);
        silence = setTimeout(abort, MAX_SILENCE_MS);
        take(parse(decoder.decode(value, { stream: true })));
      }
    } catch {
      // Whatever ended it: it is opened again.
    } finally {
      abort();
      clearTimeout(silence);
      stopped.signal.removeEventListener("abort", abort);
    }
    return "again";
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      options.onLink({ kind: "connecting" });
      const end = await once();
      if (stopped.signal.aborted) return;
      if (end !== "again") return options.onLink({ kind: end });
      options.onLink({ kind: "down" });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    }
  };
  void run();
  return {
    retry: () => wake(),
    stop: () => {
      stopped.abort();
      wake();
    },
  };
}

/** What is no event of this version is passed over: one odd line hides no other. */
function envelopeOf(data: string): AgentEventEnvelope | undefined {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== "object" || value === null) return undefined;
    const { id, event } = value as { id?: unknown; event?: { type?: unknown } | null };
    if (!Number.isSafeInteger(id) || typeof event?.type !== "string") return undefined;
    return value as AgentEventEnvelope;
  } catch {
    return undefined;
  }
}
