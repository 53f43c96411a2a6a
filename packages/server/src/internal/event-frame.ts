import type { AgentEventEnvelope } from "@alisio/agent";

/** One event as it travels. */
export interface EventFrame {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** How long a client waits before it connects again, as the format's `retry` says it. */
export const RETRY_FRAME: Uint8Array = Buffer.from("retry: 2000\n\n");

/** A comment: it says that the connection lives. */
export const HEARTBEAT_FRAME: Uint8Array = Buffer.from(": waiting\n\n");

/** `undefined` for what is not durable: without an id nobody could resume after it. */
export function frameOf(envelope: AgentEventEnvelope): EventFrame | undefined {
  const { id } = envelope;
  if (id === undefined || !Number.isSafeInteger(id) || id < 1) return undefined;
  return { id, bytes: Buffer.from(`id: ${id}\ndata: ${JSON.stringify(envelope)}\n\n`) };
}
