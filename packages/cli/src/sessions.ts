import { statSync } from "node:fs";
import type { ToolProfile } from "@alisio/governor";
import type { TranscriptSession, TranscriptStream } from "@alisio/transcripts";
import type { SessionList } from "@alisio/transcripts/node";
import { CliError } from "./errors.ts";
import type { CommandContext } from "./globals.ts";
import { neutral } from "./output/neutral.ts";

/** Sessions of the working directory, or of every one. */
export async function findSessions(context: CommandContext, all: boolean): Promise<SessionList> {
  const { listSessions } = await import("@alisio/transcripts/node");
  return await listSessions({
    homeDirectory: context.io.homeDirectory,
    environment: context.io.environment,
    ...(all ? {} : { cwd: context.cwd }),
  });
}

/** The conversations that the user had; a subagent's are not among them. */
export function mainStreams(session: TranscriptSession): readonly TranscriptStream[] {
  return session.streams.filter((stream) => stream.kind === "main");
}

/** Reads what the command line names: a file, an id, or the newest session of this directory. */
export async function openSession(
  context: CommandContext,
  named: string | undefined,
  latest: boolean,
): Promise<{ readonly path: string; readonly session: TranscriptSession }> {
  if ((named === undefined) !== latest) {
    throw new CliError(
      "name a transcript file or a session's id (alisio sessions list), or --latest",
    );
  }
  const path = named === undefined ? await latestPath(context) : await pathOf(context, named);
  const session = await readNamed(context, path);
  if (session) return { path, session };
  throw new CliError(`${neutral(path)} is gone; alisio sessions list shows what is there`);
}

/**
 * The session with the conversations of subagents that its agent keeps in files of their own; what
 * isn't found among the agent's sessions stays out.
 */
export async function withSubagents(
  context: CommandContext,
  session: TranscriptSession,
): Promise<TranscriptSession> {
  const { readSubagentFiles } = await import("@alisio/transcripts/node");
  return await readSubagentFiles(session, {
    homeDirectory: context.io.homeDirectory,
    environment: context.io.environment,
  });
}

async function readNamed(
  context: CommandContext,
  path: string,
): Promise<TranscriptSession | undefined> {
  const { readTranscriptFile } = await import("@alisio/transcripts/node");
  const { TranscriptsError } = await import("@alisio/transcripts");
  try {
    return await readTranscriptFile(path);
  } catch (error) {
    if (!TranscriptsError.isInstance(error)) throw error;
    throw new CliError(`${neutral(context.showPath(path))}: ${neutral(error.message)}`);
  }
}

async function latestPath(context: CommandContext): Promise<string> {
  const [newest] = (await findSessions(context, false)).sessions;
  if (newest) return newest.path;
  throw new CliError(
    `--latest: no session of ${neutral(context.cwd)} was found; alisio sessions list --all shows the others`,
  );
}

/** Those that an id, or its beginning, names: a whole id wins over others that begin with it. */
export function sessionsNamed<Session extends { readonly id: string }>(
  sessions: readonly Session[],
  named: string,
): readonly Session[] {
  const exact = sessions.filter(({ id }) => id === named);
  return exact.length > 0 ? exact : sessions.filter(({ id }) => id.startsWith(named));
}

/** A file wins over an id; an id may be cut short where it stays the only one. */
async function pathOf(context: CommandContext, named: string): Promise<string> {
  const path = context.resolvePath(named);
  if (exists(path)) return path;
  const { sessions } = await findSessions(context, true);
  const found = sessionsNamed(sessions, named);
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError(
      `${neutral(named)} is neither a file nor a session's id; alisio sessions list --all shows them`,
    );
  }
  if (second !== undefined) {
    throw new CliError(
      `${neutral(named)} names ${found.length} sessions; name one by its file (alisio sessions list --all --json)`,
    );
  }
  return first.path;
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // an id that can't be a path, such as one that runs through a file
  }
}

/** How the session's tools are understood: as the user says, else by its agent, else not at all. */
export async function profileFor(
  session: TranscriptSession,
  named: string | undefined,
): Promise<ToolProfile | undefined> {
  const { loadToolProfile, TOOL_PROFILE_NAMES } = await import("@alisio/transcripts/report");
  const profile = await loadToolProfile(named ?? session.agent);
  if (profile !== undefined || named === undefined) return profile;
  throw new CliError(
    `--profile: ${neutral(named)} is not known; use one of ${TOOL_PROFILE_NAMES.join(", ")}`,
  );
}
