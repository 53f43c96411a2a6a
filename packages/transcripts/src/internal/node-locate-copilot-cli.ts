import { basename, dirname, join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { type HeadFacts, lookFor } from "./head-facts.ts";
import { type JsonObject, nameAt, objectAt } from "./json.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/** `<home>/session-state/<id>/events.jsonl`, in older versions `<id>.jsonl` beside these folders. */
export const locateCopilotCli: Locator = {
  agent: "copilot-cli",
  root: ({ home, env }) => env["COPILOT_HOME"] || join(home, ".copilot"),
  list: async (root, request) => list(root, request),
};

const DEPTH = 1;
const EVENTS = "events.jsonl";

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  const folder = basename(root) === "session-state" ? root : join(root, "session-state");
  return filesUnder(folder, DEPTH, request, (name) => name.endsWith(".jsonl"))
    .filter((path) => dirname(path) === folder || basename(path) === EVENTS)
    .flatMap((path) => {
      const found = lookAt(path, request, (file) => {
        const facts = factsOf(file);
        facts.id ??= basename(path) === EVENTS ? basename(dirname(path)) : undefined;
        if (basename(path) === EVENTS) facts.title ??= workspaceTitle(path, request);
        return summaryOf("copilot-cli", file, facts);
      });
      return found === undefined ? [] : [found];
    });
}

function factsOf(file: SessionFile): HeadFacts {
  const facts = lookFor(file.records(), see);
  const titled = file.lastRecord(['{"type":"session.title_changed"']);
  const data = titled === undefined ? undefined : objectAt(titled, "data");
  facts.title = data === undefined ? undefined : nameAt(data, "title");
  return facts;
}

function see(record: JsonObject, facts: HeadFacts): void {
  const data = objectAt(record, "data") ?? {};
  if (record["type"] === "session.start") {
    facts.id ??= nameAt(data, "sessionId");
    facts.cwd ??= nameAt(objectAt(data, "context") ?? {}, "cwd");
  }
  if (record["type"] === "user.message") facts.firstWords ??= nameAt(data, "content");
}

/** The agent keeps a summary of the session in a file beside its events. */
function workspaceTitle(events: string, request: LocateRequest): string | undefined {
  const path = join(dirname(events), "workspace.yaml");
  const text = lookAt(path, request, (file) => file.beginning(16 * 1024)) ?? "";
  for (const field of ["name", "summary"]) {
    const line = text.split("\n").find((one) => one.startsWith(`${field}: `));
    const value = line?.slice(field.length + 2).trim() ?? "";
    // A value over several lines is left alone: the user's first words say as much.
    if (value !== "" && !"|>\"'".includes(value.charAt(0))) return value;
  }
  return undefined;
}
