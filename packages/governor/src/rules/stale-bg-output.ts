import type { Claim, OnRedundant, Rule } from "../internal/claim.ts";
import { getOrMake } from "../internal/get-or-make.ts";
import { arrive } from "../internal/lane.ts";
import { quote } from "../internal/quote.ts";
import type { BackgroundObservation } from "../types.ts";

interface Poll extends Claim {
  /** It continues where an earlier result ended: new information, even when there is none. */
  readonly isContinuation: boolean;
  readonly isEmpty: boolean;
}

interface Task {
  /** Every poll. */
  readonly polls: Poll[];
  /** Polls by offset and limit. */
  readonly ranges: Map<string, Poll[]>;
  /** For each `nextOffset` the position of the first result that returned it. */
  readonly returned: Map<number, number>;
}

/**
 * A poll is redundant when a later poll of the same task asked for the same range, or when it
 * returned nothing and the task was polled again. Background output is read piece by piece, so a
 * poll that continues from a returned offset never is.
 */
export function createStaleBgOutput(onRedundant: OnRedundant): Rule<BackgroundObservation> {
  const tasks = new Map<string, Task>();
  // An empty poll is redundant by any later one, which the list of all of them tells alone.
  const passedInTask = (poll: Poll): void => {
    if (poll.isEmpty && !poll.isContinuation) onRedundant(poll);
  };
  const passedInRange = (poll: Poll): void => {
    if (!poll.isEmpty && !poll.isContinuation) onRedundant(poll);
  };
  return {
    add(pair, { taskId, offset, limit, isEmpty, nextOffset }) {
      const { polls, ranges, returned } = getOrMake(tasks, taskId, newTask);
      const range = getOrMake(ranges, `${offset} ${limit}`, () => []);
      const isContinuation =
        offset > 0 && (returned.get(offset) ?? pair.resultIndex) < pair.resultIndex;
      if (nextOffset !== undefined) getOrMake(returned, nextOffset, () => pair.resultIndex);
      const poll: Poll = {
        pair,
        reason: "stale_bg_output",
        lane: isEmpty ? polls : range,
        stub: (name) => `${quote(taskId)} offset ${offset}; a later ${name} covers it`,
        isContinuation,
        isEmpty,
      };
      arrive(polls, poll, passedInTask);
      arrive(range, poll, passedInRange);
      return poll;
    },
  };
}

function newTask(): Task {
  return { polls: [], ranges: new Map(), returned: new Map() };
}
