import type { Message, ToolMessage } from "../message.ts";
import type { ResolvedSettings } from "../types.ts";
import type { Pair } from "./claim.ts";
import { isSuccess, wholeText } from "./content.ts";
import { createDecisions } from "./decisions.ts";
import { observe, subjectOf } from "./observe.ts";
import { Pairing } from "./pairing.ts";

/** Applies the policy to a growing prefix of a history. */
export interface Engine {
  /** How many messages it has taken in. */
  readonly length: number;
  /** Takes in messages up to a position. */
  take(messages: readonly Message[], to: number): void;
  /** What is elided by what was taken in and wasn't before, in order. */
  takeElided(): readonly Pair[];
}

/**
 * An engine at the beginning of a history. Where the profile tells the subject of a call, the first
 * result of a subject is left unread until there is a second one: alone it can neither be redundant
 * nor make anything redundant.
 */
export function createEngine({ profile, minAgeTurns }: ResolvedSettings): Engine {
  const pairing = new Pairing();
  const decisions = createDecisions(minAgeTurns);
  /** Per subject its first pair while that is unread; `null` from the second on. */
  const subjects = new Map<string, Pair | null>();
  let length = 0;

  function read(messages: readonly Message[], pair: Pair): void {
    const text = wholeText((messages[pair.resultIndex] as ToolMessage).content);
    decisions.add(pair, observe(profile, pair.call, text), text);
  }

  function arrive(messages: readonly Message[], pair: Pair): void {
    if (profile.subjectOf) {
      const subject = subjectOf(profile, pair.call);
      if (subject === undefined) return;
      const first = subjects.get(subject);
      if (first !== null) subjects.set(subject, first ? null : pair);
      if (first === undefined) return;
      if (first) read(messages, first);
    }
    read(messages, pair);
  }

  return {
    get length() {
      return length;
    },
    take(messages, to) {
      for (; length < to; length += 1) {
        const message = messages[length] as Message | null | undefined;
        if (message?.role === "assistant") {
          pairing.addCalls(message, length);
          decisions.ripen(pairing.turns);
        } else if (message?.role === "tool") {
          const pair = pairing.complete(message, length);
          if (pair && isSuccess(message)) arrive(messages, pair);
        }
      }
    },
    takeElided: decisions.takeElided,
  };
}
