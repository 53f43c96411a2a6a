import { createProjector } from "../../src/create-projector.ts";
import type { Message } from "../../src/message.ts";
import { projectHistory } from "../../src/project-history.ts";
import type { GovernorSettings, Projection, ResolvedSettings } from "../../src/types.ts";
import { holds, same, sameMessages } from "./holds.ts";
import type { Random } from "./random.ts";

/** How far the prefix reaches at each length, by a plain count. */
function eligibleAt(history: readonly Message[], length: number, epochMessages: number): number {
  if (epochMessages === 0) return length;
  let counted = 0;
  let eligible = 0;
  for (let at = 0; at < length; at++) {
    if (history[at]?.role === "system") continue;
    counted += 1;
    if (counted % epochMessages === 0) eligible = at + 1;
  }
  return eligible;
}

/**
 * A history that grows message by message: the incremental form against the one-shot one at each
 * length, and each length against the one before it.
 */
export function checkGrowth(
  history: readonly Message[],
  given: GovernorSettings,
  { epochMessages }: ResolvedSettings,
  random: Random,
  everyLength: boolean,
): void {
  const { eligibleMessages: _, ...settings } = { ...given, mode: "on" as const };
  const projector = createProjector(settings);
  let before: { readonly projection: Projection; readonly eligible: number } | undefined;
  const snapshots: { readonly snapshot: Projection; readonly json: string }[] = [];
  for (let length = 0; length <= history.length; length++) {
    if (length > 0) projector.push([history[length - 1] as Message]);
    if (!everyLength && random.chance(0.9) && length < history.length) continue;
    const projection = projectHistory(history.slice(0, length), settings);
    checkSame(projector.view(), projection, history);
    if (random.chance(0.03)) {
      const snapshot = projector.snapshot();
      same(snapshot, projection, "a snapshot is the projection");
      snapshots.push({ snapshot, json: JSON.stringify(snapshot) });
    }
    const eligible = eligibleAt(history, length, epochMessages);
    if (before) checkStep(before.projection, projection, before.eligible === eligible);
    before = { projection, eligible };
  }
  for (const { snapshot, json } of snapshots) {
    same(JSON.stringify(snapshot), json, "no later push touches a snapshot");
  }
  checkBatches(history, settings, random);
  checkMoments(history, settings, random);
}

function checkSame(view: Projection, projection: Projection, history: readonly Message[]): void {
  same(view.elisions, projection.elisions, "a view has the elisions of the one-shot form");
  same(view.totals, projection.totals, "a view has the totals of the one-shot form");
  sameMessages(view.messages, projection.messages, "a view has the messages of the one-shot form");
  view.messages.forEach((message, at) => {
    holds(
      (message === history[at]) === (projection.messages[at] === history[at]),
      "a view shares untouched messages",
    );
  });
}

function checkStep(before: Projection, after: Projection, isSameEpoch: boolean): void {
  if (isSameEpoch) {
    const { length } = before.messages;
    const guarantee = "between epochs a request is the one before plus a tail";
    sameMessages(after.messages.slice(0, length), before.messages, guarantee);
  }
  const ids = new Set(after.elisions.map(({ callId }) => callId));
  for (const { callId } of before.elisions) holds(ids.has(callId), "once elided, always elided");
  for (const [at, message] of before.messages.entries()) {
    if (message === after.messages[at] || !isStub(message)) continue;
    same(after.messages[at], message, "a stub stays the same stub");
  }
}

function isStub(message: Message | null): boolean {
  return message?.role === "tool" && JSON.stringify(message.content).includes("[elided: ");
}

/** Pushes of many messages at once, and shadow instead of on. */
function checkBatches(
  history: readonly Message[],
  settings: GovernorSettings,
  random: Random,
): void {
  const mode = random.pick(["on", "shadow"] as const);
  const projector = createProjector({ ...settings, mode });
  for (let length = 0; length < history.length; ) {
    const next = Math.min(history.length, length + 1 + random.below(12));
    projector.push(history.slice(length, next));
    length = next;
    if (random.chance(0.4)) projector.view();
  }
  checkSame(projector.view(), projectHistory(history, { ...settings, mode }), history);
}

/** A host that says itself how long the prefix is. */
function checkMoments(
  history: readonly Message[],
  settings: GovernorSettings,
  random: Random,
): void {
  const projector = createProjector({ ...settings, eligibleMessages: 0 });
  let eligibleMessages = 0;
  for (const message of history) {
    projector.push([message]);
    if (random.chance(0.85)) continue;
    const { length } = projector.view().messages;
    eligibleMessages += random.below(length - eligibleMessages + 1);
    const pushed = history.slice(0, length);
    const view = projector.view({ eligibleMessages });
    checkSame(view, projectHistory(pushed, { ...settings, eligibleMessages }), pushed);
  }
}
