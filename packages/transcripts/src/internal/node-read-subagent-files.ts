import { TranscriptsError } from "../errors.ts";
import { joinSubagents } from "../join-subagents.ts";
import type { TranscriptDiagnostic, TranscriptSession } from "../types.ts";
import { type OptionNames, takeOptions } from "./arguments.ts";
import { demandSession } from "./demand-session.ts";
import { type ListSessionsOptions, listSessions } from "./node-list-sessions.ts";
import { readTranscriptFile } from "./node-read-transcript-file.ts";

/** Where the agent's sessions are. */
export type ReadSubagentFilesOptions = Pick<
  ListSessionsOptions,
  "homeDirectory" | "environment" | "roots"
>;

const OPTIONS: OptionNames<ReadSubagentFilesOptions> = {
  homeDirectory: true,
  environment: true,
  roots: true,
};

/**
 * The session with the conversations of subagents that its agent keeps in files of their own; what
 * isn't found among the agent's sessions stays out, and a file that can't be read is a diagnostic.
 *
 * @example
 * ```ts
 * const session = await readTranscriptFile(path);
 * if (session !== undefined) console.log((await readSubagentFiles(session)).streams.length);
 * ```
 *
 * @throws TranscriptsError `invalid_argument`, `invalid_option`.
 */
export async function readSubagentFiles(
  session: TranscriptSession,
  options: ReadSubagentFilesOptions = {},
): Promise<TranscriptSession> {
  demandSession(session);
  const { homeDirectory, environment, roots } = takeOptions(options, OPTIONS);
  if (session.startedSubagents.length === 0 || session.agent === undefined) return session;
  const { sessions } = await listSessions({
    homeDirectory,
    environment,
    roots,
    agents: [session.agent],
    includeSubagents: true,
  });
  const others: TranscriptSession[] = [];
  const unread: TranscriptDiagnostic[] = [];
  for (const { path, parentId } of sessions) {
    if (parentId === undefined || parentId !== session.sessionId) continue;
    try {
      const other = await readTranscriptFile(path);
      if (other) others.push(other);
    } catch (error) {
      if (!TranscriptsError.isInstance(error)) throw error;
      const { message } = error;
      const place = { path, line: null, column: null };
      unread.push({ code: "file.unreadable", severity: "error", ...place, message });
    }
  }
  const joined = joinSubagents(session, others);
  return { ...joined, diagnostics: [...joined.diagnostics, ...unread] };
}
