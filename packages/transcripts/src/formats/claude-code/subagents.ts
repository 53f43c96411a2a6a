import { type JsonObject, nameAt, objectAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { ClaudeNode, NodeGroup, UserNode } from "./node.ts";

/** One subagent's conversation. */
export interface Subagent {
  readonly id: string;
  readonly group: NodeGroup;
}

/**
 * Sorts the records of subagents by subagent: lines marked as sidechain, in the session's own file
 * or in one of their own, and messages inside progress records. Old versions name no agent: there
 * every root of a sidechain is one.
 */
export class Subagents {
  readonly #sidechains: Map<string, NodeGroup> = new Map();
  readonly #progress: Map<string, NodeGroup> = new Map();
  /** Agent ids by record, for sidechains without one. */
  readonly #agentOf: Map<string, string> = new Map();
  readonly #callOf: Map<string, string> = new Map();
  #unnamed = 0;

  /** The group that a sidechain line belongs to. */
  sidechain(record: JsonObject, node: ClaudeNode): NodeGroup {
    let id = nameAt(record, "agentId");
    if (id === undefined) {
      id = node.parent === undefined ? undefined : this.#agentOf.get(node.parent);
      if (id === undefined) {
        this.#unnamed += 1;
        id = `sidechain-${this.#unnamed}`;
      }
    }
    if (node.uuid !== undefined) this.#agentOf.set(node.uuid, id);
    return groupOf(this.#sidechains, id);
  }

  /** Whether a record of this uuid is on a sidechain. */
  has(uuid: string | undefined): boolean {
    return uuid !== undefined && this.#agentOf.has(uuid);
  }

  /** The group of messages that progress records hold. */
  progress(agentId: string, callId: string | undefined): NodeGroup {
    if (callId !== undefined && !this.#callOf.has(agentId)) this.#callOf.set(agentId, callId);
    return groupOf(this.#progress, agentId);
  }

  /** Notes which call a subagent answers, as its result says. */
  see(record: JsonObject, node: ClaudeNode): void {
    if (node.kind !== "user" || node.results.length !== 1) return;
    const outcome = objectAt(record, "toolUseResult");
    const agentId = outcome === undefined ? undefined : nameAt(outcome, "agentId");
    const callId = node.results[0]?.callId;
    if (agentId !== undefined && callId !== undefined) this.#callOf.set(agentId, callId);
  }

  /** All subagents in the order in which they appear; the lines of a file are the fuller source. */
  list(): readonly Subagent[] {
    const all = new Map([...this.#progress, ...this.#sidechains]);
    return [...all]
      .map(([id, group]) => ({ id, group }))
      .sort((a, b) => (a.group.nodes[0]?.line ?? 0) - (b.group.nodes[0]?.line ?? 0));
  }

  /** Joins every subagent to the call that started it, where the file tells. */
  link(session: SessionBuilder, main: NodeGroup): void {
    const subagents = this.list();
    const streams = [{ id: "main", group: main }, ...subagents].filter(
      ({ group }) => group.nodes.length > 0,
    );
    const byPrompt = promptsOf(streams);
    for (const { id, group } of subagents) {
      const callId = this.#callOf.get(id) ?? byPrompt.get(firstText(group))?.shift();
      if (callId !== undefined) this.#callOf.set(id, callId);
    }
    const callers = callersOf(streams);
    const known = new Set(subagents.map(({ id }) => id));
    for (const [id, callId] of this.#callOf) {
      const streamId = callers.get(callId);
      if (streamId === undefined || streamId === id) continue;
      const startedBy = { streamId, callId };
      session.startedSubagent(id, startedBy);
      if (known.has(id)) session.stream(id, "subagent").startedBy = startedBy;
    }
  }
}

/** Which conversation made a call: the first that did. */
function callersOf(streams: readonly Subagent[]): ReadonlyMap<string, string> {
  const callers = new Map<string, string>();
  for (const { id, group } of streams) {
    for (const node of group.nodes) {
      if (node.kind !== "assistant") continue;
      for (const call of node.calls) if (!callers.has(call.id)) callers.set(call.id, id);
    }
  }
  return callers;
}

function groupOf(groups: Map<string, NodeGroup>, id: string): NodeGroup {
  const known = groups.get(id);
  if (known !== undefined) return known;
  const made: NodeGroup = { nodes: [], byUuid: new Map() };
  groups.set(id, made);
  return made;
}

function firstText(group: NodeGroup): string {
  const first = group.nodes.find((node): node is UserNode => node.kind === "user");
  return first?.text ?? "";
}

/** Calls that carry a prompt, by it: a subagent's first message is the prompt of its call. */
function promptsOf(streams: readonly Subagent[]): ReadonlyMap<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const { group } of streams) {
    for (const node of group.nodes) {
      if (node.kind !== "assistant") continue;
      for (const call of node.calls) {
        const args = call.args;
        const prompt =
          typeof args === "object" && args !== null && "prompt" in args ? args.prompt : undefined;
        if (typeof prompt !== "string" || prompt === "") continue;
        const known = calls.get(prompt);
        if (known === undefined) calls.set(prompt, [call.id]);
        else known.push(call.id);
      }
    }
  }
  return calls;
}
