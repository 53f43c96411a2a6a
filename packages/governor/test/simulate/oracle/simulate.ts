import type { Message } from "../../../src/message.ts";
import { segmentsOf } from "../../../src/segments-of.ts";
import type { SimulationRequest, SimulationStream } from "../../../src/simulate/types.ts";
import type { ElisionReason } from "../../../src/types.ts";
import { oraclePairs } from "../../oracle/pairs.ts";
import { oracleProject } from "../../oracle/project.ts";
import { neededIn } from "./needed.ts";
import type { OracleSettings } from "./settings.ts";

interface Row {
  readonly request: SimulationRequest;
  readonly isCold: boolean;
  readonly isMoment: boolean;
  readonly off: Side;
  readonly on: Side;
  readonly elided: readonly { index: number; reason: ElisionReason; tokensSaved: number }[];
  readonly needed: { readonly reads: readonly number[]; readonly edits: number };
}

interface Side {
  readonly tokens: number;
  readonly prefix: number;
  readonly isChanged: boolean;
}

/** Every request anew from the whole history: slow, and nothing to keep in step. */
export function oracleSimulate(stream: SimulationStream, settings: OracleSettings) {
  const rows: Row[] = [];
  let before: { off: readonly Message[]; on: readonly Message[]; state: string } | undefined;
  let eligible = 0;
  stream.requests.forEach((request, number) => {
    const { messages, indices, state } = contextOf(stream, request.length);
    const isCold = number === 0 || isPause(stream.requests, number, settings.coldAfterMs);
    const isRewritten = state !== (before?.state ?? "-1 0");
    if (isCold || isRewritten) eligible = messages.length;
    const projection = oracleProject(messages, {
      mode: "on",
      minAgeTurns: settings.minAgeTurns,
      epochMessages: settings.epochMessages,
      eligibleMessages: settings.apply === "cold" ? eligible : undefined,
      policyVersion: 1,
      profile: settings.profile,
    });
    const elided = projection.elisions.map(({ reason, tokensSaved }, at) => ({
      index: indices[projection.positions[at] as number] as number,
      reason,
      tokensSaved,
    }));
    rows.push({
      request,
      isCold,
      isMoment: number > 0 && (isCold || isRewritten),
      off: sideOf(messages, before?.off),
      on: sideOf(projection.messages, before?.on),
      elided,
      needed: neededIn(stream, request, settings, {
        messages: projection.messages,
        reads: projection.positions
          .map((position, at) => ({ position, index: elided[at]?.index as number, at }))
          .filter(({ at }) => elided[at]?.reason === "superseded_read"),
      }),
    });
    before = { off: messages, on: projection.messages, state };
  });
  return sumUp(rows, settings);
}

function contextOf(
  { history, compactions = [], agentElisions = [] }: SimulationStream,
  to: number,
) {
  const passed = compactions.filter(({ position, added }) => position + added <= to);
  const last = passed.at(-1);
  const indices = [...(last?.context ?? [])];
  for (let at = last ? last.position + last.added : 0; at < to; at++) indices.push(at);
  const begun = agentElisions.filter(({ position }) => position <= to);
  const gone = new Set(
    oraclePairs(history)
      .filter(({ call }) => begun.some(({ callId }) => callId === call.id))
      .map(({ resultAt }) => resultAt),
  );
  const messages = indices.map((index) => {
    const message = history[index] as Message;
    return gone.has(index) ? ({ ...message, content: "", isError: true } as Message) : message;
  });
  const state = `${last ? compactions.indexOf(last) : -1} ${begun.length}`;
  return { messages, indices, state };
}

function isPause(all: readonly SimulationRequest[], number: number, limit: number): boolean {
  const now = all[number]?.timeMs;
  const last = all[number - 1]?.timeMs;
  if (now === undefined || last === undefined) return false;
  const earlier = all.slice(0, number).map(({ timeMs }) => timeMs ?? Number.NEGATIVE_INFINITY);
  return now - Math.max(...earlier) > limit;
}

function tokensOf(messages: readonly Message[]): number {
  return segmentsOf(messages).reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0);
}

function sideOf(messages: readonly Message[], before: readonly Message[] = []): Side {
  let same = 0;
  while (same < before.length && same < messages.length) {
    if (JSON.stringify(before[same]) !== JSON.stringify(messages[same])) break;
    same++;
  }
  return {
    tokens: tokensOf(messages),
    prefix: tokensOf(messages.slice(0, same)),
    isChanged: same < before.length,
  };
}

/** Least squares by the normal equations. */
function fit(rows: readonly Row[]): { a: number; b: number } {
  const points = rows.flatMap(({ request: { inputTokens: y = 0 }, off: { tokens: x } }) =>
    y > 0 && y >= x / 2 ? [{ x, y }] : [],
  );
  const n = points.length;
  if (n === 0) return { a: 0, b: 1 };
  const [sx, sy, sxx, sxy] = points.reduce(
    ([a, b, c, d], { x, y }) => [a + x, b + y, c + x * x, d + x * y] as const,
    [0, 0, 0, 0] as readonly [number, number, number, number],
  );
  const below = n * sxx - sx * sx;
  const b = Math.max(0.5, Math.min(2, below === 0 ? 1 : (n * sxy - sx * sy) / below));
  const a = (sy - b * sx) / n;
  return a < 0 ? { a: 0, b: sy / sx } : { a, b };
}

function sumUp(rows: readonly Row[], settings: OracleSettings) {
  const { a, b } = fit(rows);
  const bill = (side: "off" | "on"): number => {
    let sum = 0;
    for (const { isCold, request, [side]: sent } of rows) {
      if (request.isCopy) continue;
      const all = a + b * sent.tokens;
      const hit = a + b * sent.prefix;
      if (all < settings.minCacheTokens) sum += all * settings.priceInput;
      else if (isCold || hit < settings.minCacheTokens) sum += all * settings.priceCacheWrite;
      else sum += hit * settings.priceCached + (all - hit) * settings.priceCacheWrite;
    }
    return sum;
  };
  const counted = rows.filter(({ request }) => !request.isCopy);
  const elided = new Map(
    counted.flatMap((row) => row.elided.map(({ index, reason }) => [index, reason] as const)),
  );
  const each = (of: (reason: ElisionReason) => number) => ({
    superseded_read: of("superseded_read"),
    stale_bg_output: of("stale_bg_output"),
    duplicate_search: of("duplicate_search"),
  });
  return {
    requests: counted.length,
    copiedRequests: rows.length - counted.length,
    coldRequests: counted.filter(({ isCold }) => isCold).length,
    coldMoments: counted.filter(({ isMoment }) => isMoment).length,
    untimedRequests: counted.filter(({ request }) => request.timeMs === undefined).length,
    inputTokensOff: counted.reduce((sum, { off }) => sum + a + b * off.tokens, 0),
    inputTokensOn: counted.reduce((sum, { on }) => sum + a + b * on.tokens, 0),
    elidedByReason: each((reason) => [...elided.values()].filter((is) => is === reason).length),
    tokensSavedByReason: each((reason) =>
      counted.reduce(
        (sum, row) =>
          sum +
          b * row.elided.reduce((own, it) => own + (it.reason === reason ? it.tokensSaved : 0), 0),
        0,
      ),
    ),
    prefixChangesOff: counted.filter(({ off }) => off.isChanged).length,
    prefixChangesOn: counted.filter(({ on }) => on.isChanged).length,
    prefixChangesAdded: counted.filter(({ off, on }) => on.isChanged && !off.isChanged).length,
    billOff: bill("off"),
    billOn: bill("on"),
    stillNeeded: new Set(counted.flatMap(({ needed }) => needed.reads)).size,
    stillNeededEdits: counted.reduce((sum, { needed }) => sum + needed.edits, 0),
  };
}
