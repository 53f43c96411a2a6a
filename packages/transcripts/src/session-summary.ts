import type { AgentName, TranscriptDiagnostic } from "./types.ts";

/** One session on disk, from its file's head and tail alone. */
export interface SessionSummary {
  readonly agent: AgentName;
  /** The agent's id of the session; the file's name without its extension where the file says none. */
  readonly id: string;
  /** What `readTranscriptFile` takes. */
  readonly path: string;
  /** When it was last written, in milliseconds since 1970 (of the file, or as the agent noted it). */
  readonly modifiedAtMs: number;
  /** Absent where the session is not one file. */
  readonly sizeBytes: number | undefined;
  /** The working directory as the agent wrote it. */
  readonly cwd: string | undefined;
  /** The agent's own title, else the first words of the user's first message. Message text. */
  readonly title: string | undefined;
  /** A conversation that another one started. */
  readonly isSubagent: boolean;
  /** The id of the session that started a subagent's conversation, where its file says it. */
  readonly parentId: string | undefined;
}

/** What was found. */
export interface SessionList {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  /** Newest first; of equal age in order of their paths. */
  readonly sessions: readonly SessionSummary[];
  /** Places that could not be looked into. */
  readonly diagnostics: readonly TranscriptDiagnostic[];
}
