import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { type HeadFacts, noFacts, objectAtBeginning } from "./head-facts.ts";
import { type JsonObject, nameAt, numberAt, objectAt } from "./json.ts";
import { saneName } from "./names.ts";
import { absoluteAt } from "./node-home.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { type OpencodeDbSession, opencodeDbSessions } from "./node-opencode-db.ts";
import { DB_SESSION_SEPARATOR } from "./node-opencode-source.ts";
import { filesUnder, lookAt } from "./node-session-file.ts";
import { type LoadSqlite, loadSqlite } from "./node-sqlite.ts";
import { summaryOf } from "./session-summary-of.ts";
import { titleOf } from "./title.ts";

/**
 * `<data>/opencode.db`, in older versions `<data>/storage/session/<project>/<id>.json`. A session
 * that was taken over into the database is listed once.
 */
export const locateOpencode: Locator = opencodeLocator(loadSqlite);

export function opencodeLocator(load: LoadSqlite): Locator {
  return {
    agent: "opencode",
    root: ({ home, env }) =>
      join(absoluteAt(env, "XDG_DATA_HOME") ?? join(home, ".local", "share"), "opencode"),
    list: (root, request) => list(root, request, load),
  };
}

async function list(
  root: string,
  request: LocateRequest,
  load: LoadSqlite,
): Promise<readonly SessionSummary[]> {
  const inDb = await inDatabase(join(root, "opencode.db"), request, load);
  const ids = new Set(inDb.map(({ id }) => id));
  const inStore = fromStore(join(root, "storage", "session"), request);
  return [...inDb, ...inStore.filter(({ id }) => !ids.has(id))].filter(
    ({ isSubagent }) => request.includeSubagents || !isSubagent,
  );
}

async function inDatabase(
  path: string,
  request: LocateRequest,
  load: LoadSqlite,
): Promise<readonly SessionSummary[]> {
  try {
    if (!lstatSync(path).isFile()) return [];
  } catch {
    return [];
  }
  const sessions = await opencodeDbSessions(path, load);
  if (typeof sessions !== "string") return sessions.map((session) => summaryOfRow(path, session));
  request.report(
    sessions,
    path,
    sessions === "file.needs-newer-node"
      ? "reading this database takes Node.js 22.13 or newer; `opencode session list` lists its sessions, and `opencode export <id>` writes one as JSON, which can be read here."
      : "the database could not be read; `opencode export <id>` writes a session as JSON.",
  );
  return [];
}

function summaryOfRow(path: string, session: OpencodeDbSession): SessionSummary {
  return {
    agent: "opencode",
    id: session.id,
    path: `${path}${DB_SESSION_SEPARATOR}${session.id}`,
    modifiedAtMs: session.updatedMs,
    sizeBytes: undefined,
    cwd: session.directory,
    title: titleOf(session.title),
    isSubagent: session.parentId !== undefined,
    parentId: saneName(session.parentId),
  };
}

/** Projects are folders; the earliest versions had all sessions in one. */
function fromStore(folder: string, request: LocateRequest): readonly SessionSummary[] {
  return filesUnder(folder, 1, request, (name) => name.endsWith(".json")).flatMap((path) => {
    const found = lookAt(path, request, (file) => {
      const info = objectAtBeginning(file.beginning(64 * 1024)) ?? {};
      const updated = numberAt(objectAt(info, "time") ?? {}, "updated");
      const modifiedAtMs = updated ?? file.modifiedAtMs;
      return {
        ...summaryOf("opencode", { ...file, path, modifiedAtMs, sizeBytes: 0 }, factsOf(info)),
        sizeBytes: undefined,
      };
    });
    return found === undefined ? [] : [found];
  });
}

function factsOf(info: JsonObject): HeadFacts {
  const facts = noFacts();
  facts.id = nameAt(info, "id");
  facts.cwd = nameAt(info, "directory");
  facts.title = nameAt(info, "title");
  facts.parentId = nameAt(info, "parentID");
  facts.isSubagent = facts.parentId !== undefined;
  return facts;
}
