import { MAX_LISTED_SEGMENTS } from "../limits.ts";
import type { Criticality, LeftOutSegments, ReportSegment } from "../types.ts";
import type { Draft } from "./draft.ts";
import { shortHash } from "./hash.ts";

/** What a report lists, and what it doesn't. */
export interface Listing {
  readonly segments: readonly ReportSegment[];
  readonly leftOut: Readonly<Record<Criticality, LeftOutSegments>>;
}

/**
 * Cuts to the limit. Pinned, low and elided segments are kept as long as the rest can be cut, from
 * the oldest; then low ones go, then elided ones, then pinned ones, each from the oldest.
 */
export function listSegments(drafts: readonly Draft[], isApplied: boolean): Listing {
  const cut = positionsToCut(drafts);
  const leftOut: Record<Criticality, LeftOutSegments> = {
    pinned: NOTHING,
    high: NOTHING,
    normal: NOTHING,
    low: NOTHING,
  };
  const segments: ReportSegment[] = [];
  let offset = 0;
  for (const [index, draft] of drafts.entries()) {
    if (cut.has(index)) {
      const { count, tokensBefore, tokensAfter } = leftOut[draft.criticality];
      leftOut[draft.criticality] = {
        count: count + 1,
        tokensBefore: tokensBefore + draft.tokensBefore,
        tokensAfter: tokensAfter + draft.tokensAfter,
      };
    } else {
      segments.push(listed(draft, index, offset, isApplied));
    }
    offset += draft.tokensBefore;
  }
  return { segments, leftOut };
}

const NOTHING: LeftOutSegments = { count: 0, tokensBefore: 0, tokensAfter: 0 };

function positionsToCut(drafts: readonly Draft[]): ReadonlySet<number> {
  const groups: number[][] = [[], [], [], []];
  for (const [index, draft] of drafts.entries()) groups[cutOrder(draft)]?.push(index);
  const excess = Math.max(0, drafts.length - MAX_LISTED_SEGMENTS);
  return new Set(groups.flat().slice(0, excess));
}

function cutOrder({ criticality, elision }: Draft): number {
  if (criticality === "pinned") return 3;
  if (elision) return 2;
  return criticality === "low" ? 1 : 0;
}

function listed(draft: Draft, index: number, offset: number, isApplied: boolean): ReportSegment {
  const { callId, elision } = draft;
  return {
    id: draft.id,
    index,
    offset,
    kind: draft.kind,
    messageIndex: draft.messageIndex,
    source: draft.source,
    morePaths: draft.morePaths,
    instructionKind: draft.instructionKind,
    tool: draft.tool,
    callHash: callId === null ? null : shortHash(callId),
    tokensBefore: draft.tokensBefore,
    tokensAfter: draft.tokensAfter,
    criticality: draft.criticality,
    reason: draft.reason,
    elision: elision && {
      reason: elision.reason,
      supersededBy: elision.supersededBy,
      supersededByHash: shortHash(elision.supersededBy),
      tokensSaved: elision.tokensBefore - elision.tokensAfter,
      applied: isApplied,
    },
    agentElided: draft.agentElided,
    usedLater: draft.usedLater,
    isError: draft.isError,
    nonTextParts: draft.nonTextParts,
  };
}
