// Sends the requests of a conversation through a pruner and measures what it makes of them, by the
// definitions of `context simulate`.
import { engine } from "./engine.mjs";
import { lossFinder } from "./loss.mjs";

/** A pruner that took a message out altogether leaves this in its place. */
const GONE = { role: "tool", callId: "", content: "" };

export function noFigures() {
  return {
    requests: 0,
    tokensOff: 0,
    tokensSaved: 0,
    removed: 0,
    lost: 0,
    removedReads: 0,
    stillNeeded: 0,
    prefixChanges: 0,
    billOff: 0,
    billOn: 0,
    milliseconds: 0,
  };
}

/**
 * @param start - Makes a pruner for one conversation. It is given the messages of a request and
 * returns, by position, what takes their place: another message, or `null` for nothing at all.
 */
export async function replay({ stream, settings }, start, figures) {
  const resolved = engine.resolveSimulationSettings(settings);
  const context = engine.createSentContext(stream);
  const isColdAt = engine.createColdClock(resolved.coldAfterMs);
  const needs = engine.createNeedFinder(stream, resolved);
  const losses = lossFinder(stream.history, resolved.profile);
  const seen = { removed: new Set(), needed: new Set() };
  const rows = [];
  let prune = start(resolved.profile);
  let before = { messages: [], changes: new Map() };
  for (const [number, request] of stream.requests.entries()) {
    const isCold = isColdAt(request.timeMs) || number === 0;
    const isRewritten = context.moveTo(request.length);
    if (isRewritten) prune = start(resolved.profile);
    const messages = [...context.messages];
    const { run, read } = prune(messages, { isMoment: isCold || isRewritten });
    const began = performance.now();
    const pruned = await run();
    figures.milliseconds += performance.now() - began;
    const changes = read(pruned);
    rows.push({ request, isCold, ...measure(before, messages, changes, isRewritten) });
    note(
      { request, messages, indices: context.indices, changes },
      { needs, losses, seen },
      figures,
    );
    before = { messages, changes };
  }
  addSums(rows, resolved, figures);
}

/** Tokens of one request, and of the prefix that it has in common with the one before. */
function measure(before, messages, changes, isRewritten) {
  const offShared = isRewritten
    ? engine.sharedPrefix(before.messages, messages)
    : before.messages.length;
  let onShared = 0;
  while (onShared < offShared && isSame(before.changes.get(onShared), changes.get(onShared))) {
    onShared += 1;
  }
  const side = { off: 0, on: 0, offPrefix: 0, onPrefix: 0 };
  for (const [at, message] of messages.entries()) {
    const off = tokensOf(message);
    const change = changes.get(at);
    const on = change === undefined ? off : change === null ? 0 : tokensOf(change);
    side.off += off;
    side.on += on;
    if (at < offShared) side.offPrefix += off;
    if (at < onShared) side.onPrefix += on;
  }
  const { length } = before.messages;
  return { ...side, isAdded: onShared < length && offShared >= length };
}

function isSame(a, b) {
  return a === b || (a && b ? JSON.stringify(a) === JSON.stringify(b) : false);
}

const weights = new WeakMap();

function tokensOf(message) {
  let tokens = weights.get(message);
  if (tokens === undefined) {
    const sums = { segments: 0, tokens: 0 };
    engine.addTexts(sums, message);
    tokens = sums.tokens;
    weights.set(message, tokens);
  }
  return tokens;
}

/** Counts each result once: when it is first removed, and when an answer first needs it. */
function note({ request, messages, indices, changes }, { needs, losses, seen }, figures) {
  const sent = messages.map((message, at) => {
    const change = changes.get(at);
    return change === undefined ? message : (change ?? GONE);
  });
  const removed = new Map();
  for (const [at, change] of changes) {
    if (messages[at].role !== "tool") continue;
    // The engine looks only at reads, and at which ones the profile says.
    removed.set(at, { reason: "superseded_read", callId: messages[at].callId, change });
  }
  for (const at of removed.keys()) {
    const index = indices[at];
    if (seen.removed.has(index)) continue;
    seen.removed.add(index);
    figures.removed += 1;
    if (losses.isRead(index)) figures.removedReads += 1;
    if (losses.isLost(index, at, { indices, sent, removed })) figures.lost += 1;
  }
  if (request.response === undefined || removed.size === 0) return;
  const { response } = request;
  const positions = [...removed.keys()];
  const { reads } = needs.neededBy({
    response,
    context: messages,
    messages: sent,
    indices,
    elided: removed,
    positions,
  });
  for (const index of reads) {
    if (seen.needed.has(index)) continue;
    seen.needed.add(index);
    figures.stillNeeded += 1;
  }
}

function addSums(rows, resolved, figures) {
  const reports = rows.flatMap(({ request: { inputTokens }, off }) =>
    inputTokens > 0 && inputTokens >= engine.MIN_SCALE * off
      ? [{ estimate: off, reported: inputTokens }]
      : [],
  );
  const fit = engine.fitTokenScale(reports);
  const bill = engine.createBill(resolved, fit);
  const sums = { off: 0, saved: 0, billOff: 0, billOn: 0 };
  for (const { isCold, off, on, offPrefix, onPrefix, isAdded } of rows) {
    sums.off += fit.overhead + fit.scale * off;
    sums.saved += fit.scale * (off - on);
    sums.billOff += bill({ tokens: off, shared: offPrefix }, isCold);
    sums.billOn += bill({ tokens: on, shared: onPrefix }, isCold);
    if (isAdded) figures.prefixChanges += 1;
  }
  figures.requests += rows.length;
  figures.tokensOff += Math.round(sums.off);
  figures.tokensSaved += Math.round(sums.saved);
  figures.billOff += Math.round(sums.billOff);
  figures.billOn += Math.round(sums.billOn);
}
