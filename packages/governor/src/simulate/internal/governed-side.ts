import { applyStub } from "../../internal/apply-stub.ts";
import { elisionOf } from "../../internal/elision.ts";
import { createEngine } from "../../internal/engine.ts";
import { createMeter } from "../../internal/meter.ts";
import type { Message, ToolMessage } from "../../message.ts";
import { resolveSettings } from "../../resolve-settings.ts";
import type { Elision, ElisionReason } from "../../types.ts";
import type { ResolvedSimulationSettings } from "../types.ts";
import { createRunningSums } from "./running-sums.ts";
import { sharedPrefix } from "./same-message.ts";

/** What the governor makes of requests. */
export interface GovernedSide {
  /** The messages of the latest request as they are sent with the governor. */
  readonly messages: readonly Message[];
  /** What is elided, by position in the request. */
  readonly elided: ReadonlyMap<number, Elision>;
  /** The same positions in the order in which they were elided: a list that only grows, or a new one. */
  readonly positions: readonly number[];
  /** Tokens that the latest request saves, by reason. */
  readonly saved: Readonly<Record<ElisionReason, number>>;
  /** Tokens that are saved before a position. */
  savedBefore(position: number): number;
  /** Projects the next request. */
  send(context: readonly Message[], options: SendOptions): Sent;
}

/** How a request differs from the one before. */
interface SendOptions {
  readonly isRewritten: boolean;
  /** Its cache is cold anyway. */
  readonly isMoment: boolean;
}

/** What a request has in common with the one before. */
interface Sent {
  /** How many messages from the front. */
  readonly shared: number;
  /** Positions that are elided and were not in the request before, or not known to be. */
  readonly newlyElided: readonly number[];
}

/**
 * The side before the first request. It does what a projector does, on the same engine, and takes
 * what is new from there: to find it in two views would cost their whole length at each request.
 */
export function createGovernedSide(settings: ResolvedSimulationSettings): GovernedSide {
  const { minAgeTurns, epochMessages, policyVersion, profile, apply } = settings;
  const governor = resolveSettings({ minAgeTurns, epochMessages, policyVersion, profile });
  let engine = createEngine(governor);
  let meter = createMeter(epochMessages);
  let elided = new Map<number, Elision>();
  let positions: number[] = [];
  let saved = noTokens();
  let savings = createRunningSums();
  let sent: Message[] = [];
  let eligible = 0;

  function restart(): void {
    engine = createEngine(governor);
    meter = createMeter(epochMessages);
    elided = new Map();
    positions = [];
    saved = noTokens();
    savings = createRunningSums();
    sent = [];
  }

  /** Applies what is elided now and wasn't before; gives its positions, in order. */
  function elide(context: readonly Message[]): readonly number[] {
    engine.take(context, apply === "cold" ? eligible : meter.epochEnd());
    return engine.takeElided().map((pair) => {
      const { resultIndex: at, stub } = pair;
      const elision = elisionOf(pair);
      sent[at] = applyStub(context[at] as ToolMessage, stub);
      elided.set(at, elision);
      positions.push(at);
      saved[elision.reason] += elision.tokensSaved;
      savings.add(at, elision.tokensSaved);
      return at;
    });
  }

  return {
    get messages() {
      return sent;
    },
    get elided() {
      return elided;
    },
    get positions() {
      return positions;
    },
    get saved() {
      return saved;
    },
    savedBefore: (position) => savings.before(position),
    send(context, { isRewritten, isMoment }) {
      const before = sent;
      if (isRewritten) restart();
      const known = sent.length;
      for (let at = known; at < context.length; at += 1) {
        sent.push(context[at] as Message);
        meter.add(context[at]);
      }
      if (isMoment) eligible = context.length;
      const newlyElided = elide(context);
      return {
        shared: isRewritten ? sharedPrefix(before, sent) : Math.min(known, newlyElided[0] ?? known),
        newlyElided,
      };
    },
  };
}

function noTokens(): Record<ElisionReason, number> {
  return { superseded_read: 0, stale_bg_output: 0, duplicate_search: 0 };
}
