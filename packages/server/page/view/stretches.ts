import {
  type MeasuredContextReport,
  type SegmentState,
  segmentState,
} from "@alisio/context-report";

/** Neighbouring tokens of one state. */
export interface Stretch {
  readonly state: SegmentState;
  readonly size: number;
}

/** The whole request without holes: what lies between listed segments isn't listed. */
export function stretches({ segments, totals }: MeasuredContextReport): readonly Stretch[] {
  const found: Stretch[] = [];
  let end = 0;
  const add = (state: SegmentState, size: number): void => {
    if (size <= 0) return;
    end += size;
    const last = found.at(-1);
    if (last?.state === state) found[found.length - 1] = { state, size: last.size + size };
    else found.push({ state, size });
  };
  for (const segment of segments) {
    add("not_listed", segment.offset - end);
    add(segmentState(segment), segment.tokensBefore);
  }
  add("not_listed", totals.tokensBefore - end);
  return found;
}
