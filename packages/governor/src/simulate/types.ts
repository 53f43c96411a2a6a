import type { Message, ToolCall } from "../message.ts";
import type { ElisionReason, ToolProfile } from "../types.ts";

/** A recorded conversation, as a stream of `@alisio/transcripts` holds it. */
export interface SimulationStream {
  /** The whole log in order, older messages that a compaction replaced included. */
  readonly history: readonly Message[];
  /** In the order in which they were sent. */
  readonly requests: readonly SimulationRequest[];
  readonly compactions?: readonly SimulationCompaction[] | undefined;
  /** Results that the agent itself stopped sending: they count as not sent on both sides. */
  readonly agentElisions?: readonly WithheldResult[] | undefined;
}

/** One request to the model. */
export interface SimulationRequest {
  /**
   * How many messages of the history had been written when it was sent. It carried these, from the
   * last compaction on what that left. Never below that of the request before.
   */
  readonly length: number;
  /** Index of the assistant message that answered it, where the log has one. */
  readonly response?: number | undefined;
  /** Milliseconds since 1970. Without it the request counts as sent right after the one before. */
  readonly timeMs?: number | undefined;
  /** All input tokens that the provider reported for it, cached ones included. */
  readonly inputTokens?: number | undefined;
  /** It is counted elsewhere already (a fork repeats requests): replayed, and left out of the figures. */
  readonly isCopy?: boolean | undefined;
}

/** A place where older messages were replaced. */
export interface SimulationCompaction {
  /** Index in `history` of the first message that it added. */
  readonly position: number;
  /** How many messages it added. */
  readonly added: number;
  /** Indices into `history` of what the next request carried; later messages follow these. */
  readonly context: readonly number[];
}

/** A result that the agent removed from its later requests. */
export interface WithheldResult {
  readonly callId: string;
  /** Index in `history` from which on requests no longer carried it. */
  readonly position: number;
}

/**
 * When elisions are applied: at the ends of epochs, or only at requests whose cache is cold anyway
 * (after a pause, and the first one after the agent itself rewrote the past).
 */
export type Apply = "epochs" | "cold";

/**
 * The texts of a file that a call quotes in order to replace them, such as the `old_string` of an
 * edit. A pure function; nothing for calls that quote nothing.
 */
export type QuotedBy = (call: ToolCall) => readonly string[];

/** What the caller may set. Every field is optional. */
export interface SimulationSettings {
  /** As in the governor's settings. */
  readonly minAgeTurns?: number | undefined;
  /** As in the governor's settings; not used by `apply: "cold"`. */
  readonly epochMessages?: number | undefined;
  /** As in the governor's settings. */
  readonly policyVersion?: number | undefined;
  /** How results are understood; that of Alisio's own tools by default. */
  readonly profile?: ToolProfile | undefined;
  /** `epochs` by default. */
  readonly apply?: Apply | undefined;
  /** What the agent's edits quote. Without it nothing counts as still needed. */
  readonly quotedBy?: QuotedBy | undefined;
  /** Price of an input token that is neither read from nor written to a cache: 1 by default. */
  readonly priceInput?: number | undefined;
  /** Price of an input token that is read from the cache: 0.1 by default. */
  readonly priceCached?: number | undefined;
  /** Price of an input token that is written to the cache: 1.25 by default. */
  readonly priceCacheWrite?: number | undefined;
  /** A request more than so long after the one before finds nothing cached: 300,000 by default. */
  readonly coldAfterMs?: number | undefined;
  /** A prompt of fewer tokens is not cached: 1024 by default. */
  readonly minCacheTokens?: number | undefined;
}

/** Settings after defaults. */
export interface ResolvedSimulationSettings {
  readonly minAgeTurns: number;
  readonly epochMessages: number;
  readonly policyVersion: number;
  readonly profile: ToolProfile;
  readonly apply: Apply;
  readonly quotedBy: QuotedBy | undefined;
  readonly priceInput: number;
  readonly priceCached: number;
  readonly priceCacheWrite: number;
  readonly coldAfterMs: number;
  readonly minCacheTokens: number;
}

/**
 * What a replay gives: counts and sums over all requests that are counted. Tokens are estimates
 * (UTF-16 length / 4), scaled where the provider reported usage; see {@link simulateStream}.
 */
export interface SimulationFigures {
  readonly requests: number;
  /** Requests that are counted elsewhere, and not among these. */
  readonly copiedRequests: number;
  /** Requests that found nothing cached: the first of a conversation, and those after a pause. */
  readonly coldRequests: number;
  /**
   * Requests but the first at which `apply: "cold"` could elide: those after a pause, and those before
   * which the agent rewrote the past. Absent in reports from before it was counted.
   */
  readonly coldMoments?: number | undefined;
  /** Requests whose time isn't known; they count as sent in time for the cache. */
  readonly untimedRequests: number;
  /** Requests whose input tokens the provider reported, and which the scale is taken from. */
  readonly reportedRequests: number;
  /** Sent without the governor. */
  readonly inputTokensOff: number;
  /** Sent with it: `inputTokensOff - tokensSaved`. */
  readonly inputTokensOn: number;
  /** Sum of `tokensSavedByReason`. */
  readonly tokensSaved: number;
  /** `tokensSaved / inputTokensOff`, 0 to 1; 0 where nothing was sent. */
  readonly savedShare: number;
  /** Results that some request carried as a stub. */
  readonly elided: number;
  readonly elidedByReason: Readonly<Record<ElisionReason, number>>;
  readonly tokensSavedByReason: Readonly<Record<ElisionReason, number>>;
  /** Requests that did not begin with all that the request before had sent, without the governor. */
  readonly prefixChangesOff: number;
  /** The same with it. */
  readonly prefixChangesOn: number;
  /** Those with the governor that are none without it. */
  readonly prefixChangesAdded: number;
  /** Input tokens times their prices, without the governor. */
  readonly billOff: number;
  /** The same with it. */
  readonly billOn: number;
  /** `billOn / billOff`; 1 where nothing was to be paid. */
  readonly billRatio: number;
  /** Elided reads whose text a later edit quoted although nothing later in its request showed it. */
  readonly stillNeeded: number;
  /** Edits that quoted such text: one edit may have needed several reads of a file. */
  readonly stillNeededEdits: number;
  /** `stillNeeded / elidedByReason.superseded_read`, 0 to 1; 0 where no read was elided. */
  readonly stillNeededShare: number;
}

/** One conversation of a session. */
export interface SimulatedStream {
  readonly id: string;
  readonly kind: "main" | "subagent";
  readonly figures: SimulationFigures;
}

/** One session: the sums of its streams. */
export interface SimulatedSession {
  /** The agent's id of it. */
  readonly session: string;
  /** The file that it was read from, if there is one. */
  readonly path: string | null;
  /** The agent that wrote it; the name of the format for a plain request log. */
  readonly agent: string;
  readonly streams: readonly SimulatedStream[];
  readonly figures: SimulationFigures;
}

/** The sessions of one agent together. */
export interface SimulatedAgent {
  readonly agent: string;
  readonly sessions: number;
  readonly figures: SimulationFigures;
}

/** All sessions under other settings. */
export interface SweepRow {
  readonly apply: Apply;
  readonly minAgeTurns: number;
  /** `null` where epochs play no part. */
  readonly epochMessages: number | null;
  readonly figures: SimulationFigures;
}

/** The settings of a report: all but functions. */
export type ReportedSettings = Omit<ResolvedSimulationSettings, "profile" | "quotedBy">;

/** What `alisio context simulate --json` prints. Numbers, ids and paths; never text of a session. */
export interface SimulationReport {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  readonly settings: ReportedSettings;
  /** In the order in which they were given. */
  readonly sessions: readonly SimulatedSession[];
  /** In order of the agents' names (by code units). */
  readonly agents: readonly SimulatedAgent[];
  readonly total: SimulationFigures;
  /** Absent where no other settings were tried. */
  readonly sweep?: readonly SweepRow[] | undefined;
}
