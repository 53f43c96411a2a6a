import { demandArgument } from "./internal/arguments.ts";
import { demandStream } from "./internal/demand-session.ts";
import type { TranscriptStream } from "./types.ts";

/**
 * Which messages a request carried: indices into `history`, in the order in which they were sent.
 * Up to the last compaction before that point older messages are those that it left; results that
 * the agent had elided are still named here (see `agentElisions`).
 *
 * @param length How many messages of the history the request could have seen; by default all, which
 * is what the session's next request would carry.
 *
 * @example
 * ```ts
 * const sent = contextAt(stream).map((index) => stream.history[index]);
 * ```
 *
 * @throws TranscriptsError `invalid_argument`.
 */
export function contextAt(stream: TranscriptStream, length?: number): readonly number[] {
  demandStream(stream);
  const isNumber = length === undefined || (typeof length === "number" && !Number.isNaN(length));
  demandArgument(() => isNumber, "length", length, "a number");
  const all = stream.history.length;
  const end = Math.min(Math.max(0, Math.floor(length ?? all)), all);
  const last = stream.compactions.findLast((place) => place.position + place.added <= end);
  const from = last === undefined ? 0 : last.position + last.added;
  const context = [...(last?.context ?? [])];
  for (let index = from; index < end; index += 1) context.push(index);
  return context;
}
