import type { Message, ToolCall } from "./message.ts";

/** What the governor does with a request: nothing, only count, or replace redundant results. */
export type GovernorMode = "off" | "shadow" | "on";

/** Why a result is redundant. */
export type ElisionReason = "superseded_read" | "stale_bg_output" | "duplicate_search";

/** A file was read. */
export interface ReadObservation {
  readonly kind: "read";
  /** As written in the call: paths are compared literally. */
  readonly path: string;
  /** Hash of the whole file, for a partial read too. At least 8 hex digits, else it counts as none. */
  readonly sha256?: string | undefined;
  /** First line that was asked for, from 1; shown in the stub. */
  readonly startLine?: number | undefined;
  /** How many lines were asked for; shown in the stub. */
  readonly limit?: number | undefined;
  /**
   * For formats without hashes: the normalised text, compared in place of a hash with that of other
   * reads of the same path and the same {@link rangeKey}. Ignored when there is a `sha256`.
   */
  readonly compareText?: string | undefined;
  /** Which part of the file {@link compareText} is; absent for a read of the whole file. */
  readonly rangeKey?: string | undefined;
}

/** A file was written or edited. */
export interface ChangeObservation {
  readonly kind: "change";
  readonly path: string;
}

/** The output of a background task was polled. */
export interface BackgroundObservation {
  readonly kind: "background";
  readonly taskId: string;
  /** After defaults. */
  readonly offset: number;
  /** After defaults. */
  readonly limit: number;
  /** The poll returned no text. */
  readonly isEmpty: boolean;
  /** Where the next poll continues, if the result says so. */
  readonly nextOffset?: number | undefined;
}

/** A search was made. */
export interface SearchObservation {
  readonly kind: "search";
  /** Shown in the stub. */
  readonly pattern: string;
  /** Equal for equal arguments, and only then. */
  readonly argumentsKey: string;
  /** Equal for equal matches, and only then; without elapsed times and statistics. */
  readonly matchesKey: string;
  /** The files that matched, for the usage ledger. */
  readonly paths?: readonly string[] | undefined;
}

/** Paths that matter to the usage ledger alone: what a listing showed, what a process was given. */
export interface PathsObservation {
  readonly kind: "paths";
  readonly paths: readonly string[];
  /**
   * The paths come from the result, as those of a directory listing do. A call uses the results
   * that gave it a path by naming that path, and a listing names none of what it shows.
   */
  readonly isListing?: boolean | undefined;
}

/** What a result says about the world. */
export type Observation =
  | ReadObservation
  | ChangeObservation
  | BackgroundObservation
  | SearchObservation
  | PathsObservation;

/** The successful result that a tool profile looks at. */
export interface ObservedResult {
  /** All text parts together; `null` when a part isn't text. */
  readonly text: string | null;
  readonly isError: false;
}

/**
 * Says what a successful result means. Results that it gives no observation for are never elided
 * and justify nothing. It must be a pure function of the call and the result.
 */
export interface ToolProfile {
  (call: ToolCall, result: ObservedResult): readonly Observation[];
  /**
   * Saves work: what a call is about, without a look at its result (such as the path of a read).
   * Results with different subjects must have nothing to do with each other; `undefined` says that
   * the profile doesn't know the tool. With it the text of a result is read only once a second
   * result has the same subject. Without it every successful result is shown to the profile.
   */
  readonly subjectOf?: ((call: ToolCall) => string | undefined) | undefined;
}

/** What the caller may set. Every field is optional. */
export interface GovernorSettings {
  /** `off` by default: the governor changes nothing unless it is asked to. */
  readonly mode?: GovernorMode | undefined;
  /** A result is left alone until so many assistant messages follow it: 1 to 20, 2 by default. */
  readonly minAgeTurns?: number | undefined;
  /**
   * The eligible prefix grows in steps of so many messages (system messages not counted), so that
   * the provider's prompt cache keeps hitting in between: 0 to 1000, 32 by default. 0 projects as
   * early as the rules allow.
   */
  readonly epochMessages?: number | undefined;
  /**
   * Length of the eligible prefix in messages, in place of `epochMessages`, for a host that knows a
   * better moment than a count: 0 to the length of the history. Unset by default.
   */
  readonly eligibleMessages?: number | undefined;
  /** Pins the rules: 1 to {@link CURRENT_POLICY_VERSION}. Unset follows the current version. */
  readonly policyVersion?: number | undefined;
  /** How results are understood; that of Alisio's own tools by default. */
  readonly profile?: ToolProfile | undefined;
}

/** Settings after defaults. */
export interface ResolvedSettings {
  readonly mode: GovernorMode;
  readonly minAgeTurns: number;
  readonly epochMessages: number;
  /** `undefined`: epochs decide. */
  readonly eligibleMessages: number | undefined;
  readonly policyVersion: number;
  readonly profile: ToolProfile;
}

/** One result that travels (or in `shadow` would travel) as a stub. Tokens are estimates. */
export interface Elision {
  readonly callId: string;
  readonly reason: ElisionReason;
  /** Call id of the last later result that concerns the same thing. */
  readonly supersededBy: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly tokensSaved: number;
}

/** Counts over one whole request. Tokens are estimates: UTF-16 length / 4, rounded up, per text. */
export interface Totals {
  readonly messages: number;
  readonly segments: number;
  readonly elided: number;
  readonly elidedByReason: Readonly<Record<ElisionReason, number>>;
  readonly tokensBefore: number;
  /** What the request has (in `shadow`: would have) with the stubs in place. */
  readonly tokensAfter: number;
}

/** What to send, and what was decided. */
export interface Projection<M extends Message = Message> {
  readonly messages: readonly M[];
  /** In history order. */
  readonly elisions: readonly Elision[];
  /** Absent in `off`, which measures nothing. */
  readonly totals?: Totals;
}

/** What a view may be asked for. */
export interface ViewOptions {
  /**
   * Length of the eligible prefix from this view on, in place of epochs: from what is eligible
   * already to the number of messages pushed.
   */
  readonly eligibleMessages?: number | undefined;
}

/** The incremental form of `projectHistory`. */
export interface Projector<M extends Message = Message> {
  /**
   * Appends messages to the history.
   *
   * @throws GovernorError `invalid_history` when it isn't given an array.
   */
  push(newMessages: readonly M[]): void;
  /**
   * The projection of all that was pushed. Its arrays belong to the projector: they are valid until
   * the next push, which may change them in place.
   *
   * @throws GovernorError `invalid_setting`, `unknown_setting`, `invalid_observation`, `profile_failed`.
   */
  view(options?: ViewOptions): Projection<M>;
  /** The same as {@link view}, in arrays that no later push touches. */
  snapshot(options?: ViewOptions): Projection<M>;
}

/** What a segment is. */
export type SegmentKind =
  | "system"
  | "user"
  | "checkpoint"
  | "assistant"
  | "tool_call"
  | "tool_result";

/** One text of a request. */
export interface Segment {
  readonly kind: SegmentKind;
  /** Position of its message in the history, from 0. */
  readonly messageIndex: number;
  /** Of a call and of a result. */
  readonly callId?: string;
  /** Of a call, and of a result whose call came before it. */
  readonly toolName?: string;
  readonly text: string;
  /** Estimate: length of the text / 4, rounded up. */
  readonly tokens: number;
  /** Parts of a result that aren't text; they count no tokens. */
  readonly nonTextParts: number;
}

/** How often later calls named a path of one tool's results. */
export interface ToolUsage {
  readonly tool: string;
  /** Results with a path that the model saw whole. */
  readonly seen: number;
  /** Those of them with a path that a later call named. */
  readonly used: number;
  /** Reads whose file was read again later; that alone is no use. */
  readonly reread: number;
}

/** Results of one tool that have no path to be recognised by. */
export interface UnattributableUsage {
  readonly tool: string;
  readonly seen: number;
}

/** What the ledger knows, in order of the tools' names (by code units). */
export interface UsageSummary {
  readonly tools: readonly ToolUsage[];
  readonly notAttributable: readonly UnattributableUsage[];
}

/** The usage summary as the event carries it: unattributable results only as a count. */
export interface EventUsage {
  readonly tools: readonly ToolUsage[];
  readonly notAttributable: number;
}

/** The event of one request. Ids and counts alone: no path, no pattern, no content. */
export interface ContextGovernedEvent {
  readonly type: "context_governed";
  /** Version of this shape. */
  readonly version: 1;
  readonly mode: "shadow" | "on";
  readonly policyVersion: number;
  /** Number of the request within the run, from 1. */
  readonly request: number;
  readonly messages: number;
  readonly segments: number;
  readonly elided: number;
  readonly elidedByReason: Readonly<Record<ElisionReason, number>>;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Call ids elided for the first time by this request, at most 32, in history order. */
  readonly newlyElided: readonly string[];
  /** How many more there are. */
  readonly newlyElidedOmitted: number;
  readonly usage: EventUsage;
}
