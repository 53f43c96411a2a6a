import { demandArgument } from "../internal/demand-argument.ts";
import { invalidSetting, readFields } from "../internal/read-fields.ts";
import type { Message } from "../message.ts";
import type { SimulationCompaction, SimulationRequest } from "./types.ts";

/** What is needed of a recorded stream; that of `@alisio/transcripts` has it. */
export interface RecordedStream {
  readonly history: readonly Message[];
  /** For each message its time, as far as it is known. */
  readonly origins?: readonly { readonly timeMs?: number }[] | undefined;
  readonly compactions?: readonly SimulationCompaction[] | undefined;
  /** Input tokens by the position of the answer. */
  readonly usage?:
    | readonly {
        readonly position: number;
        readonly timeMs?: number;
        readonly inputTokens?: number;
      }[]
    | undefined;
}

/** What else is known of a stream. */
export interface RequestsOptions {
  /**
   * The history is the body of a request itself: what comes after the last answer was sent too. Off
   * by default, since an agent that was stopped sent nothing more.
   */
  readonly isRequest?: boolean | undefined;
  /** Indices of answers that are counted elsewhere: those requests are replayed and not counted. */
  readonly copies?: ReadonlySet<number> | undefined;
}

/**
 * The requests of a recorded stream: one for each answer of the model, but for those that a
 * compaction wrote anew. The time of a request is that of its answer, which every log has.
 *
 * @example
 * ```ts
 * const { history, compactions, agentElisions } = stream;
 * simulateStream({ history, compactions, agentElisions, requests: requestsOf(stream) });
 * ```
 *
 * @throws GovernorError `invalid_argument`, `invalid_setting`, `unknown_setting`
 */
export function requestsOf(
  stream: RecordedStream,
  options: RequestsOptions = {},
): readonly SimulationRequest[] {
  const isStream = (): boolean =>
    [stream.history, stream.origins ?? [], stream.compactions ?? [], stream.usage ?? []].every(
      (list) => Array.isArray(list),
    );
  demandArgument(isStream, "stream", stream, "a recorded stream with its history");
  const { isRequest = false, copies } = readFields(options, ["isRequest", "copies"]);
  if (typeof isRequest !== "boolean") throw invalidSetting("isRequest", isRequest, "true or false");
  if (copies !== undefined && !(copies instanceof Set))
    throw invalidSetting("copies", copies, "a set of indices");
  const { history, origins = [], compactions = [], usage = [] } = stream;
  const usageAt = new Map(usage.map((entry) => [entry.position, entry]));
  const rewritten = new Set<number>();
  for (const { position, added } of compactions) {
    for (let index = position; index < position + added; index += 1) rewritten.add(index);
  }
  const requests: SimulationRequest[] = [];
  history.forEach((message, index) => {
    if (message?.role !== "assistant" || rewritten.has(index)) return;
    const reported = usageAt.get(index);
    requests.push({
      length: index,
      response: index,
      timeMs: finite(origins[index]?.timeMs) ?? finite(reported?.timeMs),
      inputTokens: finite(reported?.inputTokens),
      isCopy: copies?.has(index),
    });
  });
  const isAnswered = history.at(-1)?.role === "assistant" || history.length === 0;
  if (isRequest && !isAnswered) requests.push({ length: history.length });
  return requests;
}

/** What a log says is no number that can be reckoned with, now and then. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
