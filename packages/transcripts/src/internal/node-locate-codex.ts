import { join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { isAgentText } from "./agent-text.ts";
import { messageText } from "./content.ts";
import { type HeadFacts, lastInTail, noFacts, objectOnLine } from "./head-facts.ts";
import { type JsonObject, nameAt, objectAt } from "./json.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/** `<home>/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`. */
export const locateCodex: Locator = {
  agent: "codex",
  root: ({ home, env }) => join(env["CODEX_HOME"] || join(home, ".codex"), "sessions"),
  list: async (root, request) => list(root, request),
};

const DEPTH = 3;

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  return filesUnder(root, DEPTH, request, (name) => name.endsWith(".jsonl")).flatMap((path) => {
    const found = lookAt(path, request, (file) => summaryOf("codex", file, factsOf(file)));
    return found === undefined || (found.isSubagent && !request.includeSubagents) ? [] : [found];
  });
}

function factsOf(file: SessionFile): HeadFacts {
  const facts = noFacts();
  for (
    let lines: readonly string[] | undefined = file.head();
    lines !== undefined;
    lines = file.more()
  ) {
    for (const line of lines) {
      const record = objectOnLine(line);
      if (record !== undefined) see(record, facts);
      if (facts.firstWords !== undefined) break;
    }
    if (facts.firstWords !== undefined) break;
  }
  const tail = file.tail() || file.headText();
  const renamed = lastInTail(tail, '"thread_name_updated"');
  const payload = renamed === undefined ? undefined : objectAt(renamed, "payload");
  if (payload !== undefined) facts.title = nameAt(payload, "thread_name");
  return facts;
}

function see(record: JsonObject, facts: HeadFacts): void {
  const payload = objectAt(record, "payload") ?? record;
  if (
    record["type"] === "session_meta" ||
    (record["type"] === undefined && "instructions" in record)
  ) {
    facts.id ??= nameAt(payload, "id") ?? nameAt(payload, "session_id");
    const source = objectAt(payload, "source");
    if (source?.["subagent"] !== undefined || payload["thread_source"] === "subagent")
      facts.isSubagent = true;
  }
  facts.cwd ??= nameAt(payload, "cwd");
  if (payload["type"] !== "message" || payload["role"] !== "user") return;
  const { text } = messageText(payload["content"]);
  if (text.trim() !== "" && !isAgentText(text)) facts.firstWords ??= text;
}
