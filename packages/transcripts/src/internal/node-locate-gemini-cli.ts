import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { SessionSummary } from "../session-summary.ts";
import { isAgentText } from "./agent-text.ts";
import { messageText } from "./content.ts";
import { type HeadFacts, noFacts, objectAtBeginning, objectOnLine } from "./head-facts.ts";
import { arrayAt, isObject, type JsonObject, nameAt, objectAt } from "./json.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { entriesOf, filesUnder, lookAt, type SessionFile } from "./node-session-file.ts";
import { summaryOf } from "./session-summary-of.ts";

/**
 * `<home>/.gemini/tmp/<project>/chats/session-<time>-<id>.json` or `.jsonl`; recordings of
 * subagents in a folder of their parent. The folder of a project is named by a hash or a short
 * name; `.project_root` in it holds the directory.
 */
export const locateGeminiCli: Locator = {
  agent: "gemini-cli",
  root: ({ home, env }) => join(env["GEMINI_CLI_HOME"] || home, ".gemini", "tmp"),
  list: async (root, request) => list(root, request),
};

function list(root: string, request: LocateRequest): readonly SessionSummary[] {
  const found: SessionSummary[] = [];
  for (const project of entriesOf(root, request)) {
    if (!project.isDirectory()) continue;
    const folder = join(root, project.name);
    const cwd = projectRoot(folder, request) ?? hashedCwd(project.name, request.cwd);
    const paths = filesUnder(
      join(folder, "chats"),
      request.includeSubagents ? 1 : 0,
      request,
      isRecording,
    );
    for (const path of withoutMigrated(paths)) {
      const summary = lookAt(path, request, (file) => {
        const facts = factsOf(file);
        facts.cwd ??= cwd ?? hashedCwd(facts.projectHash, request.cwd);
        return summaryOf("gemini-cli", file, facts);
      });
      if (summary !== undefined && (!summary.isSubagent || request.includeSubagents))
        found.push(summary);
    }
  }
  return found;
}

function isRecording(name: string): boolean {
  return name.endsWith(".jsonl") || (name.startsWith("session-") && name.endsWith(".json"));
}

/** A resumed document goes on as `.jsonl` beside it: the newer file holds all. */
function withoutMigrated(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return paths.filter((path) => !all.has(`${path}l`));
}

function projectRoot(folder: string, request: LocateRequest): string | undefined {
  const text = lookAt(join(folder, ".project_root"), request, (file) =>
    file.beginning(4096).trim(),
  );
  return text === undefined || text === "" ? undefined : text;
}

/** A hash says no directory, but it tells whether a directory is the one that is looked for. */
function hashedCwd(hash: string | undefined, wanted: string | undefined): string | undefined {
  if (wanted === undefined || hash === undefined) return undefined;
  return createHash("sha256").update(wanted).digest("hex") === hash ? wanted : undefined;
}

type GeminiFacts = HeadFacts & { projectHash: string | undefined };

function factsOf(file: SessionFile): GeminiFacts {
  const facts: GeminiFacts = { ...noFacts(), projectHash: undefined };
  if (file.path.endsWith(".json")) seeDocument(file, facts);
  else seeRecords(file, facts);
  const folder = basename(dirname(file.path));
  if (folder !== "chats") {
    facts.isSubagent = true;
    facts.parentId = folder;
  }
  return facts;
}

function seeRecords(file: SessionFile, facts: GeminiFacts): void {
  for (const record of file.records()) {
    see(record, facts);
    if (facts.firstWords !== undefined) break;
  }
  const patch = objectAt(file.lastRecord(['{"$set":{"summary"']) ?? {}, "$set");
  facts.title = (patch === undefined ? undefined : nameAt(patch, "summary")) ?? facts.title;
}

/** A document is read by its beginning, in steps; its title stands after its messages. */
function seeDocument(file: SessionFile, facts: GeminiFacts): void {
  for (const bytes of DOCUMENT_STEPS) {
    const record = objectAtBeginning(file.beginning(bytes));
    if (record !== undefined) see(record, facts);
    if (facts.firstWords !== undefined || file.sizeBytes <= bytes) break;
  }
  for (const line of file.lastLines(TITLE_LINES)) {
    const field = line.trim();
    if (!field.startsWith('"summary":')) continue;
    const record = objectOnLine(`{${field.endsWith(",") ? field.slice(0, -1) : field}}`);
    facts.title = (record === undefined ? undefined : nameAt(record, "summary")) ?? facts.title;
  }
}

const DOCUMENT_STEPS: readonly number[] = [8 * 1024, 128 * 1024, 512 * 1024];

/** The fields after the messages of a document are few. */
const TITLE_LINES = 12;

function see(record: JsonObject, facts: GeminiFacts): void {
  facts.id ??= nameAt(record, "sessionId");
  facts.projectHash ??= nameAt(record, "projectHash");
  if (record["kind"] === "subagent") facts.isSubagent = true;
  facts.title = nameAt(record, "summary") ?? facts.title;
  const first = arrayAt(record, "directories")?.[0];
  if (typeof first === "string") facts.cwd ??= first;
  const messages = arrayAt(record, "messages") ?? [record];
  for (const message of messages) {
    if (!isObject(message) || message["type"] !== "user") continue;
    const { text } = messageText(message["displayContent"] ?? message["content"]);
    if (text.trim() !== "" && !isAgentText(text) && !/^\s*[/?]/.test(text))
      facts.firstWords ??= text;
  }
}
