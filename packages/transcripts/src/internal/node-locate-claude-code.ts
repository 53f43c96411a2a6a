import { basename, join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { isAgentText } from "./agent-text.ts";
import { messageText } from "./content.ts";
import { type HeadFacts, lookFor } from "./head-facts.ts";
import { type JsonObject, nameAt, objectAt } from "./json.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/** `<config>/projects/<directory>/<session>.jsonl`, and subagents in files of their own. */
export const locateClaudeCode: Locator = {
  agent: "claude-code",
  root: ({ home, env }) => join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "projects"),
  list: async (root, request) => list(root, request),
};

/** Directory of a project, of a session, and `subagents`. */
const DEPTH = 3;

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  const isWanted = (name: string): boolean =>
    name.endsWith(".jsonl") && (request.includeSubagents || !name.startsWith("agent-"));
  const depth = request.includeSubagents ? DEPTH : 1;
  return filesUnder(root, depth, request, isWanted).flatMap((path) => {
    const found = lookAt(path, request, (file) => summaryOf("claude-code", file, factsOf(file)));
    return found === undefined || (found.isSubagent && !request.includeSubagents) ? [] : [found];
  });
}

/** Answers, progress and snapshots can be long, and say nothing here that the user's lines do not. */
function isWanted(start: string): boolean {
  return (
    !start.startsWith('{"type":"file-history') &&
    !start.includes('"type":"progress"') &&
    !start.includes('"message":{"model":')
  );
}

function factsOf(file: SessionFile): HeadFacts {
  const facts = lookFor(file.records(isWanted), see);
  // Every file of a session names it; a subagent's file names the session that started it.
  if (facts.isSubagent) {
    facts.parentId = facts.id;
    facts.id = basename(file.path, ".jsonl");
  }
  const title = file.lastRecord(['{"type":"custom-title"', '{"type":"ai-title"']);
  if (title !== undefined) facts.title = nameAt(title, "customTitle") ?? nameAt(title, "aiTitle");
  return facts;
}

function see(record: JsonObject, facts: HeadFacts): void {
  facts.id ??= nameAt(record, "sessionId");
  facts.cwd ??= nameAt(record, "cwd");
  if (record["type"] === "user" || record["type"] === "assistant") {
    facts.isSubagent = record["isSidechain"] === true;
  }
  if (record["type"] !== "user" || record["isMeta"] === true || record["isCompactSummary"] === true)
    return;
  const { text } = messageText(withoutResults(objectAt(record, "message")?.["content"]));
  if (text.trim() !== "" && !isAgentText(text)) facts.firstWords ??= text;
}

function withoutResults(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.filter((block) => block?.type !== "tool_result");
}
