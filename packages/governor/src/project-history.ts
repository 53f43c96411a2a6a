import { applyStub } from "./internal/apply-stub.ts";
import { checkHistory } from "./internal/check-history.ts";
import { elisionOf } from "./internal/elision.ts";
import { createEngine } from "./internal/engine.ts";
import { createMeter } from "./internal/meter.ts";
import type { Message, ToolMessage } from "./message.ts";
import { checkEligible, resolveSettings } from "./resolve-settings.ts";
import type { Elision, GovernorSettings, Projection } from "./types.ts";

/**
 * Messages are counted and then judged block by block, which was measured to be a seventh quicker
 * than one by one, and quicker than one after the other for a whole long session.
 */
const BLOCK_MESSAGES = 128;

/**
 * Projects a history for one request: which results are redundant, and the messages to send.
 *
 * The history is never changed, and messages that don't change are the same objects in the
 * projection. In `off` and `shadow`, and with nothing to elide, `messages` is the history itself.
 *
 * @param history - The whole history, from its first message.
 * @param settings - See {@link GovernorSettings}; the mode is `off` unless set.
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`,
 * `invalid_history`; with a tool profile of the caller's also `invalid_observation`, `profile_failed`.
 *
 * @example
 * ```ts
 * const { messages, elisions, totals } = projectHistory(history, { mode: "on", epochMessages: 0 });
 * ```
 */
export function projectHistory<M extends Message>(
  history: readonly M[],
  settings: GovernorSettings = {},
): Projection<M> {
  const resolved = resolveSettings(settings);
  const { mode, epochMessages, eligibleMessages } = resolved;
  checkHistory(history);
  checkEligible(eligibleMessages, 0, history.length);
  if (mode === "off") return { messages: history, elisions: [] };

  const meter = createMeter(epochMessages);
  const engine = createEngine(resolved);
  for (let from = 0; from < history.length; from += BLOCK_MESSAGES) {
    for (const message of history.slice(from, from + BLOCK_MESSAGES)) meter.add(message);
    engine.take(history, Math.min(eligibleMessages ?? meter.epochEnd(), from + BLOCK_MESSAGES));
  }
  const elided = engine.takeElided();
  const messages = mode === "on" && elided.length > 0 ? history.slice() : history;
  const elisions: Elision[] = [];
  for (const pair of elided) {
    const elision = elisionOf(pair);
    elisions.push(elision);
    meter.addElision(elision);
    if (messages !== history) {
      const { resultIndex, stub } = pair;
      (messages as M[])[resultIndex] = applyStub(history[resultIndex] as M & ToolMessage, stub);
    }
  }
  return { messages, elisions, totals: meter.totals() };
}
