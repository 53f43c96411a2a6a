import { jsonOf } from "../../internal/json-of.ts";
import type { Message } from "../../message.ts";

/** How many messages two requests have in common from the front, by content. */
export function sharedPrefix(before: readonly Message[], now: readonly Message[]): number {
  const end = Math.min(before.length, now.length);
  let at = 0;
  while (at < end && isSame(before[at] as Message, now[at] as Message)) at += 1;
  return at;
}

/** Mostly the very object: only a compaction writes messages again. */
function isSame(a: Message, b: Message): boolean {
  if (a === b) return true;
  if (a?.role !== b?.role) return false;
  const json = jsonOf(a);
  return json !== undefined && json === jsonOf(b);
}
