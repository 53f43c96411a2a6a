import type { Elision, ElisionReason } from "@alisio/governor";
import type { Criticality, CriticalityReason, ReportSegmentKind } from "../types.ts";

/** A segment before it is known whether it is listed. */
export interface Draft {
  readonly id: string;
  readonly kind: ReportSegmentKind;
  readonly messageIndex: number | null;
  readonly source: string;
  readonly morePaths: number;
  readonly instructionKind: string | null;
  readonly tool: string | null;
  readonly callId: string | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly criticality: Criticality;
  readonly reason: CriticalityReason;
  readonly elision: Elision | null;
  readonly agentElided: { readonly tokens: number } | null;
  readonly usedLater: boolean | null;
  readonly isError: boolean;
  readonly nonTextParts: number;
}

/** The kinds in the order in which a report shows them. */
export const KINDS: readonly ReportSegmentKind[] = [
  "instructions",
  "user",
  "assistant",
  "tool_call",
  "tool_result",
  "checkpoint",
  "invariants",
];

/** From what must stay to what can go. */
export const CRITICALITIES: readonly Criticality[] = ["pinned", "high", "normal", "low"];

/** The reasons for which a result is elided. */
export const ELISION_REASONS: readonly ElisionReason[] = [
  "superseded_read",
  "stale_bg_output",
  "duplicate_search",
];
