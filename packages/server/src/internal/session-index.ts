import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { listSessions, type SessionSummary } from "@alisio/transcripts/node";
import { MAX_LISTED_SESSIONS } from "../limits.ts";
import type { SessionEntry, SessionListing, SessionPlaces } from "../types.ts";
import { neutral } from "./neutral.ts";
import { shareOne } from "./share-one.ts";

/** A session that the listing found. Only from here does an id of a request lead to a file. */
export interface KnownSession {
  readonly id: string;
  readonly summary: SessionSummary;
  /** What the reader of Alisio's sessions calls it; `undefined` for another agent's. */
  readonly alisioId: string | undefined;
}

/** The sessions of this machine. */
export interface SessionIndex {
  list(wanted: {
    readonly agent?: string | undefined;
    readonly all: boolean;
  }): Promise<SessionListing>;
  /** Looks again when the id is not known yet: a session may have begun a moment ago. */
  find(id: string): Promise<KnownSession | undefined>;
}

/** Ids that the reader takes. No id made below has the same form: those have a `_`. */
const ALISIO_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

/** Characters of a hash in an id: 96 bits. */
const HASH_LENGTH = 16;

export function createSessionIndex(places: SessionPlaces): SessionIndex {
  const known = new Map<string, KnownSession>();
  const look = async (cwd: string | undefined): Promise<readonly KnownSession[]> => {
    const { sessions } = await listSessions({
      homeDirectory: places.homeDirectory,
      environment: places.environment,
      roots: { alisio: places.sessionsDirectory },
      ...(cwd === undefined ? {} : { cwd }),
    });
    return sessions.map((summary) => identify(summary, places.sessionsDirectory));
  };
  const remember = (sessions: readonly KnownSession[]): readonly KnownSession[] => {
    for (const session of sessions) known.set(session.id, session);
    return sessions;
  };
  const lookHere = shareOne(async () => remember(await look(places.cwd)));
  const lookEverywhere = shareOne(async () => {
    const sessions = await look(undefined);
    known.clear();
    return remember(sessions);
  });
  return {
    list: async ({ agent, all }) => {
      const found = await (all || places.cwd === undefined ? lookEverywhere() : lookHere());
      const wanted =
        agent === undefined ? found : found.filter(({ summary }) => summary.agent === agent);
      return {
        schemaVersion: 1,
        sessions: wanted
          .slice(0, MAX_LISTED_SESSIONS)
          .map((session) => entryOf(session, places.homeDirectory)),
        more: Math.max(0, wanted.length - MAX_LISTED_SESSIONS),
      };
    },
    find: async (id) => {
      if (!known.has(id)) await lookEverywhere();
      return known.get(id);
    },
  };
}

function identify(summary: SessionSummary, sessionsDirectory: string): KnownSession {
  const name = basename(summary.path, ".jsonl");
  const isReaders =
    summary.agent === "alisio" &&
    ALISIO_ID.test(name) &&
    summary.path === join(sessionsDirectory, `${name}.jsonl`);
  if (isReaders) return { id: name, summary, alisioId: name };
  const hash = createHash("sha256").update(summary.path).update("\0").update(summary.id);
  const id = `${summary.agent}_${hash.digest("base64url").slice(0, HASH_LENGTH)}`;
  return { id, summary, alisioId: undefined };
}

function entryOf({ id, summary, alisioId }: KnownSession, home: string): SessionEntry {
  return {
    id,
    agent: summary.agent,
    title: summary.title === undefined ? null : neutral(summary.title),
    directory: summary.cwd === undefined ? null : neutral(showDirectory(summary.cwd, home)),
    modifiedAt: new Date(summary.modifiedAtMs).toISOString(),
    bytes: summary.sizeBytes ?? null,
    hasEvents: alisioId !== undefined,
  };
}

/** The home directory is the same in every line: `~` says it, and keeps a name out of pictures. */
function showDirectory(directory: string, home: string): string {
  if (directory === home) return "~";
  return directory.startsWith(`${home}/`) ? `~${directory.slice(home.length)}` : directory;
}
