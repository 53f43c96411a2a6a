import { join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { type HeadFacts, lookFor } from "./head-facts.ts";
import { type JsonObject, nameAt, objectAt } from "./json.ts";
import { absoluteAt } from "./node-home.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/** `<state home>/sessions/<id>.jsonl`. */
export const locateAlisio: Locator = {
  agent: "alisio",
  root: ({ home, env }) => {
    const state = absoluteAt(env, "XDG_STATE_HOME") ?? join(home, ".local", "state");
    return join(absoluteAt(env, "ALISIO_STATE_HOME") ?? join(state, "alisio"), "sessions");
  },
  list: async (root, request) => list(root, request),
};

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  return filesUnder(root, 0, request, (name) => name.endsWith(".jsonl")).flatMap((path) => {
    const found = lookAt(path, request, (file) => summaryOf("alisio", file, factsOf(file)));
    return found === undefined ? [] : [found];
  });
}

function factsOf(file: SessionFile): HeadFacts {
  const facts = lookFor(file.records(), see);
  const titled = file.lastRecord(['{"type":"state"'], ({ key }) => key === "title");
  facts.title = titled === undefined ? undefined : nameAt(titled, "value");
  return facts;
}

function see(record: JsonObject, facts: HeadFacts): void {
  if (record["type"] === "session") {
    facts.id ??= nameAt(record, "sessionId");
    facts.cwd ??= nameAt(record, "cwd");
  }
  if (record["type"] !== "message" || "run" in record || record["injected"] === true) return;
  const message = objectAt(record, "message") ?? {};
  if (message["role"] === "user" && message["kind"] !== "checkpoint") {
    facts.firstWords ??= nameAt(message, "text");
  }
}
