import { statSync } from "node:fs";
import type { ToolProfile } from "@alisio/governor";
import type { TranscriptSession, TranscriptStream } from "@alisio/transcripts";
import type { SessionList, SessionSummary } from "@alisio/transcripts/node";
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
  if (named === "") return [];
  const exact = sessions.filter(({ id }) => id === named);
  return exact.length > 0 ? exact : sessions.filter(({ id }) => id.startsWith(named));
}

/** A file wins over an id. */
async function pathOf(context: CommandContext, named: string): Promise<string> {
  const path = context.resolvePath(named);
  return exists(path) ? path : (await findSession(context, named)).path;
}

/**
 * The session that is named by its file, by its id or by the beginning of one: of every directory, and
 * of one agent alone where that is asked for.
 *
 * @throws CliError when there is none, or more than one
 */
export async function findSession(
  context: CommandContext,
  named: string,
  agent?: string,
): Promise<SessionSummary> {
  const { sessions } = await findSessions(context, true);
  const wanted = sessions.filter((session) => agent === undefined || session.agent === agent);
  const found = byFileOrId(context, wanted, named);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    throw new CliError(
      `${neutral(named)} names ${found.length} sessions; give more of the id, or name one by its file (alisio sessions list --all --json)`,
    );
  }
  const [other] = byFileOrId(context, sessions, named);
  if (other !== undefined) {
    throw new CliError(
      `${neutral(named)} is a session of ${other.agent}: only those of ${agent} will do here`,
    );
  }
  const what = exists(context.resolvePath(named))
    ? "is no session that an agent keeps on this machine"
    : "is neither a file nor a session's id";
  throw new CliError(`${neutral(named)} ${what}; alisio sessions list --all shows them`);
}

function byFileOrId(
  context: CommandContext,
  sessions: readonly SessionSummary[],
  named: string,
): readonly SessionSummary[] {
  const path = context.resolvePath(named);
  const byFile = sessions.filter((session) => session.path === path);
  return byFile.length > 0 ? byFile : sessionsNamed(sessions, named);
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
