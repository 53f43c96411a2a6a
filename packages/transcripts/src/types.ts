import type { Message } from "@alisio/governor/message";

/** The agents whose sessions are read. */
export type AgentName =
  | "claude-code"
  | "codex"
  | "gemini-cli"
  | "pi"
  | "copilot-cli"
  | "opencode"
  | "alisio"
  | "swe-agent"
  | "mini-swe-agent"
  | "openhands"
  | "trae-agent";

/** The formats that are recognised, by content alone. */
export type FormatName =
  | "claude-code"
  | "codex"
  | "gemini-cli"
  | "pi"
  | "copilot-cli"
  | "opencode-store"
  | "opencode-export"
  | "opencode-events"
  | "opencode-db"
  | "alisio"
  | "openai-chat"
  | "openai-responses"
  | "anthropic-messages"
  | "ai-sdk"
  | "swe-agent"
  | "mini-swe-agent"
  | "openhands"
  | "trae-agent";

/**
 * One session: every conversation with a model that one file (or store) holds. An id, a model or a
 * version of more than 1000 UTF-16 units is none; a longer title or stream id is cut.
 */
export interface TranscriptSession {
  /** The agent that wrote it; `undefined` for a plain request log. */
  readonly agent: AgentName | undefined;
  readonly format: FormatName;
  readonly sessionId: string | undefined;
  /** The working directory as the agent wrote it, never resolved. */
  readonly cwd: string | undefined;
  /** The agent's own title of the session, if it keeps one. This is message text. */
  readonly title: string | undefined;
  readonly agentVersion: string | undefined;
  /** Models that answered, in the order in which they are first seen. */
  readonly models: readonly string[];
  /** Earliest time of any record, in milliseconds since 1970. */
  readonly startedAtMs: number | undefined;
  /** Latest time of any record, in milliseconds since 1970. */
  readonly endedAtMs: number | undefined;
  /** Main conversations first, then subagents in the order in which they started. */
  readonly streams: readonly TranscriptStream[];
  /** Subagents that calls of this session started, whether or not their conversation is in it. */
  readonly startedSubagents: readonly StartedSubagent[];
  /** What was malformed, repaired, skipped or orphaned; never the text of a message. */
  readonly diagnostics: readonly TranscriptDiagnostic[];
}

/** One conversation that a model saw. */
export interface TranscriptStream {
  /** `main`, or the agent's own name of a subagent or of one instance in a file of several. */
  readonly id: string;
  readonly kind: "main" | "subagent";
  /** The call that started a subagent, where the file says it. */
  readonly startedBy: StartedBy | undefined;
  /**
   * The whole log in order, older messages that a compaction replaced included. What a model saw
   * at some point is {@link contextAt}.
   */
  readonly history: readonly Message[];
  /** Where each message of `history` came from: same length, same order. */
  readonly origins: readonly MessageOrigin[];
  readonly compactions: readonly CompactionPlace[];
  /** Results that the agent itself stopped sending, while its log keeps them. */
  readonly agentElisions: readonly AgentElision[];
  /** What the provider reported, one entry per request, in order. */
  readonly usage: readonly RequestUsage[];
  readonly startedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
}

/** The call that started a subagent. */
export interface StartedBy {
  /** The stream that made the call. */
  readonly streamId: string;
  readonly callId: string;
}

/** A subagent and the call that started it. */
export interface StartedSubagent {
  /** The agent's name of it: the stream's `id`, or the `sessionId` of the file that holds it. */
  readonly subagentId: string;
  readonly startedBy: StartedBy;
}

/** Where a message came from. */
export interface MessageOrigin {
  /** Line of the file, from 1; for a document the line on which the document begins. */
  readonly line: number;
  /** Position in the document's own list of messages, from 0; absent for lines. */
  readonly index?: number;
  /** The agent's id of the record: equal ids in two files are one record. */
  readonly id?: string;
  /** Milliseconds since 1970. */
  readonly timeMs?: number;
  /** A user message that the agent put in: reminders, instruction files, command output. */
  readonly isInjected?: true;
  /** Images and other parts of a user or assistant message that are not text. */
  readonly nonTextParts?: number;
}

/** A place where older messages were replaced. */
export interface CompactionPlace {
  /** Index in `history` of the first message that the compaction added. */
  readonly position: number;
  /** How many messages it added; 0 when the log does not hold what replaced the older ones. */
  readonly added: number;
  /**
   * Indices into `history` of what the next request carried, in order: the added messages and
   * those older ones that stayed. Later messages follow from `position + added` on.
   */
  readonly context: readonly number[];
  readonly trigger?: "auto" | "manual";
  /** The agent's own count of tokens before it. */
  readonly tokensBefore?: number;
  readonly origin: MessageOrigin;
}

/** A result that the agent itself removed from its later requests. */
export interface AgentElision {
  readonly callId: string;
  /** Index in `history` from which on requests no longer carried it. */
  readonly position: number;
  readonly origin: MessageOrigin;
}

/** Tokens of one request as the provider reported them. Counts that are not reported are absent. */
export interface RequestUsage {
  /** Index in `history` of the assistant message that this request produced. */
  readonly position: number;
  readonly model?: string;
  /** Milliseconds since 1970. */
  readonly timeMs?: number;
  /** All tokens sent, cached ones included. */
  readonly inputTokens?: number;
  /** Of these, read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Of these, written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
}

/** What a {@link TranscriptDiagnostic} is about; the message says what to do. */
export type TranscriptDiagnosticCode =
  | "line.damaged"
  | "line.split"
  | "line.too-long"
  | "line.not-a-record"
  | "document.truncated"
  | "document.extra"
  | "record.unknown"
  | "record.malformed"
  | "record.duplicate"
  | "result.orphan"
  | "call.unanswered"
  | "call.duplicate"
  | "result.duplicate"
  | "call.invalid-arguments"
  | "chain.broken"
  | "branch.abandoned"
  | "time.went-back"
  | "session.empty"
  | "file.unreadable"
  | "file.needs-newer-node"
  | "session.too-many-compactions"
  | "session.too-many-diagnostics";

/** A problem in the user's file, as data. */
export interface TranscriptDiagnostic {
  /** Stable; branch on this and not on the message. */
  readonly code: TranscriptDiagnosticCode;
  /** `error`: content was lost; `warning`: content was repaired or is doubtful; `information`: worth knowing. */
  readonly severity: "error" | "warning" | "information";
  /** The path that the caller gave; `null` without one. */
  readonly path: string | null;
  /** From 1; `null` where no place in the file is meant. */
  readonly line: number | null;
  /** From 1, in UTF-16 units; `null` where no place in the line is meant. */
  readonly column: number | null;
  /** What is wrong and how to mend it; never text of a message. */
  readonly message: string;
}
