import type { ElisionReason } from "@alisio/governor";
import type { CriticalityTotals, KindTotals, ReportTotals, ToolTotals } from "../types.ts";
import { CRITICALITIES, type Draft, KINDS } from "./draft.ts";

interface Sum {
  segments: number;
  tokensBefore: number;
  tokensAfter: number;
}

interface ToolSum {
  tool: string | null;
  calls: number;
  results: number;
  elided: number;
  callTokens: number;
  tokensBefore: number;
  tokensAfter: number;
}

/** Counts over all segments, listed or not. */
export function totalsOf(drafts: readonly Draft[], messages: number): ReportTotals {
  const whole = newSum();
  const kinds = new Map(KINDS.map((kind) => [kind, newSum()]));
  const criticalities = new Map(CRITICALITIES.map((criticality) => [criticality, newSum()]));
  const tools = new Map<string | null, ToolSum>();
  const elidedByReason: Record<ElisionReason, number> = {
    superseded_read: 0,
    stale_bg_output: 0,
    duplicate_search: 0,
  };
  let elided = 0;
  let nonTextParts = 0;
  for (const draft of drafts) {
    for (const sum of [whole, kinds.get(draft.kind), criticalities.get(draft.criticality)]) {
      if (sum) addTo(sum, draft);
    }
    addToTool(tools, draft);
    nonTextParts += draft.nonTextParts;
    if (!draft.elision) continue;
    elided += 1;
    elidedByReason[draft.elision.reason] += 1;
  }
  return {
    messages,
    segments: whole.segments,
    nonTextParts,
    tokensBefore: whole.tokensBefore,
    tokensAfter: whole.tokensAfter,
    tokensSaved: whole.tokensBefore - whole.tokensAfter,
    elided,
    elidedByReason,
    byKind: KINDS.map((kind): KindTotals => ({ kind, ...(kinds.get(kind) as Sum) })).filter(
      ({ segments }) => segments > 0,
    ),
    byTool: [...tools.values()].sort(largestFirst),
    byCriticality: CRITICALITIES.map(
      (criticality): CriticalityTotals => ({
        criticality,
        ...(criticalities.get(criticality) as Sum),
      }),
    ),
  };
}

function newSum(): Sum {
  return { segments: 0, tokensBefore: 0, tokensAfter: 0 };
}

function addTo(sum: Sum, { tokensBefore, tokensAfter }: Draft): void {
  sum.segments += 1;
  sum.tokensBefore += tokensBefore;
  sum.tokensAfter += tokensAfter;
}

function addToTool(tools: Map<string | null, ToolSum>, draft: Draft): void {
  const { kind, tool, tokensBefore, tokensAfter } = draft;
  if (kind !== "tool_call" && kind !== "tool_result") return;
  let sum = tools.get(tool);
  if (!sum) {
    const nothing = { calls: 0, results: 0, elided: 0, callTokens: 0 };
    sum = { tool, ...nothing, tokensBefore: 0, tokensAfter: 0 };
    tools.set(tool, sum);
  }
  if (kind === "tool_call") {
    sum.calls += 1;
    sum.callTokens += tokensBefore;
  } else {
    sum.results += 1;
  }
  if (draft.elision) sum.elided += 1;
  sum.tokensBefore += tokensBefore;
  sum.tokensAfter += tokensAfter;
}

function largestFirst(a: ToolTotals, b: ToolTotals): number {
  if (a.tokensBefore !== b.tokensBefore) return b.tokensBefore - a.tokensBefore;
  if (a.tool === null || b.tool === null) return a.tool === null ? 1 : -1;
  return a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0;
}
