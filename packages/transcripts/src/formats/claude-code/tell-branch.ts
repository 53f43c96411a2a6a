import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, NewMessage, StreamBuilder } from "../../internal/stream-builder.ts";
import type { MessageOrigin } from "../../types.ts";
import { newestBranch } from "./newest-branch.ts";
import type {
  AssistantNode,
  BoundaryNode,
  ClaudeNode,
  NodeGroup,
  ResultBlock,
  UserNode,
} from "./node.ts";

/** Tells one conversation's newest branch to its stream. */
export class BranchTeller {
  readonly #group: NodeGroup;
  readonly #session: SessionBuilder;
  readonly #stream: StreamBuilder;
  /** Text that the agent sent in place of a result, by call. */
  readonly #replacements: ReadonlyMap<string, string>;
  readonly #handles: Map<ClaudeNode, Handle[]> = new Map();
  readonly #told: Set<ClaudeNode> = new Set();
  readonly #pieces: Map<string, AssistantNode[]> = new Map();
  readonly #answers: Map<string, UserNode> = new Map();
  readonly #elisions: Map<string, ClaudeNode[]> = new Map();
  #path: readonly ClaudeNode[] = [];
  /** Where a node stands on the path. */
  #places: ReadonlyMap<ClaudeNode, number> = new Map();
  #byUuid: ReadonlyMap<string, number> = new Map();

  constructor(
    group: NodeGroup,
    session: SessionBuilder,
    stream: StreamBuilder,
    replacements: ReadonlyMap<string, string>,
  ) {
    this.#group = group;
    this.#session = session;
    this.#stream = stream;
    this.#replacements = replacements;
  }

  tell(): void {
    this.#path = newestBranch(this.#group, this.#session);
    this.#places = new Map(this.#path.map((node, place) => [node, place]));
    this.#byUuid = new Map(
      this.#path.flatMap(({ uuid }, place) => (uuid === undefined ? [] : [[uuid, place] as const])),
    );
    this.#index();
    let boundary: BoundaryNode | undefined;
    for (const node of this.#path) {
      if (node.kind === "boundary") {
        if (boundary !== undefined) this.#compaction(boundary, undefined);
        boundary = node;
      } else if (node.kind === "user" && node.isSummary) {
        this.#compaction(boundary, node);
        boundary = undefined;
      } else if (node.kind !== "link") {
        if (boundary !== undefined) this.#compaction(boundary, undefined);
        boundary = undefined;
        this.#node(node);
      }
      for (const elision of this.#elisions.get(node.uuid ?? "") ?? []) this.#node(elision);
    }
    if (boundary !== undefined) this.#compaction(boundary, undefined);
    this.#reportAbandoned();
  }

  #index(): void {
    for (const node of this.#group.nodes) {
      if (node.kind === "assistant" && node.responseId !== undefined) {
        push(this.#pieces, node.responseId, node);
      } else if (node.kind === "user") {
        for (const { callId } of node.results) this.#answer(callId, node);
      } else if (node.kind === "elision" && node.parent !== undefined && !this.#places.has(node)) {
        push(this.#elisions, node.parent, node);
      }
    }
  }

  #node(node: ClaudeNode): void {
    if (this.#told.has(node)) return;
    if (node.kind === "assistant") this.#response(node);
    else if (node.kind === "user") this.#user(node);
    else if (node.kind === "elision") {
      this.#told.add(node);
      this.#stream.elide(node.callIds, originOf(node));
    }
  }

  /** All pieces of a response, wherever they stand, and then the results of its calls. */
  #response(node: AssistantNode): void {
    const id = node.responseId;
    const pieces = id === undefined ? [node] : (this.#pieces.get(id) ?? [node]);
    const answers = new Set<UserNode>();
    for (const piece of pieces) {
      if (this.#told.has(piece)) continue;
      this.#told.add(piece);
      const handle = this.#stream.assistant({
        ...(id === undefined ? {} : { key: id }),
        text: piece.text,
        calls: piece.calls,
        at: {
          ...originOf(piece),
          ...(id === undefined ? {} : { id }),
          ...nonText(piece.nonTextParts),
        },
      });
      this.#handles.set(piece, [handle]);
      if (piece.usage !== undefined) this.#stream.usage(handle, this.#firstTime(piece, pieces));
      for (const call of piece.calls) {
        const answer = this.#answers.get(call.id);
        if (answer !== undefined) answers.add(answer);
      }
    }
    for (const answer of [...answers].sort((a, b) => a.line - b.line)) this.#user(answer);
  }

  /** The last report of a response counts; its time is that of the first piece. */
  #firstTime(
    piece: AssistantNode,
    pieces: readonly AssistantNode[],
  ): NonNullable<AssistantNode["usage"]> {
    const timeMs = pieces[0]?.timeMs;
    return { ...piece.usage, ...(timeMs === undefined ? {} : { timeMs }) };
  }

  /** The first answer on the path counts, else the first of all. */
  #answer(callId: string, node: UserNode): void {
    const known = this.#answers.get(callId);
    if (known === undefined || (!this.#places.has(known) && this.#places.has(node))) {
      this.#answers.set(callId, node);
    }
  }

  #user(node: UserNode): void {
    if (this.#told.has(node)) return;
    this.#told.add(node);
    const handles: Handle[] = [];
    this.#handles.set(node, handles);
    for (const result of node.results) {
      const handle = this.#stream.result({
        callId: result.callId,
        content: this.#sent(result),
        isError: result.isError,
        at: originOf(node),
      });
      handles.push(handle);
    }
    if (node.text === undefined) return;
    const at: MessageOrigin = {
      ...originOf(node),
      ...(node.isInjected ? { isInjected: true } : {}),
      ...nonText(node.nonTextParts),
    };
    handles.push(this.#stream.user(node.text, at));
  }

  #sent(result: ResultBlock): ResultBlock["content"] {
    const replaced = this.#replacements.get(result.callId);
    return replaced !== undefined && typeof result.content === "string" ? replaced : result.content;
  }

  #compaction(boundary: BoundaryNode | undefined, summary: UserNode | undefined): void {
    const context: (Handle | NewMessage)[] = [];
    if (summary !== undefined) {
      this.#told.add(summary);
      const text = summary.text ?? "";
      context.push({ role: "user", kind: "checkpoint", text, at: originOf(summary) });
    }
    if (boundary !== undefined) context.push(...this.#kept(boundary));
    this.#stream.compaction({
      context,
      ...(boundary?.trigger === undefined ? {} : { trigger: boundary.trigger }),
      ...(boundary?.tokensBefore === undefined ? {} : { tokensBefore: boundary.tokensBefore }),
      at: originOf(boundary ?? (summary as UserNode)),
    });
  }

  #kept(boundary: BoundaryNode): readonly Handle[] {
    if (!this.#stream.namesOlder) return [];
    return this.#keptNodes(boundary).flatMap((node) => this.#handles.get(node) ?? []);
  }

  /** Nodes before a boundary that it lists or, without a list, from one to another. */
  #keptNodes(boundary: BoundaryNode): readonly ClaudeNode[] {
    const end = this.#places.get(boundary) ?? 0;
    const places = [...new Set(boundary.kept)].map((uuid) => this.#byUuid.get(uuid) ?? end);
    if (boundary.kept.length > 0) {
      const before = places.filter((place) => place < end).sort((a, b) => a - b);
      return before.map((place) => this.#path[place] as ClaudeNode);
    }
    const head = this.#byUuid.get(boundary.keptHead ?? "") ?? end;
    const tail = this.#byUuid.get(boundary.keptTail ?? "") ?? end;
    return this.#path.slice(Math.min(head, end), Math.min(tail < head ? end : tail + 1, end));
  }

  #reportAbandoned(): void {
    const left = this.#group.nodes.filter(
      (node) => (node.kind === "user" || node.kind === "assistant") && !this.#told.has(node),
    );
    const first = left[0];
    if (first === undefined) return;
    this.#session.diagnose(
      "branch.abandoned",
      "information",
      first.line,
      `${left.length} records belong to branches that were left, here first; the newest branch counts.`,
    );
  }
}

function originOf(node: ClaudeNode): MessageOrigin {
  return {
    line: node.line,
    ...(node.uuid === undefined ? {} : { id: node.uuid }),
    ...(node.timeMs === undefined ? {} : { timeMs: node.timeMs }),
  };
}

function nonText(count: number): { readonly nonTextParts?: number } {
  return count === 0 ? {} : { nonTextParts: count };
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
