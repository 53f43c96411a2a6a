import type { JsonObject } from "../../internal/json.ts";
import { nameAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";

/** One entry of the tree. */
export interface PiEntry {
  readonly value: JsonObject;
  readonly type: string;
  readonly line: number;
  /** Position among the file's entries, the header (if any) counted. */
  readonly index: number;
  readonly id: string | undefined;
}

/**
 * The entries from the root to the leaf: the conversation as it is now. The leaf is the last entry
 * of the file. Files of the first version have no ids: there every entry follows the one before.
 */
export function entryPath(entries: readonly PiEntry[], session: SessionBuilder): PiEntry[] {
  const positions = new Map<string, number>();
  for (const [position, { id }] of entries.entries()) {
    if (id !== undefined && !positions.has(id)) positions.set(id, position);
  }
  const path: PiEntry[] = [];
  const onPath = new Visited();
  let position = leafOf(entries, positions);
  while (position !== undefined) {
    const entry: PiEntry = entries[position] as PiEntry;
    path.push(entry);
    onPath.add(position);
    position = parentOf(entry, position, positions, onPath, session);
  }
  reportAbandoned(entries, onPath, session);
  return path.reverse();
}

/** The last entry; where lines were put in another order, its newest descendant. */
function leafOf(
  entries: readonly PiEntry[],
  positions: ReadonlyMap<string, number>,
): number | undefined {
  const newestChild = new Map<number, number>();
  for (const [position, entry] of entries.entries()) {
    const parent = positions.get(nameAt(entry.value, "parentId") ?? "");
    if (parent !== undefined && parent !== position) newestChild.set(parent, position);
  }
  let leaf = entries.length - 1;
  const seen = new Set<number>();
  for (;;) {
    const child = newestChild.get(leaf);
    if (child === undefined || seen.has(child)) return leaf < 0 ? undefined : leaf;
    seen.add(child);
    leaf = child;
  }
}

function parentOf(
  entry: PiEntry,
  position: number,
  positions: ReadonlyMap<string, number>,
  onPath: Visited,
  session: SessionBuilder,
): number | undefined {
  const parentId = nameAt(entry.value, "parentId");
  const hasTree = entry.id !== undefined && "parentId" in entry.value;
  if (hasTree && parentId === undefined) return undefined;
  const parent = parentId === undefined ? undefined : positions.get(parentId);
  if (parent !== undefined && !onPath.has(parent)) return parent;
  if (hasTree) {
    session.diagnose(
      "chain.broken",
      "warning",
      entry.line,
      "the entry's parent is missing; it is joined to the entry before it in the file.",
    );
  }
  return onPath.freeBefore(position);
}

/** Positions that are on the path, with a quick way to the nearest one before that is not. */
class Visited {
  /** Of a position on the path: one before it that may be free. */
  readonly #before = new Map<number, number>();

  has(position: number): boolean {
    return this.#before.has(position);
  }

  add(position: number): void {
    this.#before.set(position, position - 1);
  }

  /** The nearest free position before this one. What was walked over is remembered. */
  freeBefore(position: number): number | undefined {
    let free = position - 1;
    const walked: number[] = [];
    for (;;) {
      const next = this.#before.get(free);
      if (next === undefined) break;
      walked.push(free);
      free = next;
    }
    for (const place of walked) this.#before.set(place, free);
    return free < 0 ? undefined : free;
  }
}

function reportAbandoned(
  entries: readonly PiEntry[],
  onPath: Visited,
  session: SessionBuilder,
): void {
  const left = entries.filter(({ type }, position) => type === "message" && !onPath.has(position));
  const first = left[0];
  if (first === undefined) return;
  session.diagnose(
    "branch.abandoned",
    "information",
    first.line,
    `${left.length} messages are on branches that the session left, here first; they are not part of the conversation.`,
  );
}
