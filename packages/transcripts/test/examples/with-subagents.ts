import { findSharedMessages, joinSubagents, type TranscriptSession } from "@alisio/transcripts";
import { listSessions, readTranscriptFile } from "@alisio/transcripts/node";

/** The session of a file with its subagents' conversations, which have files of their own. */
export async function wholeSession(path: string): Promise<TranscriptSession | undefined> {
  const session = await readTranscriptFile(path);
  if (session?.agent === undefined) return session;
  const { sessions } = await listSessions({ agents: [session.agent], includeSubagents: true });
  const others: TranscriptSession[] = [];
  for (const { parentId, path: other } of sessions) {
    const isOurs = parentId === session.sessionId;
    const read = isOurs ? await readTranscriptFile(other) : undefined;
    if (read !== undefined) others.push(read);
  }
  return joinSubagents(session, others);
}

/** How many messages of a fork stand in the session that it came from. */
export function copiedMessages(original: TranscriptSession, fork: TranscriptSession): number {
  return findSharedMessages([original, fork]).length;
}
