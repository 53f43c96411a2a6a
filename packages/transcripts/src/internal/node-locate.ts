import type { SessionSummary } from "../session-summary.ts";
import type { AgentName, TranscriptDiagnosticCode } from "../types.ts";

/** Where a user's agents keep things: what `listSessions` was given. */
interface LocateEnvironment {
  /** The user's home directory. */
  readonly home: string;
  /** Environment variables; the agents' own ones override their default places. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is looked for, and where problems are told. */
export interface LocateRequest {
  /** Only sessions of this directory are wanted: a hint, the caller filters by `cwd` anyway. */
  readonly cwd: string | undefined;
  readonly includeSubagents: boolean;
  /** A place that could not be looked into; the rest is listed all the same. */
  report(code: TranscriptDiagnosticCode, path: string, message: string): void;
}

/** Finds one agent's sessions. Reads heads and tails only, and never throws for a bad file. */
export interface Locator {
  readonly agent: AgentName;
  /** The directory (or file) to look in, when the caller names none. */
  root(environment: LocateEnvironment): string;
  /** All sessions under a root, in any order; an absent root has none. */
  list(root: string, request: LocateRequest): Promise<readonly SessionSummary[]>;
}
