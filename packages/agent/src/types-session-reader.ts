import type { ContextReport } from "@alisio/context-report";
import type { GovernorSettings } from "@alisio/governor";
import type { AgentEventEnvelope } from "./types-event.ts";
import type { ContextEstimate } from "./types-runner.ts";

/** What a session's report is made with; what is absent is as the session has it. */
export interface SessionReportOptions
  extends Pick<GovernorSettings, "mode" | "minAgeTurns" | "epochMessages" | "profile"> {
  /** When it is made: ISO 8601. */
  readonly madeAt: string;
}

/** Reads Alisio's session files while another process may be writing them. */
export interface SessionReader {
  /** Ids of the sessions there, newest first, with their sizes. */
  list(): Promise<
    readonly { readonly id: string; readonly modifiedMs: number; readonly bytes: number }[]
  >;
  /** `undefined` when there is no such session. */
  context(id: string): Promise<ContextEstimate | undefined>;
  /**
   * The report from the stored history, without figures of a running process. With other settings it
   * is the same but for what they change.
   */
  report(id: string, options: SessionReportOptions): Promise<ContextReport | undefined>;
  /** Durable events with an id over `after`, then those that are being written, until the signal. */
  follow(
    id: string,
    options: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncIterable<AgentEventEnvelope>;
}
