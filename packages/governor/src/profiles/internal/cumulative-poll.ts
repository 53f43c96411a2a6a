import type { BackgroundObservation } from "../../types.ts";

/**
 * A poll that shows all output of a task from its start: a later one covers it. One that shows
 * nothing covers nothing, so it isn't given the same range.
 */
export function cumulativePoll(taskId: string, isEmpty: boolean): BackgroundObservation {
  const limit = isEmpty ? 0 : Number.MAX_SAFE_INTEGER;
  return { kind: "background", taskId, offset: 0, limit, isEmpty };
}
