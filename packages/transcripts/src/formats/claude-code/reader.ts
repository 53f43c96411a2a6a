import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { ClaudeNode, NodeGroup } from "./node.ts";
import { SILENT_TYPES } from "./record-types.ts";
import { Subagents } from "./subagents.ts";
import { BranchTeller } from "./tell-branch.ts";
import { toNode } from "./to-node.ts";

/** Reads a Claude Code session: keeps what counts of each record, and tells it at the end. */
export class ClaudeCodeReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #main: NodeGroup = { nodes: [], byUuid: new Map() };
  readonly #subagents = new Subagents();
  readonly #replacements: Map<string, string> = new Map();
  readonly #titles: Map<string, string> = new Map();
  #summaries: Map<string, string> = new Map();
  #duplicates: { readonly line: number; count: number } | undefined;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    if (!isObject(value)) {
      this.#unknown.add(undefined, line);
      return;
    }
    this.#session.seenTime(parseTimeMs(value["timestamp"]), line);
    switch (value["type"]) {
      case "user":
      case "assistant":
      case "system":
      case "attachment":
        this.#conversation(value, line);
        return;
      case "progress":
        this.#progress(value, line);
        break;
      case "summary":
        this.#summary(value);
        break;
      case "custom-title":
      case "ai-title":
        this.#title(value);
        break;
      case "content-replacement":
        this.#replacement(value);
        break;
      default:
        if (!SILENT_TYPES.has(stringAt(value, "type") ?? ""))
          this.#unknown.add(value["type"], line);
    }
    this.#link(value, line);
  }

  finish(): void {
    const isOnlySubagent = this.#main.nodes.length === 0;
    if (!isOnlySubagent) this.#tell(this.#main, this.#session.main());
    for (const subagent of this.#subagents.list()) {
      this.#tell(subagent.group, this.#session.stream(subagent.id, "subagent"));
    }
    this.#subagents.link(this.#session, this.#main);
    this.#session.title ??=
      this.#titles.get("custom-title") ?? this.#titles.get("ai-title") ?? this.#ownSummary();
    if (this.#duplicates !== undefined) {
      const { line, count } = this.#duplicates;
      this.#session.diagnose(
        "record.duplicate",
        "information",
        line,
        `${count} records stand in the file twice, here first; each counts once.`,
      );
    }
  }

  #tell(group: NodeGroup, stream: ReturnType<SessionBuilder["stream"]>): void {
    new BranchTeller(group, this.#session, stream, this.#replacements).tell();
  }

  #conversation(record: JsonObject, line: number): void {
    const uuid = nameAt(record, "uuid");
    const node = toNode(record, { line, uuid, parent: nameAt(record, "parentUuid") });
    if (node === undefined) {
      this.#unknown.malformed(line, "a message has no content");
      this.#link(record, line);
      return;
    }
    this.#about(record, node);
    if (record["isSidechain"] === true) this.#keep(this.#subagents.sidechain(record, node), node);
    else this.#keep(this.#main, node);
    this.#subagents.see(record, node);
  }

  #about(record: JsonObject, node: ClaudeNode): void {
    this.#session.sessionId ??= nameAt(record, "sessionId");
    this.#session.cwd ??= nameAt(record, "cwd");
    this.#session.agentVersion = nameAt(record, "version") ?? this.#session.agentVersion;
    if (node.kind !== "assistant") return;
    const model = nameAt(objectAt(record, "message") ?? {}, "model");
    if (model !== "<synthetic>") this.#session.addModel(model);
  }

  #keep(group: NodeGroup, node: ClaudeNode): void {
    if (node.uuid !== undefined) {
      const known = group.byUuid.get(node.uuid);
      // What says nothing must not hide a record that does.
      if (known !== undefined && (known.kind !== "link" || node.kind === "link")) {
        this.#duplicates ??= { line: node.line, count: 0 };
        this.#duplicates.count += 1;
        return;
      }
      group.byUuid.set(node.uuid, node);
    }
    group.nodes.push(node);
  }

  /** Progress of a subagent holds its messages. */
  #progress(record: JsonObject, line: number): void {
    const data = objectAt(record, "data");
    const agentId = data === undefined ? undefined : nameAt(data, "agentId");
    const inner = data === undefined ? undefined : objectAt(data, "message");
    if (agentId !== undefined && inner !== undefined) {
      const node = toNode(inner, { line, uuid: nameAt(inner, "uuid"), parent: undefined });
      if (node !== undefined) {
        this.#keep(this.#subagents.progress(agentId, nameAt(record, "parentToolUseID")), node);
        if (node.kind === "assistant")
          this.#session.addModel(nameAt(objectAt(inner, "message") ?? {}, "model"));
      }
    }
  }

  /**
   * Any record may stand between two messages, whatever its type says or will say one day: without
   * it the later one would seem to have lost its parent, and a branch that was left would come back.
   */
  #link(record: JsonObject, line: number): void {
    const uuid = nameAt(record, "uuid");
    if (uuid === undefined) return;
    const parent = nameAt(record, "parentUuid");
    const link: ClaudeNode = { kind: "link", line, uuid, parent, timeMs: undefined };
    const isSidechain = record["isSidechain"] === true || this.#subagents.has(parent);
    this.#keep(isSidechain ? this.#subagents.sidechain(record, link) : this.#main, link);
  }

  /** Old versions put titles of other sessions first in a file: only those of its own records count. */
  #summary(record: JsonObject): void {
    const leaf = nameAt(record, "leafUuid");
    const text = nameAt(record, "summary");
    if (leaf !== undefined && text !== undefined && this.#summaries.size < 1000)
      this.#summaries.set(leaf, text);
  }

  #ownSummary(): string | undefined {
    let own: string | undefined;
    for (const [leaf, text] of this.#summaries) if (this.#main.byUuid.has(leaf)) own = text;
    return own;
  }

  #title(record: JsonObject): void {
    const text = nameAt(record, "customTitle") ?? nameAt(record, "aiTitle");
    if (text !== undefined) this.#titles.set(stringAt(record, "type") ?? "", text);
  }

  /** What was sent in place of results that were too large for their turn. */
  #replacement(record: JsonObject): void {
    for (const entry of arrayAt(record, "replacements") ?? []) {
      if (!isObject(entry)) continue;
      const callId = nameAt(entry, "toolUseId");
      const text = stringAt(entry, "replacement");
      if (callId !== undefined && text !== undefined) this.#replacements.set(callId, text);
    }
  }
}
