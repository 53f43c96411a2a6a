import type { ReportSegment } from "../types.ts";
import { counted } from "./figures.ts";

/** What a report is asked for: what stays in any case and what can go. */
export function isShownByDefault({ criticality }: ReportSegment): boolean {
  return criticality === "pinned" || criticality === "low";
}

/** What else there is to say of a segment. */
export function notesOf(
  segment: ReportSegment,
  callName: (hash: string) => string = (hash) => `#${hash}`,
): string[] {
  const { callHash, elision, agentElided, usedLater, isError, nonTextParts } = segment;
  return [
    ...(callHash === null ? [] : [callName(callHash)]),
    ...(elision
      ? [`by ${callName(elision.supersededByHash)}`, `saves ${elision.tokensSaved}`]
      : []),
    ...(agentElided ? [`agent removed ${agentElided.tokens}`] : []),
    ...(usedLater === null ? [] : [usedLater ? "used" : "not used"]),
    ...(isError ? ["error"] : []),
    ...(nonTextParts > 0 ? [counted(nonTextParts, "non-text part")] : []),
  ];
}

/** The source; of a file also the tool, and of instructions what the host calls them. */
export function sourceText({ source, tool, instructionKind }: ReportSegment): string {
  const front = tool ?? instructionKind;
  return front === null || front === "" || front === source ? source : `${front} ${source}`;
}
