import type { ReportSegment } from "./types.ts";

/** What a segment's row says at first sight: its criticality, or what became of it. */
export type SegmentState =
  | "pinned"
  | "high"
  | "normal"
  | "low"
  | "elided"
  | "would_elide"
  | "agent_elided"
  | "not_listed";

/** How a state is shown: never by a colour alone. Both are printable ASCII. */
export interface StateMark {
  /** One column. */
  readonly sign: string;
  readonly word: string;
}

/** Sign and word of every state, in the order of a legend. */
export const STATE_MARKS: Readonly<Record<SegmentState, StateMark>> = {
  pinned: { sign: "#", word: "pinned" },
  high: { sign: "+", word: "high" },
  normal: { sign: ".", word: "normal" },
  low: { sign: "-", word: "low" },
  elided: { sign: "x", word: "elided" },
  would_elide: { sign: "~", word: "would-elide" },
  agent_elided: { sign: "=", word: "agent-elided" },
  not_listed: { sign: "?", word: "not-listed" },
};

/**
 * The state of a listed segment. It is asked for each row of a list, also in a browser, and so checks
 * nothing.
 *
 * @param segment - A segment of a report.
 *
 * @example
 * ```ts
 * const { sign, word } = STATE_MARKS[segmentState(segment)];
 * ```
 */
export function segmentState(segment: ReportSegment): SegmentState {
  const { elision, agentElided, criticality } = segment;
  if (elision) return elision.applied ? "elided" : "would_elide";
  return agentElided ? "agent_elided" : criticality;
}
