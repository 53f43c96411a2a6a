import { demandArgument } from "./internal/demand-argument.ts";
import { resolveSettings } from "./resolve-settings.ts";
import type {
  ContextGovernedEvent,
  EventUsage,
  GovernorSettings,
  Projection,
  UsageSummary,
} from "./types.ts";

/** An event stays small: ids beyond these are only counted. */
export const MAX_NEWLY_ELIDED_IDS = 32;

/** Builds the events of one session. */
export interface EventBuilder {
  /** A new run begins: its first request is number 1 again. */
  startRun(): void;
  /**
   * The event of a request that is about to be sent, a recovery request after a truncation
   * included; `undefined` in `off`.
   *
   * @param projection - What is sent.
   * @param usage - The usage ledger's summary; without one the event's is empty.
   * @throws GovernorError `invalid_argument`
   */
  build(projection: Projection, usage?: UsageSummary): ContextGovernedEvent | undefined;
}

/**
 * Builds `context_governed` events: one for each request in `shadow` and `on`. An event holds ids
 * and counts, and never a path, a pattern, a stub's text or any content. Its schema is
 * `contextGovernedEventSchema` of `@alisio/governor/schemas`.
 *
 * @param settings - The same as the projection's.
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`
 *
 * @example
 * ```ts
 * const events = createEventBuilder({ mode: "on" });
 * const event = events.build(projector.view(), ledger.summary());
 * ```
 */
export function createEventBuilder(settings: GovernorSettings = {}): EventBuilder {
  const { mode, policyVersion } = resolveSettings(settings);
  const reported = new Set<string>();
  let request = 0;

  function takeNew({ elisions }: Projection): string[] {
    const ids: string[] = [];
    for (const { callId } of elisions) {
      if (reported.has(callId)) continue;
      reported.add(callId);
      ids.push(callId);
    }
    return ids;
  }

  return {
    startRun() {
      request = 0;
    },
    build(projection, usage) {
      const isProjection = (): boolean => Array.isArray(projection.elisions);
      demandArgument(isProjection, "projection", projection, "what projectHistory returned");
      const { totals } = projection;
      if (mode === "off" || !totals) return undefined;
      request += 1;
      const ids = takeNew(projection);
      return {
        type: "context_governed",
        version: 1,
        mode,
        policyVersion,
        request,
        messages: totals.messages,
        segments: totals.segments,
        elided: totals.elided,
        elidedByReason: { ...totals.elidedByReason },
        tokensBefore: totals.tokensBefore,
        tokensAfter: totals.tokensAfter,
        newlyElided: ids.slice(0, MAX_NEWLY_ELIDED_IDS),
        newlyElidedOmitted: Math.max(0, ids.length - MAX_NEWLY_ELIDED_IDS),
        usage: eventUsage(usage),
      };
    },
  };
}

/** Names of tools that the profile knows; of the rest, whose names anybody may choose, a count. */
function eventUsage(usage: UsageSummary = { tools: [], notAttributable: [] }): EventUsage {
  return {
    tools: usage.tools.map(({ tool, seen, used, reread }) => ({ tool, seen, used, reread })),
    notAttributable: usage.notAttributable.reduce((sum, { seen }) => sum + seen, 0),
  };
}
