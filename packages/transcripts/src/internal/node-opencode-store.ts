import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isObject, type JsonObject, nameAt } from "./json.ts";
import { compare } from "./node-session-file.ts";

/** Ids name files: anything but these characters is not taken for one. */
const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** A file of the store is a message or a part; a larger one is not read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * The records of a session of opencode's older store, in order of their ids, with those of the
 * sessions that it started; `undefined` when the path is not one of a session file of a store.
 * `<storage>/session/<project>/<id>.json` names the session, its messages are in
 * `<storage>/message/<id>`, their parts in `<storage>/part/<message>`. Links are not followed.
 */
export function opencodeStoreRecords(path: string): readonly unknown[] | undefined {
  const project = dirname(path);
  const sessions = dirname(project);
  const isSession = path.endsWith(".json") && basename(sessions) === "session";
  const storage = dirname(sessions);
  const main = isSession ? readObject(path) : undefined;
  const id = main && nameAt(main, "id");
  if (main === undefined || id === undefined || !isFolder(join(storage, "message")))
    return undefined;
  const infos = filesIn(project).flatMap((file): JsonObject[] => {
    const info = readObject(file);
    return info === undefined ? [] : [info];
  });
  return withChildren(main, id, infos).flatMap((info) => [info, ...messagesOf(storage, info)]);
}

function withChildren(main: JsonObject, id: string, infos: readonly JsonObject[]): JsonObject[] {
  const family = [main];
  const ids = new Set([id]);
  for (const member of family) {
    for (const info of infos) {
      const childId = nameAt(info, "id");
      if (childId === undefined || ids.has(childId)) continue;
      if (nameAt(info, "parentID") !== member["id"]) continue;
      ids.add(childId);
      family.push(info);
    }
  }
  return family;
}

function messagesOf(storage: string, info: JsonObject): readonly unknown[] {
  const messages = recordsIn(join(storage, "message"), nameAt(info, "id"));
  const parts = messages.flatMap((message) =>
    recordsIn(join(storage, "part"), nameAt(message, "id")),
  );
  return [...messages, ...parts];
}

/** The objects in the files of one folder, in order of their names. */
function recordsIn(parent: string, id: string | undefined): readonly JsonObject[] {
  if (id === undefined || !ID.test(id)) return [];
  const folder = join(parent, id);
  if (!isFolder(folder)) return [];
  return filesIn(folder).map((file) => readObject(file) ?? { damaged: basename(file) });
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
      .map(({ name }) => name)
      .sort(compare)
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readObject(path: string): JsonObject | undefined {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return undefined;
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
