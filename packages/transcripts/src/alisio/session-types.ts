import type { Message, Part } from "@alisio/governor/message";

/** What the header of an Alisio session names as its format. */
export const ALISIO_SESSION_FORMAT = "alisio-session" as const;

/** The version of the format that this package writes. Older ones are read, newer ones refused. */
export const ALISIO_SESSION_VERSION = 1 as const;

/**
 * Keys that no state record may have. Grants live in the process that was given them and end with
 * it: a file that held them would hand them to whoever opens it.
 */
export const FORBIDDEN_STATE_KEYS: readonly string[] = ["grants"];

/** The first line of a session file. */
export interface SessionHeaderRecord {
  readonly type: "session";
  readonly format: typeof ALISIO_SESSION_FORMAT;
  readonly version: typeof ALISIO_SESSION_VERSION;
  readonly sessionId: string;
  /** When the session began, as ISO 8601 text in UTC. */
  readonly at: string;
  /** The directory that the session works in, as the agent was given it. */
  readonly cwd: string;
  /** The root that the workspace search found; `null` when the search was switched off. */
  readonly workspaceRoot?: string | null;
  readonly agentVersion?: string;
}

/** The start of a subagent's run. Records that carry its `run` belong to it. */
export interface SessionRunRecord {
  readonly type: "run";
  readonly at: string;
  /** The run's name, unique in the file. */
  readonly run: string;
  /** The call that started it. */
  readonly callId: string;
  /** The run that made that call; absent for the main run. */
  readonly parentRun?: string;
}

/** Tokens of the request that an assistant message answers, as the provider reported them. */
export interface SessionUsage {
  /** All tokens sent, cached ones included. */
  readonly inputTokens?: number;
  /** Of these, read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Of these, written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
}

/** One message of the canonical history. */
export interface SessionMessageRecord {
  readonly type: "message";
  readonly at: string;
  /** The run that it belongs to; absent for the main run. */
  readonly run?: string;
  readonly message: Message;
  /** Of an assistant message: the model that answered. */
  readonly model?: string;
  /** Of an assistant message. */
  readonly usage?: SessionUsage;
  /** Of a user message: `true` when the agent put it in, not the user. */
  readonly injected?: boolean;
}

/** One event of the agent, as its listeners were told of it. */
export interface SessionEventRecord {
  readonly type: "event";
  readonly at: string;
  readonly run?: string;
  /** From 1, growing within the file: where a listener that was cut off goes on. */
  readonly id: number;
  readonly event: { readonly type: string; readonly [field: string]: unknown };
}

/** Older messages of a run replaced by a checkpoint. */
export interface SessionCompactionRecord {
  readonly type: "compaction";
  readonly at: string;
  readonly run?: string;
  readonly trigger: "auto" | "manual";
  /**
   * How many of the run's message records (from the file's beginning, system messages and those
   * of earlier compactions counted) the checkpoint replaces. System messages among them stay.
   */
  readonly firstKept: number;
  /** The text of the checkpoint. */
  readonly checkpoint: string;
  /** The agent's estimate of the context before it. */
  readonly tokensBefore?: number;
}

/** A result cut down in place, so that the context fits its budget. */
export interface SessionReductionRecord {
  readonly type: "reduction";
  readonly at: string;
  readonly run?: string;
  readonly callId: string;
  /** What requests carry from here on in place of the result's content. */
  readonly content: string | readonly Part[];
}

/** A value that belongs to the session: its goal, plan, options. The last one of a key counts. */
export interface SessionStateRecord {
  readonly type: "state";
  readonly at: string;
  /** Not one of {@link FORBIDDEN_STATE_KEYS}. */
  readonly key: string;
  /** Any JSON value; `null` forgets the key. */
  readonly value: unknown;
}

/** One line of an Alisio session. Fields that are not named here are carried through. */
export type SessionRecord =
  | SessionHeaderRecord
  | SessionRunRecord
  | SessionMessageRecord
  | SessionEventRecord
  | SessionCompactionRecord
  | SessionReductionRecord
  | SessionStateRecord;

/** What is wrong with one line. */
export interface SessionProblem {
  /**
   * `damaged`: not JSON. `malformed`: a record with a wrong or missing field. `unknown`: a record
   * of no known type. `newer-version`: a header of a version that this package does not know.
   */
  readonly kind: "damaged" | "malformed" | "unknown" | "newer-version";
  /** Which field, and what it should be; never text of the session. */
  readonly message: string;
}
