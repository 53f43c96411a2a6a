import type { ElisionReason, ToolUsage, UnattributableUsage } from "@alisio/governor";

/** What a segment is. */
export type ReportSegmentKind =
  | "instructions"
  | "user"
  | "assistant"
  | "tool_call"
  | "tool_result"
  | "checkpoint"
  | "invariants";

/** How much the next request needs a segment. */
export type Criticality = "pinned" | "high" | "normal" | "low";

/** Why a segment has its criticality. */
export type CriticalityReason =
  | "instructions"
  | "user_message"
  | "checkpoint"
  | "invariants"
  | "last_turn"
  | "latest_of_path"
  | "used_later"
  | "recent_error"
  | ElisionReason
  | "empty"
  | "next_epoch"
  | "default";

/** What an invariant is. */
export type ReportInvariantKind = "instruction" | "goal" | "plan" | "criterion" | "grant";

/** How a governor's decision touches one result. Tokens are estimates. */
export interface SegmentElision {
  readonly reason: ElisionReason;
  /** Call id of the last later result that concerns the same thing. */
  readonly supersededBy: string;
  /** The same call id as {@link ReportSegment.callHash} shows it. */
  readonly supersededByHash: string;
  readonly tokensSaved: number;
  /** `true` in `on`: the result travels as a stub. `false` in `shadow`: it would. */
  readonly applied: boolean;
}

/** One text of the request: what it is and what it costs, never what it says. */
export interface ReportSegment {
  /**
   * Names the segment, and stays the same when messages are appended: `m12.1` is the second text of
   * message 12, `i0` the first of the instructions in front, `invariants` the block at the end.
   */
  readonly id: string;
  /** Position among all segments, listed or not, from 0. */
  readonly index: number;
  /** `tokensBefore` of all segments before this one, listed or not. */
  readonly offset: number;
  readonly kind: ReportSegmentKind;
  /** Position of its message in the history, from 0; `null` for what isn't part of the history. */
  readonly messageIndex: number | null;
  /** The file's path, else the tool's name, else the role of the message. */
  readonly source: string;
  /** How many more paths the same call or result concerns. */
  readonly morePaths: number;
  /** What the host calls a text in front of the history; `null` for everything else. */
  readonly instructionKind: string | null;
  /** Of a call and a result; `null` where no call of that id came before. */
  readonly tool: string | null;
  /** A short hash of the call id (FNV-1a, 8 hex digits): tells results of one tool apart. */
  readonly callHash: string | null;
  readonly tokensBefore: number;
  /** What remains with the stub in place; in `shadow` what would remain. */
  readonly tokensAfter: number;
  readonly criticality: Criticality;
  readonly reason: CriticalityReason;
  readonly elision: SegmentElision | null;
  /** The agent itself had removed this result: it counts as not sent. `tokens` is what it was. */
  readonly agentElided: { readonly tokens: number } | null;
  /** A later call named a path of this result; `null` without a ledger, or without a path. */
  readonly usedLater: boolean | null;
  readonly isError: boolean;
  /** Images and the like, which count no tokens. */
  readonly nonTextParts: number;
}

/** What all segments of a kind cost together. */
export interface KindTotals {
  readonly kind: ReportSegmentKind;
  readonly segments: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What all calls and results of a tool cost together. */
export interface ToolTotals {
  /** `null`: results whose call isn't in the history. */
  readonly tool: string | null;
  readonly calls: number;
  readonly results: number;
  /** Results that are, or in `shadow` would be, elided. */
  readonly elided: number;
  /** Of `tokensBefore`, what the calls have: a file's new content, for example. */
  readonly callTokens: number;
  /** Calls and results. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What all segments of a criticality cost together. */
export interface CriticalityTotals {
  readonly criticality: Criticality;
  readonly segments: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Counts over the whole request, all derived from its segments. Tokens are estimates. */
export interface ReportTotals {
  /** Messages of the history. */
  readonly messages: number;
  readonly segments: number;
  readonly nonTextParts: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly tokensSaved: number;
  readonly elided: number;
  readonly elidedByReason: Readonly<Record<ElisionReason, number>>;
  /** The kinds that occur, in the order of {@link ReportSegmentKind}. */
  readonly byKind: readonly KindTotals[];
  /** Largest first, then by name; results without a call come last among equals. */
  readonly byTool: readonly ToolTotals[];
  /** All four, from `pinned` to `low`. */
  readonly byCriticality: readonly CriticalityTotals[];
}

/** What a provider said of one request. `null`: it didn't say. */
export interface ReportedUsage {
  readonly inputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
  /** Position in the history of the assistant message that the request produced. */
  readonly beforeMessage: number | null;
  /** The estimate of that same request, if it is known which it was: all that stood before. */
  readonly estimatedTokens: number | null;
}

/** A place where older messages were replaced. */
export interface ReportCompaction {
  readonly position: number;
  /** The agent's own count; `null` when it kept none. */
  readonly tokensBefore: number | null;
}

/** Segments that are not listed. */
export interface LeftOutSegments {
  readonly count: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What the ledger of this process knows. */
export interface ReportUsage {
  /** In order of the tools' names. */
  readonly tools: readonly ToolUsage[];
  /** Results with no path to be recognised by, in order of the tools' names. */
  readonly notAttributable: readonly UnattributableUsage[];
}

/** The report of a session whose governor is off: nothing was measured. */
export interface OffContextReport {
  readonly schemaVersion: 1;
  readonly session: string;
  readonly madeAt: string;
  readonly mode: "off";
}

/** The report of a session whose governor is `shadow` or `on`. */
export interface MeasuredContextReport {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  readonly session: string;
  /** When it was made, as the caller said: ISO 8601 with an offset. */
  readonly madeAt: string;
  readonly mode: "shadow" | "on";
  readonly policyVersion: number;
  readonly settings: {
    readonly minAgeTurns: number;
    readonly epochMessages: number;
    /** `null`: epochs decide. */
    readonly eligibleMessages: number | null;
  };
  /** What estimated the tokens: UTF-16 length / 4, rounded up, per text. */
  readonly estimator: "chars/4";
  /** Name of the directory that paths are relative to; `null`: paths are as they were written. */
  readonly root: string | null;
  readonly totals: ReportTotals;
  readonly reportedUsage: ReportedUsage | null;
  /** In order; at most 400. */
  readonly segments: readonly ReportSegment[];
  /** What is not listed: with the listed segments it makes the totals, exactly. */
  readonly leftOut: Readonly<Record<Criticality, LeftOutSegments>>;
  readonly compactions: {
    readonly count: number;
    /** In order of their positions. */
    readonly positions: readonly ReportCompaction[];
  };
  /** Results that the agent itself had removed. */
  readonly agentElisions: { readonly count: number; readonly tokens: number };
  /** Counts of the invariants block; `null` when there is none to speak of. */
  readonly invariants: {
    readonly total: number;
    readonly byKind: Readonly<Record<ReportInvariantKind, number>>;
    /** Those that found no room. */
    readonly omitted: number;
  } | null;
  /** `null` without a ledger. */
  readonly usage: ReportUsage | null;
}

/** One value that explains what fills the context of a session. Plain JSON. */
export type ContextReport = OffContextReport | MeasuredContextReport;
