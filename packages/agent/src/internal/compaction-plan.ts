import type { Conversation, Entry } from "./conversation.ts";

/** What a compaction replaces. */
export interface CompactionPlan {
  /** Index of the first entry that stays. */
  readonly boundary: number;
  /** For the record: message records before it. */
  readonly firstKept: number;
}

/** Whether a user of flesh wrote it: a turn begins there. */
export function isOrdinary({ message, isInjected }: Entry): boolean {
  return message.role === "user" && message.kind !== "checkpoint" && !isInjected;
}

/**
 * Where the older part ends when so many turns of the user stay; `undefined` when nothing is older.
 */
export function planByTurns(
  conversation: Conversation,
  keepTurns: number,
): CompactionPlan | undefined {
  const { entries } = conversation;
  const starts = entries.flatMap((entry, at) => (isOrdinary(entry) ? [at] : []));
  if (keepTurns > 0 && starts.length <= keepTurns) return undefined;
  return planAt(conversation, keepTurns === 0 ? entries.length : (starts.at(-keepTurns) as number));
}

/**
 * The same, so that what stays has at most so many tokens: fewer turns where the kept ones alone are
 * too much, and within the last turn the latest answers with their results. An agent that works on
 * one prompt for long would otherwise end at the limit of its window.
 */
export function planByTokens(
  conversation: Conversation,
  keepTurns: number,
  mostKept: number,
): CompactionPlan | undefined {
  const wanted = planByTurns(conversation, keepTurns);
  if (wanted && keptTokens(conversation, wanted) <= mostKept) return wanted;
  for (let turns = keepTurns - 1; turns > 0; turns -= 1) {
    const fewer = planByTurns(conversation, turns);
    if (fewer && keptTokens(conversation, fewer) <= mostKept) return fewer;
  }
  const { entries } = conversation;
  // A quarter leaves room to go on before the next compaction.
  const most = mostKept / 4;
  let boundary = entries.length;
  let kept = 0;
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    kept += (entries[at] as Entry).tokens;
    if (kept > most) break;
    // Only here is no call separated from its results.
    if (entries[at]?.message.role === "assistant") boundary = at;
  }
  return planAt(conversation, boundary);
}

function planAt(conversation: Conversation, boundary: number): CompactionPlan | undefined {
  const { entries, records } = conversation;
  const replaced = entries.slice(0, boundary).filter(({ message }) => message.role !== "system");
  // A checkpoint alone would be summarised into itself.
  const isWorthIt = replaced.some(({ number }) => number >= 0);
  const firstKept = entries[boundary]?.number ?? records;
  return isWorthIt ? { boundary, firstKept } : undefined;
}

function keptTokens({ entries }: Conversation, { boundary }: CompactionPlan): number {
  const system = entries.slice(0, boundary).filter(({ message }) => message.role === "system");
  return [...system, ...entries.slice(boundary)].reduce((sum, { tokens }) => sum + tokens, 0);
}
