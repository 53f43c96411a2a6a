import { createProjector } from "../../create-projector.ts";
import type { Message, ToolMessage } from "../../message.ts";
import type { Elision, ElisionReason, Projector } from "../../types.ts";
import type { ResolvedSimulationSettings } from "../types.ts";
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

/** The side before the first request. */
export function createGovernedSide(settings: ResolvedSimulationSettings): GovernedSide {
  const { minAgeTurns, epochMessages, policyVersion, profile, apply } = settings;
  const governor = { mode: "on", minAgeTurns, epochMessages, policyVersion, profile } as const;
  let projector: Projector = createProjector(governor);
  let elided = new Map<number, Elision>();
  let positions: number[] = [];
  let saved = noTokens();
  /** A copy: the projector's own array changes with the next request. */
  let sent: Message[] = [];
  /** The same without the governor. */
  let context: readonly Message[] = [];
  let pushed = 0;
  let eligible = 0;

  /** Compares what is sent with what was, and takes note of what is elided now. */
  function compare(messages: readonly Message[], elisions: readonly Elision[]): Sent {
    const length = sent.length;
    const newlyElided: number[] = [];
    const hasMore = elisions.length > elided.size;
    // Both are in the order of the history, so that one walk finds them all: a map of thousands would
    // be made anew at each of as many requests.
    let next = 0;
    let shared = length;
    // Without more elisions nothing has changed in what was sent.
    for (let at = hasMore ? 0 : length; at < messages.length; at += 1) {
      const message = messages[at] as Message;
      const before = at < length ? sent[at] : context[at];
      sent[at] = message;
      if (message === before) continue;
      shared = Math.min(shared, at);
      const { callId } = message as ToolMessage;
      while (next < elisions.length && elisions[next]?.callId !== callId) next += 1;
      const elision = elisions[next] as Elision;
      elided.set(at, elision);
      positions.push(at);
      saved[elision.reason] += elision.tokensSaved;
      newlyElided.push(at);
    }
    return { shared, newlyElided };
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
    savedBefore(position) {
      let sum = 0;
      for (const [at, { tokensSaved }] of elided) if (at < position) sum += tokensSaved;
      return sum;
    },
    send(next, { isRewritten, isMoment }) {
      const before = sent;
      if (isRewritten) {
        projector = createProjector(governor);
        elided = new Map();
        positions = [];
        saved = noTokens();
        sent = [];
        pushed = 0;
      }
      context = next;
      projector.push(next.slice(pushed));
      pushed = next.length;
      if (isMoment) eligible = next.length;
      const view = projector.view(apply === "cold" ? { eligibleMessages: eligible } : {});
      const { shared, newlyElided } = compare(view.messages, view.elisions);
      return { shared: isRewritten ? sharedPrefix(before, sent) : shared, newlyElided };
    },
  };
}

function noTokens(): Record<ElisionReason, number> {
  return { superseded_read: 0, stale_bg_output: 0, duplicate_search: 0 };
}
