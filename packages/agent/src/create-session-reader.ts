import { lstat, readdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { AgentError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { followEvents } from "./internal/follow-session.ts";
import { openForReading, readSession } from "./internal/read-session.ts";
import { checkSessionId, isSessionId } from "./internal/session-id.ts";
import { contextEstimate, sessionReport } from "./internal/session-report.ts";
import { readBudget, readGovernance } from "./internal/stored-values.ts";
import type { GovernanceSettings } from "./types-runner.ts";
import type { SessionReader } from "./types-session-reader.ts";

/** Of a session whose settings can't be read: nothing is measured. */
const NO_GOVERNANCE: GovernanceSettings = {
  mode: "off",
  minAgeTurns: 2,
  epochMessages: 32,
  maxInvariantCharacters: 4000,
};

/** What {@link createSessionReader} reads. */
export interface SessionReaderOptions {
  /** `<state home>/sessions`, absolute; it need not exist. */
  readonly sessionsDirectory: string;
}

/**
 * A reader of Alisio's session files, also of those that another process is writing. It takes no lock
 * and changes nothing. Each function throws AgentError `invalid_session_id` for what can't be an id
 * and `session_unusable` for a file that is no session; `follow` also `session_not_found`.
 *
 * @throws AgentError `invalid_argument`, `invalid_option`
 * @example
 * ```ts
 * const reader = createSessionReader({ sessionsDirectory });
 * const [newest] = await reader.list();
 * for await (const { event } of reader.follow(newest.id, { after: 0, signal })) console.log(event);
 * ```
 */
export function createSessionReader(options: SessionReaderOptions): SessionReader {
  const { sessionsDirectory } = takeOptions(options, { sessionsDirectory: true });
  if (typeof sessionsDirectory !== "string" || !isAbsolute(sessionsDirectory)) {
    throw new AgentError("invalid_option", "sessionsDirectory has to be an absolute path.");
  }
  return {
    list: () => listSessions(sessionsDirectory),
    context: async (id) => {
      const view = await readSession(sessionsDirectory, checkSessionId(id));
      return view && contextEstimate(view.main, readBudget(view.state("contextBudget")));
    },
    report: async (id, options) => {
      const view = await readSession(sessionsDirectory, checkSessionId(id));
      const governance = readGovernance(view?.state("governance")) ?? NO_GOVERNANCE;
      return view && sessionReport(id, view, { ...options, governance });
    },
    follow: (id, { after, signal }) => follow(sessionsDirectory, checkSessionId(id), after, signal),
  };
}

async function listSessions(directory: string): ReturnType<SessionReader["list"]> {
  const sessions: { id: string; modifiedMs: number; bytes: number }[] = [];
  for (const name of await namesIn(directory)) {
    const id = name.slice(0, -".jsonl".length);
    if (!name.endsWith(".jsonl") || !isSessionId(id)) continue;
    const stat = await lstat(join(directory, name)).catch(() => undefined);
    if (stat?.isFile()) sessions.push({ id, modifiedMs: stat.mtimeMs, bytes: stat.size });
  }
  return sessions.sort(
    (left, right) => right.modifiedMs - left.modifiedMs || (left.id < right.id ? -1 : 1),
  );
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    const message = `The sessions' directory can't be read (${code}): check its permissions.`;
    throw new AgentError("session_unusable", message, { cause: error });
  }
}

async function* follow(
  directory: string,
  id: string,
  after: number,
  signal: AbortSignal,
): ReturnType<typeof followEvents> {
  const handle = await openForReading(directory, id);
  if (!handle) {
    throw new AgentError("session_not_found", "There is no session of this id to follow.");
  }
  try {
    yield* followEvents(handle, join(directory, `${id}.jsonl`), after, signal);
  } finally {
    await handle.close();
  }
}
