import type { Elision, Totals } from "../types.ts";

/** A request to send, and what was decided. */
export interface ProjectedRequest<R> {
  /**
   * A request of the same shape: the very input in `off`, in `shadow`, and where nothing is elided.
   * In `on` only the text of elided results differs; what is untouched is shared with the input.
   */
  readonly request: R;
  /** In the order of the request. */
  readonly elisions: readonly Elision[];
  /** Absent in `off`, which measures nothing. */
  readonly totals?: Totals;
}
