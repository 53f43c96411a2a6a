import type { GovernorSettings, Message, Projection, UsageSummary } from "@alisio/governor";
import type { ReportInvariantKind } from "./types.ts";

/** A place where older messages were replaced. */
export interface CompactionInput {
  /** Index of the first message after it. */
  readonly position: number;
  /** The agent's own count of tokens before it. */
  readonly tokensBefore?: number | null | undefined;
}

/** A file or a text that goes in front of the history and isn't part of it. */
export interface InstructionInput {
  /** Path of the file, or a name for the text. A URL is never shown. */
  readonly source: string;
  /** What the host calls it, such as `project`, `user` or `catalog`. */
  readonly kind: string;
  /** Its length in UTF-16 units. */
  readonly characters: number;
}

/** What a host knows of a message beyond its text. */
export interface MessageNoteInput {
  /** Index of the message in `history`. */
  readonly message: number;
  /**
   * A user message that the agent put in (reminders, instruction files): it counts as instructions,
   * not as the user's words.
   */
  readonly isInjected?: boolean | undefined;
  /** Images and other parts of a user or assistant message that aren't text. */
  readonly nonTextParts?: number | undefined;
}

/** Counts of the invariants block of the next request. */
export interface InvariantsInput {
  readonly counts: Readonly<Record<ReportInvariantKind, number>>;
  /** How many found no room; 0 by default. */
  readonly omitted?: number | undefined;
  /** Length of the block in UTF-16 units; 0, the default, when it isn't sent. */
  readonly characters?: number | undefined;
}

/** What is asked of a usage ledger; that of `@alisio/governor/usage` is one. */
export interface UsageSource {
  /** The ratios per tool. */
  summary(): UsageSummary;
  /** Whether a later call named a path of this result; `undefined` when that can't be said. */
  usedLater(callId: string): boolean | undefined;
}

/** What a provider said of one request. Counts that it didn't give are absent. */
export interface ReportedUsageInput {
  /** All tokens sent, cached ones included. */
  readonly inputTokens?: number | null | undefined;
  /** Of these, read from the provider's cache. */
  readonly cacheReadTokens?: number | null | undefined;
  /** Of these, written to the provider's cache. */
  readonly cacheWriteTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
  /**
   * Index in `history` of the assistant message that the request produced: with it the report can
   * set the estimate of that very request beside the provider's count.
   */
  readonly beforeMessage?: number | null | undefined;
}

/** The directory that paths are shown relative to. */
export interface RootInput {
  /** What people call it, such as the project's name. */
  readonly name: string;
  /** Absolute. Compared by segments after `.` and `..` are resolved; no file is looked at. */
  readonly path: string;
}

/** What a report is made from. */
export interface ContextReportInput {
  /** Id of the session. */
  readonly session: string;
  /** Now, in ISO 8601 with an offset, such as `new Date().toISOString()`. */
  readonly madeAt: string;
  /** The governor's policy; its mode is `off` by default, and then nothing is measured. */
  readonly settings?: GovernorSettings | undefined;
  /** What the next request would carry without the governor. */
  readonly history: readonly Message[];
  /**
   * The projection of `history` under `settings`, for a host that has it already; computed
   * otherwise. Not together with `agentElisions`, which change what the governor sees.
   */
  readonly projection?: Projection | undefined;
  readonly compactions?: readonly CompactionInput[] | undefined;
  /** Call ids of results that the agent itself had already removed; unknown ones don't count. */
  readonly agentElisions?: readonly string[] | undefined;
  readonly instructions?: readonly InstructionInput[] | undefined;
  readonly messageNotes?: readonly MessageNoteInput[] | undefined;
  readonly invariants?: InvariantsInput | undefined;
  /** The usage ledger of this process. */
  readonly usage?: UsageSource | undefined;
  readonly reportedUsage?: ReportedUsageInput | undefined;
  readonly root?: RootInput | undefined;
}
