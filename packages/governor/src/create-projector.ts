import { applyStub } from "./internal/apply-stub.ts";
import { checkHistory } from "./internal/check-history.ts";
import type { Pair } from "./internal/claim.ts";
import { elisionOf, liveElisionOf } from "./internal/elision.ts";
import { createEngine } from "./internal/engine.ts";
import { partition } from "./internal/lane.ts";
import { createMeter } from "./internal/meter.ts";
import { readFields } from "./internal/read-fields.ts";
import type { Message, ToolMessage } from "./message.ts";
import { checkEligible, resolveSettings } from "./resolve-settings.ts";
import type { Elision, GovernorSettings, Projection, Projector, ViewOptions } from "./types.ts";

/**
 * The incremental form of {@link projectHistory}, for a session that grows: a view equals what
 * `projectHistory` gives for all that was pushed, for the work of what is new.
 *
 * A history that was rewritten (by a compaction, say) needs a new projector.
 *
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`
 *
 * @example
 * ```ts
 * const projector = createProjector({ mode: "on" });
 * projector.push([{ role: "user", text: "Fix the tests" }]);
 * const { messages } = projector.view();
 * ```
 */
export function createProjector<M extends Message = Message>(
  settings: GovernorSettings = {},
): Projector<M> {
  const resolved = resolveSettings(settings);
  const { mode } = resolved;
  const messages: M[] = [];
  const elisions: Elision[] = [];
  /** What `elisions` tells of. */
  const elided: Pair[] = [];
  const engine = createEngine(resolved);
  const meter = createMeter(resolved.epochMessages);
  let eligible = resolved.eligibleMessages;
  let failure: unknown;

  function advance(): void {
    engine.take(messages, eligible ?? meter.epochEnd());
    for (const pair of engine.takeElided()) {
      const { resultIndex, stub } = pair;
      if (mode === "on") {
        messages[resultIndex] = applyStub(messages[resultIndex] as M & ToolMessage, stub);
      }
      const elision = liveElisionOf(pair);
      meter.addElision(elision);
      // Most come at the end; what an insertion moves it moves as one block of memory.
      const at = partition(elided, (other) => other.resultIndex < resultIndex);
      elided.splice(at, 0, pair);
      elisions.splice(at, 0, elision);
    }
  }

  function view(options: ViewOptions = {}): Projection<M> {
    const { eligibleMessages = eligible } = readFields(options, ["eligibleMessages"]);
    if (failure !== undefined) throw failure;
    checkEligible(eligibleMessages, engine.length, messages.length);
    eligible = eligibleMessages;
    if (mode === "off") return { messages, elisions };
    try {
      advance();
    } catch (error) {
      // A profile that threw in the middle leaves no whole state behind: it stays failed.
      failure = error;
      throw error;
    }
    return { messages, elisions, totals: meter.totals() };
  }

  return {
    push(newMessages) {
      checkHistory(newMessages);
      const { length } = newMessages;
      for (let i = 0; i < length; i++) {
        messages.push(newMessages[i] as M);
        if (mode !== "off") meter.add(newMessages[i]);
      }
    },
    view,
    snapshot(options) {
      return { ...view(options), messages: messages.slice(), elisions: elided.map(elisionOf) };
    },
  };
}
