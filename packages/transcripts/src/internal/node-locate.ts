import type { SessionSummary } from "../session-summary.ts";
import type { AgentName } from "../types.ts";

/** Where a user's agents keep things: what `listSessions` was given. */
export interface LocateEnvironment {
  /** The user's home directory. */
  readonly home: string;
  /** Environment variables; the agents' own ones override their default places. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Finds one agent's sessions. Reads heads and tails only, and never throws for a bad file. */
export interface Locator {
  readonly agent: AgentName;
  /** The directory (or file) to look in, when the caller names none. */
  root(environment: LocateEnvironment): string;
  /** All sessions under a root, in any order; an absent root has none. */
  list(root: string): Promise<readonly SessionSummary[]>;
}
