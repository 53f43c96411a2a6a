import { AgentError } from "@alisio/agent/sessions";
import {
  type TranscriptSession,
  type TranscriptStream,
  TranscriptsError,
} from "@alisio/transcripts";
import { readSubagentFiles, readTranscriptFile } from "@alisio/transcripts/node";
import type { SessionPlaces } from "../types.ts";
import { noSuchSession, RequestProblem } from "./request-problem.ts";
import type { KnownSession } from "./session-index.ts";

/** Reads the session's file, with the conversations of its subagents where they are asked for. */
export async function readSession(
  { summary }: KnownSession,
  places: SessionPlaces,
  withSubagents: boolean,
): Promise<TranscriptSession> {
  try {
    const session = await readTranscriptFile(summary.path);
    if (session === undefined) throw noSuchSession();
    if (!withSubagents) return session;
    return await readSubagentFiles(session, {
      homeDirectory: places.homeDirectory,
      environment: places.environment,
      roots: { alisio: places.sessionsDirectory },
    });
  } catch (error) {
    if (TranscriptsError.isInstance(error)) throw unreadable();
    throw error;
  }
}

/** What the reader of Alisio's sessions says of one. */
export async function askReader<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  try {
    const value = await ask();
    if (value !== undefined) return value;
  } catch (error) {
    if (!AgentError.isInstance(error)) throw error;
    if (error.code === "session_unusable") throw unreadable();
    if (error.code !== "session_not_found") throw error;
  }
  throw noSuchSession();
}

/** The errors' own messages may name what the file holds. */
function unreadable(): RequestProblem {
  return new RequestProblem(
    422,
    "unreadable_session",
    "The session's file can't be read as a session; alisio context report says why.",
  );
}

/** The conversation that was named, or the main one. */
export function streamOf(
  { streams }: TranscriptSession,
  named: string | undefined,
): TranscriptStream | undefined {
  if (named !== undefined) return streams.find((stream) => stream.id === named);
  return streams.find((stream) => stream.kind === "main") ?? streams[0];
}
