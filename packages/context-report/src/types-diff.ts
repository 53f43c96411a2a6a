import type { SegmentState } from "./segment-state.ts";
import type { Criticality, CriticalityReason } from "./types.ts";

/** How two numbers of the same name differ: next minus previous. */
export interface TotalsChange {
  readonly messages: number;
  readonly segments: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly tokensSaved: number;
  readonly elided: number;
}

/** Where a segment stands. */
export interface SegmentStanding {
  readonly state: SegmentState;
  readonly criticality: Criticality;
  readonly reason: CriticalityReason;
}

/** A segment that both reports list, and that stands differently now. */
export interface SegmentChange {
  readonly id: string;
  readonly previous: SegmentStanding;
  readonly next: SegmentStanding;
}

/** What changed between two reports of one session. Segments are named by their ids. */
export interface ReportDiff {
  readonly session: string;
  readonly mode: {
    readonly previous: "off" | "shadow" | "on";
    readonly next: "off" | "shadow" | "on";
  };
  /** The policy, its settings or the root changed. `false` when either report measured nothing. */
  readonly settingsChanged: boolean;
  /** `null` when either report measured nothing. */
  readonly totals: TotalsChange | null;
  /**
   * The older part of the request was rewritten, as a compaction does: ids name other segments now,
   * so that only totals compare and the lists below are empty.
   */
  readonly rewritten: boolean;
  /** Listed now, and not part of the request before. */
  readonly added: readonly string[];
  /** Elided now (or in `shadow` would be), and not before. */
  readonly newlyElided: readonly string[];
  /** Elided before, and not any more: the mode, the settings or the result's evidence changed. */
  readonly noLongerElided: readonly string[];
  /** Every segment whose state, criticality or reason is another one, in order. */
  readonly changed: readonly SegmentChange[];
}
