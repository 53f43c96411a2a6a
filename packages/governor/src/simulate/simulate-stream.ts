import { createBill } from "./internal/bill.ts";
import { checkStream } from "./internal/check-stream.ts";
import { byReason, figuresOf } from "./internal/figures.ts";
import { type ReplayedRequest, replay } from "./internal/replay.ts";
import { fitTokenScale, MIN_SCALE, type TokenScale } from "./internal/token-scale.ts";
import { resolveSimulationSettings } from "./resolve-simulation-settings.ts";
import type {
  ResolvedSimulationSettings,
  SimulationFigures,
  SimulationSettings,
  SimulationStream,
} from "./types.ts";

/**
 * Replays a recorded conversation request by request, without the governor and with it.
 *
 * **Tokens** are estimated as everywhere in this package (UTF-16 length / 4, rounded up, per text).
 * Where the provider reported input tokens for requests of the stream, a request counts
 * `overhead + scale * estimate` tokens, the line through what was reported by least squares (scale
 * 0.5 to 2, overhead not below 0), so that the sum over these requests is what was reported. A report
 * of less than half the estimate does not count: it left out what was cached. The
 * overhead (instructions, tools) is the same on both sides; savings are scaled by `scale` alone.
 *
 * **The bill**: the prefix that a request has in common with the one before is read from the cache,
 * the rest is written to it. A request more than `coldAfterMs` after the one before, and the first
 * one, reads nothing. A prompt, or a prefix, of fewer than `minCacheTokens` is not cached. Times that
 * go back count as no time passed; where the time of a request or of the one before it isn't known,
 * the cache counts as warm.
 *
 * **Still needed** is an elided read of which an edit, in the answer to a request, quotes a line that
 * no message after the read shows in that request as it was sent. The edit must have been made (the
 * profile sees a change), of a file that the read showed. Lines are compared without the blanks
 * around them and as part of what is shown; those with fewer than 8 letters and digits count only where
 * a quote has no longer one.
 *
 * Time and memory grow in proportion to the history. Where the agent rewrote the past, what the next
 * request carries is judged anew; between two such places each message is judged once.
 *
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`;
 * `invalid_history` for positions outside the history; with functions of the caller's also
 * `invalid_observation`, `profile_failed`.
 *
 * @example
 * ```ts
 * const figures = simulateStream({ history, requests: requestsOf({ history }) }, { minAgeTurns: 4 });
 * console.log(`${figures.tokensSaved} of ${figures.inputTokensOff} tokens`);
 * ```
 */
export function simulateStream(
  stream: SimulationStream,
  settings: SimulationSettings = {},
): SimulationFigures {
  const resolved = resolveSimulationSettings(settings);
  checkStream(stream);
  const requests = replay(stream, resolved);
  const reports = requests.flatMap(({ request: { inputTokens }, off }) =>
    isReport(inputTokens, off.tokens) ? [{ estimate: off.tokens, reported: inputTokens }] : [],
  );
  return measure(requests, fitTokenScale(reports), resolved);
}

/** No prompt is that long; sums of such reports would not be exact any more. */
const MAX_REPORTED_TOKENS = 1_000_000_000;

/** A report of 0 is none, and one far below the estimate left out what was cached. */
function isReport(reported: number | undefined, estimate: number): reported is number {
  if (reported === undefined || reported <= 0 || reported > MAX_REPORTED_TOKENS) return false;
  return reported >= MIN_SCALE * estimate;
}

function measure(
  requests: readonly ReplayedRequest[],
  fit: TokenScale,
  settings: ResolvedSimulationSettings,
): SimulationFigures {
  const bill = createBill(settings, fit);
  const counted = requests.filter(({ request }) => request.isCopy !== true);
  const count = (is: (request: ReplayedRequest) => boolean): number => counted.filter(is).length;
  const sum = (of: (request: ReplayedRequest) => number): number =>
    counted.reduce((total, request) => total + of(request), 0);
  return figuresOf({
    requests: counted.length,
    copiedRequests: requests.length - counted.length,
    coldRequests: count(({ isCold }) => isCold),
    coldMoments: count(({ isMoment }) => isMoment),
    untimedRequests: count(({ request }) => request.timeMs === undefined),
    reportedRequests: count(({ request, off }) => isReport(request.inputTokens, off.tokens)),
    inputTokensOff: Math.round(sum(({ off }) => fit.overhead + fit.scale * off.tokens)),
    elidedByReason: byReason((reason) =>
      sum(({ newlyElided }) => newlyElided.filter((each) => each === reason).length),
    ),
    tokensSavedByReason: byReason((reason) =>
      Math.round(fit.scale * sum(({ saved }) => saved[reason])),
    ),
    prefixChangesOff: count(({ off }) => off.isChanged),
    prefixChangesOn: count(({ on }) => on.isChanged),
    prefixChangesAdded: count(({ off, on }) => on.isChanged && !off.isChanged),
    billOff: Math.round(sum(({ off, isCold }) => bill(off, isCold))),
    billOn: Math.round(sum(({ on, isCold }) => bill(on, isCold))),
    stillNeeded: sum(({ newlyNeeded }) => newlyNeeded),
    stillNeededEdits: sum(({ needyEdits }) => needyEdits),
  });
}
