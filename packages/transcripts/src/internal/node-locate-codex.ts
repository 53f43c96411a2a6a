import { join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { isAgentText } from "./agent-text.ts";
import { messageText } from "./content.ts";
import { type HeadFacts, lookFor } from "./head-facts.ts";
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

/** Of longer lines the beginning says all that is wanted here. */
const WHOLE_LINE_BYTES = 2 * 1024;

/** Instructions come first, tens of thousands of bytes of them. */
const FIRST_BYTES = 48 * 1024;

/** Records of the head that say something here; instruction files can be long and say nothing. */
function isWanted(start: string): boolean {
  if (start.includes('"role":"user"')) {
    const text = start.indexOf('"text":"');
    return text < 0 || !isAgentText(start.slice(text + 8));
  }
  return start.includes('"session_meta"') || start.includes('"instructions"');
}

/** A `*` stands for the record's time. */
const RENAMED = '{"timestamp":"*","type":"event_msg","payload":{"type":"thread_name_updated"';

function factsOf(file: SessionFile): HeadFacts {
  const facts = lookFor(file.records(isWanted, WHOLE_LINE_BYTES, FIRST_BYTES), see);
  const renamed = file.lastRecord([RENAMED]);
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
    seeParent(payload, facts);
  }
  facts.cwd ??= nameAt(payload, "cwd");
  if (payload["type"] !== "message" || payload["role"] !== "user") return;
  const { text } = messageText(payload["content"]);
  if (text.trim() !== "" && !isAgentText(text)) facts.firstWords ??= text;
}

function seeParent(payload: JsonObject, facts: HeadFacts): void {
  const source = objectAt(payload, "source");
  if (source?.["subagent"] === undefined && payload["thread_source"] !== "subagent") return;
  facts.isSubagent = true;
  const spawned = objectAt(objectAt(source ?? {}, "subagent") ?? {}, "thread_spawn") ?? {};
  facts.parentId ??= nameAt(spawned, "parent_thread_id") ?? nameAt(payload, "parent_thread_id");
}
