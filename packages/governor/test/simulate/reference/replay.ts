import { createProjector } from "../../../src/create-projector.ts";
import { tokensOf } from "../../../src/internal/tokens.ts";
import type { Message } from "../../../src/message.ts";
import { segmentsOf } from "../../../src/segments-of.ts";
import { createColdClock } from "../../../src/simulate/internal/cold-clock.ts";
import { pairsOf } from "../../../src/simulate/internal/pairs.ts";
import type { ReplayedRequest, SentTokens } from "../../../src/simulate/internal/replay.ts";
import type { ResolvedSimulationSettings, SimulationStream } from "../../../src/simulate/types.ts";
import type { Elision, ElisionReason } from "../../../src/types.ts";
import { createNeedFinder } from "./need-finder.ts";

interface Context {
  readonly messages: readonly Message[];
  readonly indices: readonly number[];
  /** Changes where the agent rewrote the past. */
  readonly state: string;
}

interface Request {
  readonly off: readonly Message[];
  readonly on: readonly Message[];
  readonly state: string;
}

/** What a replay gives, by the view of a projector: compared from its first message at each request. */
export function slowReplay(
  stream: SimulationStream,
  settings: ResolvedSimulationSettings,
): readonly ReplayedRequest[] {
  const { minAgeTurns, epochMessages, policyVersion, profile, apply } = settings;
  const newProjector = () =>
    createProjector({ mode: "on", minAgeTurns, epochMessages, policyVersion, profile });
  const isColdAt = createColdClock(settings.coldAfterMs);
  const contextAt = contextsOf(stream);
  const neededBy = createNeedFinder(stream.history, settings);
  const seen = { elided: new Set<number>(), needed: new Set<number>() };
  let pending = new Map<number, ElisionReason>();
  let projector = newProjector();
  let pushed = 0;
  let eligible = 0;
  let before: Request = { off: [], on: [], state: "-1 0" };
  return stream.requests.map((request, number): ReplayedRequest => {
    const isCold = isColdAt(request.timeMs) || number === 0;
    const { messages, indices, state } = contextAt(request.length);
    const isRewritten = state !== before.state;
    if (isRewritten) {
      projector = newProjector();
      pushed = 0;
      pending = new Map();
    }
    projector.push(messages.slice(pushed));
    pushed = messages.length;
    if (isCold || isRewritten) eligible = messages.length;
    const view = projector.snapshot(apply === "cold" ? { eligibleMessages: eligible } : {});
    const elided = elidedIn(messages, view.messages, view.elisions);
    for (const [position, { reason }] of elided) {
      const index = indices[position] as number;
      if (!seen.elided.has(index)) pending.set(index, reason);
    }
    const needed = request.isCopy
      ? { reads: new Set<number>(), edits: 0 }
      : neededBy(request.response, view.messages, indices, elided);
    const newlyNeeded = [...needed.reads].filter((index) => !seen.needed.has(index));
    for (const index of newlyNeeded) seen.needed.add(index);
    const newlyElided = request.isCopy ? new Map<number, ElisionReason>() : pending;
    for (const index of newlyElided.keys()) seen.elided.add(index);
    if (!request.isCopy) pending = new Map();
    const row = {
      request,
      isCold,
      isMoment: number > 0 && (isCold || isRewritten),
      off: sideOf(before.off, messages),
      on: sideOf(before.on, view.messages),
      saved: savedBy([...elided.values()]),
      newlyElided: [...newlyElided.values()].sort(),
      newlyNeeded: newlyNeeded.length,
      needyEdits: needed.edits,
    };
    before = { off: messages, on: view.messages, state };
    return row;
  });
}

/** Elisions by position. */
function elidedIn(
  messages: readonly Message[],
  sent: readonly Message[],
  elisions: readonly Elision[],
): ReadonlyMap<number, Elision> {
  const positions = messages.flatMap((message, at) => (message === sent[at] ? [] : [at]));
  return new Map(positions.map((position, at) => [position, elisions[at] as Elision]));
}

function savedBy(elisions: readonly Elision[]): Record<ElisionReason, number> {
  const saved = { superseded_read: 0, stale_bg_output: 0, duplicate_search: 0 };
  for (const { reason, tokensSaved } of elisions) saved[reason] += tokensSaved;
  return saved;
}

function sideOf(before: readonly Message[], sent: readonly Message[]): SentTokens {
  let same = 0;
  while (same < before.length && same < sent.length && isSame(before[same], sent[same])) same += 1;
  return {
    tokens: tokens(sent),
    shared: tokens(sent.slice(0, same)),
    isChanged: same < before.length,
  };
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function tokens(messages: readonly Message[]): number {
  return segmentsOf(messages).reduce((sum, { text }) => sum + tokensOf(text.length), 0);
}

function contextsOf({
  history,
  compactions = [],
  agentElisions = [],
}: SimulationStream): (length: number) => Context {
  const pairs = pairsOf(history);
  /** The same object in every request, as a projector takes it in once. */
  const blanks = history.map((message) => ({ ...message, content: "", isError: true }) as Message);
  return (length) => {
    const last = compactions.findLastIndex((each) => each.position + each.added <= length);
    const place = compactions[last];
    const indices = [...(place?.context ?? [])];
    for (let at = place ? place.position + place.added : 0; at < length; at += 1) indices.push(at);
    const begun = agentElisions.filter(({ position }) => position <= length);
    const gone = new Set(begun.map(({ callId }) => pairs.get(callId)?.resultIndex));
    const messages = indices.map((index) => (gone.has(index) ? blanks : history)[index] as Message);
    return { messages, indices, state: `${last} ${begun.length}` };
  };
}
