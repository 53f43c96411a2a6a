import { join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { messageText } from "./content.ts";
import { type HeadFacts, lookFor } from "./head-facts.ts";
import { type JsonObject, nameAt, objectAt } from "./json.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/** `<agent>/sessions/<directory>/<time>_<id>.jsonl`. */
export const locatePi: Locator = {
  agent: "pi",
  root: ({ home, env }) =>
    join(env["PI_CODING_AGENT_DIR"] || join(home, ".pi", "agent"), "sessions"),
  list: async (root, request) => list(root, request),
};

const DEPTH = 1;

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  return filesUnder(root, DEPTH, request, (name) => name.endsWith(".jsonl")).flatMap((path) => {
    const found = lookAt(path, request, (file) => summaryOf("pi", file, factsOf(file)));
    return found === undefined ? [] : [found];
  });
}

function factsOf(file: SessionFile): HeadFacts {
  const facts = lookFor(file.records(), see);
  const named = file.lastRecord(['{"type":"session_info"']);
  facts.title = named === undefined ? undefined : nameAt(named, "name");
  return facts;
}

function see(record: JsonObject, facts: HeadFacts): void {
  if (record["type"] === "session") {
    facts.id ??= nameAt(record, "id");
    facts.cwd ??= nameAt(record, "cwd");
  }
  const message = record["type"] === "message" ? objectAt(record, "message") : undefined;
  if (message?.["role"] !== "user") return;
  const { text } = messageText(message["content"]);
  // Commands of the terminal interface are no words of the conversation.
  if (text.trim() !== "" && !text.startsWith("/")) facts.firstWords ??= text;
}
