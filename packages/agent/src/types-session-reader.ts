import type { ContextReport } from "@alisio/context-report";
import type { GovernorMode } from "@alisio/governor";
import type { AgentEventEnvelope } from "./types-event.ts";
import type { ContextEstimate } from "./types-runner.ts";

/** Reads Alisio's session files while another process may be writing them. */
export interface SessionReader {
  /** Ids of the sessions there, newest first, with their sizes. */
  list(): Promise<
    readonly { readonly id: string; readonly modifiedMs: number; readonly bytes: number }[]
  >;
  /** `undefined` when there is no such session. */
  context(id: string): Promise<ContextEstimate | undefined>;
  /** The report from the stored history, without figures of a running process. */
  report(
    id: string,
    options: { readonly madeAt: string; readonly mode?: GovernorMode },
  ): Promise<ContextReport | undefined>;
  /** Durable events with an id over `after`, then those that are being written, until the signal. */
  follow(
    id: string,
    options: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncIterable<AgentEventEnvelope>;
}
