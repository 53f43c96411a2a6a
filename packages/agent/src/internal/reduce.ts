import { type Entry, textTokens, tokensOf } from "./conversation.ts";
import { cutText } from "./one-line.ts";
import { emitIn, type RunScope, runOf, saveTracker } from "./run-scope.ts";

/** UTF-16 units of a result's beginning that a cut leaves: the start of a file or of an error. */
const HEAD_UNITS = 1200;
/** Of its end: the last lines of an output. */
const TAIL_UNITS = 600;
/** A cut has to be worth it: shorter results stay. */
const MIN_UNITS = 4000;

/**
 * Cuts results in place, the largest old ones first, those of the last turn only where that isn't
 * enough, until the conversation has at most so many tokens or there is nothing left to cut.
 *
 * @returns whether anything was cut
 */
export function reduceTo(targetTokens: number, scope: RunScope): boolean {
  const { conversation, session } = scope;
  const lastAnswer = conversation.entries.findLastIndex(
    ({ message }) => message.role === "assistant",
  );
  const before = conversation.tokens;
  let left = before;
  const cuts: { callId: string; content: string }[] = [];
  for (const { entry } of inOrderOfCutting(conversation.entries, lastAnswer)) {
    if (left <= targetTokens) break;
    const { message } = entry;
    if (message.role !== "tool" || typeof message.content !== "string") continue;
    const content = cutResult(message.content);
    left += tokensOf({ ...message, content }) - entry.tokens;
    cuts.push({ callId: message.callId, content });
  }
  if (cuts.length === 0) return false;
  const lost = cuts.some(({ callId }) => holdsMoreThanJson(scope, callId));
  for (const cut of cuts) session.append({ type: "reduction", ...runOf(scope), ...cut });
  emitIn(scope, {
    type: "context_reduced",
    reason: "budget",
    results: cuts.length,
    tokensSaved: before - conversation.tokens,
  });
  if (lost) {
    scope.tracker.forget();
    saveTracker(scope);
  }
  return true;
}

/** Nested instructions stand after a result's JSON: a cut takes them away, so they have to come again. */
function holdsMoreThanJson({ conversation }: RunScope, callId: string): boolean {
  const entry = conversation.entries.findLast(
    ({ message }) => message.role === "tool" && message.callId === callId,
  );
  try {
    if (entry?.message.role === "tool") JSON.parse(entry.message.content as string);
    return false;
  } catch {
    return true;
  }
}

function inOrderOfCutting(
  entries: readonly Entry[],
  lastAnswer: number,
): readonly { readonly entry: Entry; readonly isOld: boolean }[] {
  // An id that came twice is left alone: a reduction names the last of them.
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { message } of entries) {
    if (message.role !== "tool") continue;
    if (seen.has(message.callId)) twice.add(message.callId);
    seen.add(message.callId);
  }
  return entries
    .map((entry, at) => ({ entry, isOld: at < lastAnswer }))
    .filter(
      ({ entry: { message } }) =>
        message.role === "tool" &&
        typeof message.content === "string" &&
        message.content.length >= MIN_UNITS &&
        !twice.has(message.callId),
    )
    .sort(
      (left, right) =>
        Number(right.isOld) - Number(left.isOld) || right.entry.tokens - left.entry.tokens,
    );
}

/** What is left says that, and how much, is missing. */
function cutResult(text: string): string {
  const head = cutText(text, HEAD_UNITS);
  const tailAt = text.length - TAIL_UNITS;
  const unit = text.charCodeAt(tailAt);
  const tail = text.slice(unit >= 0xdc00 && unit <= 0xdfff ? tailAt + 1 : tailAt);
  const cut = text.length - head.length - tail.length;
  return `${head}\n[cut to fit the context: ${cut} characters (about ${textTokens(text.slice(0, cut))} tokens) are missing here; make the call again to see them]\n${tail}`;
}
