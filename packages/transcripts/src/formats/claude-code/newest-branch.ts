import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { AssistantNode, BoundaryNode, ClaudeNode, NodeGroup, UserNode } from "./node.ts";

/**
 * Which records of a tree count, in order. A session is resumed at its newest leaf (by time, and by
 * the order of the file where times are equal or missing): the path from there to the root counts.
 * Parallel calls make forks of one response, so every piece of a response on the path counts too.
 * Records that a damaged line cut off from their parents follow what stands before them.
 */
export function newestBranch(group: NodeGroup, session: SessionBuilder): readonly ClaudeNode[] {
  const hasTree = group.nodes.some((node) => node.uuid !== undefined && node.parent !== undefined);
  if (!hasTree) return group.nodes;
  const leaf = newestLeaf(group);
  if (leaf === undefined) return [];
  return pathTo(leaf, group, session);
}

function isMessage(node: ClaudeNode): node is UserNode | AssistantNode {
  return node.kind === "user" || node.kind === "assistant";
}

function newestLeaf(group: NodeGroup): ClaudeNode | undefined {
  const parents = new Set<string>();
  for (const node of group.nodes) if (node.parent !== undefined) parents.add(node.parent);
  const visited = new Set<ClaudeNode>();
  let newest: ClaudeNode | undefined;
  for (const terminal of group.nodes) {
    if (terminal.uuid !== undefined && parents.has(terminal.uuid)) continue;
    let node: ClaudeNode | undefined = terminal;
    while (node !== undefined && !isMessage(node) && !visited.has(node)) {
      visited.add(node);
      node = node.parent === undefined ? undefined : group.byUuid.get(node.parent);
    }
    if (node === undefined || !isMessage(node)) continue;
    if (newest === undefined || isNewer(node, newest)) newest = node;
  }
  return newest ?? group.nodes.findLast(isMessage);
}

function isNewer(node: ClaudeNode, than: ClaudeNode): boolean {
  if (node.timeMs !== undefined && than.timeMs !== undefined && node.timeMs !== than.timeMs) {
    return node.timeMs > than.timeMs;
  }
  return node.line >= than.line;
}

function pathTo(
  leaf: ClaudeNode,
  group: NodeGroup,
  session: SessionBuilder,
): readonly ClaudeNode[] {
  const after = keptTails(group);
  const summaries = summariesOf(group);
  const onPath = new Set<ClaudeNode>();
  const path: ClaudeNode[] = [];
  let node: ClaudeNode | undefined = leaf;
  let position = group.nodes.length;
  const put = (next: ClaudeNode): void => {
    onPath.add(next);
    path.push(next);
  };
  while (node !== undefined && !onPath.has(node)) {
    put(node);
    const parent = parentOf(node, group);
    if (parent.node !== undefined) {
      for (const inserted of compactionsBetween(parent.node, node, after, summaries)) {
        if (!onPath.has(inserted)) put(inserted);
      }
      node = parent.node;
      continue;
    }
    if (parent.isRoot) break;
    // The parent is not in this file. What stands before it in the file is the next best.
    position = before(node, position, group, onPath);
    const earlier: ClaudeNode | undefined = group.nodes[position];
    if (earlier !== undefined && parent.isBroken) {
      session.diagnose(
        "chain.broken",
        "warning",
        node.line,
        "the record before this one is missing; it was joined to what stands before it in the file.",
      );
    }
    node = earlier;
  }
  return path.reverse();
}

interface Parent {
  readonly node: ClaudeNode | undefined;
  /** It says that it has no parent. */
  readonly isRoot: boolean;
  /** Its parent should be here and is not; a boundary's may well be in another file. */
  readonly isBroken: boolean;
}

function parentOf(node: ClaudeNode, group: NodeGroup): Parent {
  const parent = node.parent === undefined ? undefined : group.byUuid.get(node.parent);
  if (parent !== undefined) return { node: parent, isRoot: false, isBroken: false };
  if (node.kind === "boundary") {
    const logical =
      node.logicalParent === undefined ? undefined : group.byUuid.get(node.logicalParent);
    return { node: logical, isRoot: false, isBroken: false };
  }
  const isSummary = node.kind === "user" && node.isSummary;
  return {
    node: undefined,
    isRoot: node.parent === undefined && !isSummary,
    isBroken: node.parent !== undefined,
  };
}

/** Index of the last message before a node that is not on the path; -1 when there is none. */
function before(
  node: ClaudeNode,
  from: number,
  group: NodeGroup,
  onPath: ReadonlySet<ClaudeNode>,
): number {
  for (let index = from - 1; index >= 0; index -= 1) {
    const candidate = group.nodes[index] as ClaudeNode;
    if (candidate.line < node.line && isMessage(candidate) && !onPath.has(candidate)) return index;
  }
  return -1;
}

/** Boundaries that kept the newest records, by the last of these. */
function keptTails(group: NodeGroup): ReadonlyMap<string, readonly BoundaryNode[]> {
  const tails = new Map<string, BoundaryNode[]>();
  for (const node of group.nodes) {
    if (node.kind !== "boundary") continue;
    const tail = node.keptTail ?? node.kept[node.kept.length - 1];
    if (tail === undefined) continue;
    const known = tails.get(tail);
    if (known === undefined) tails.set(tail, [node]);
    else known.push(node);
  }
  return tails;
}

/** Summaries of compactions by their boundary: the first of each. */
function summariesOf(group: NodeGroup): ReadonlyMap<string, ClaudeNode> {
  const summaries = new Map<string, ClaudeNode>();
  for (const node of group.nodes) {
    const isSummary = node.kind === "user" && node.isSummary && node.parent !== undefined;
    if (isSummary && !summaries.has(node.parent)) summaries.set(node.parent, node);
  }
  return summaries;
}

/**
 * After a compaction that kept the newest records, the conversation goes on from the last of these
 * and by-passes boundary and summary, which the model saw nevertheless. Newest first.
 */
function compactionsBetween(
  parent: ClaudeNode,
  child: ClaudeNode,
  tails: ReadonlyMap<string, readonly BoundaryNode[]>,
  summaries: ReadonlyMap<string, ClaudeNode>,
): readonly ClaudeNode[] {
  const boundaries = parent.uuid === undefined ? undefined : tails.get(parent.uuid);
  if (boundaries === undefined) return [];
  return boundaries
    .filter(
      (boundary) => boundary !== child && boundary.line < child.line && boundary.line > parent.line,
    )
    .sort((a, b) => b.line - a.line)
    .flatMap((boundary) => {
      const summary = boundary.uuid === undefined ? undefined : summaries.get(boundary.uuid);
      return summary === undefined || summary === child ? [boundary] : [summary, boundary];
    });
}
