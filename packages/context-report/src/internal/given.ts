import type { UsageSummary } from "@alisio/governor";
import type { MeasuredContextReport, ReportedUsage } from "../types.ts";
import type { ContextReportInput, UsageSource } from "../types-input.ts";
import { demand, demandCount } from "./demand.ts";
import type { Draft } from "./draft.ts";
import { isRecord } from "./is-record.ts";
import { showTool } from "./show-tool.ts";

/** Compactions in order of their positions; equal positions stay in the order given. */
export function copyCompactions(
  compactions: ContextReportInput["compactions"],
): MeasuredContextReport["compactions"] {
  const positions = (compactions ?? []).map(({ position, tokensBefore }) => ({
    position,
    tokensBefore: tokensBefore ?? null,
  }));
  positions.sort((a, b) => a.position - b.position);
  return { count: positions.length, positions };
}

/** Counts of the invariants block. */
export function copyInvariants(
  invariants: ContextReportInput["invariants"],
): MeasuredContextReport["invariants"] {
  if (invariants === undefined) return null;
  const { instruction, goal, plan, criterion, grant } = invariants.counts;
  return {
    total: instruction + goal + plan + criterion + grant,
    byKind: { instruction, goal, plan, criterion, grant },
    omitted: invariants.omitted ?? 0,
  };
}

/**
 * What a provider said, with the estimate of the request that it said it of. That request went out
 * with the stubs only where they are applied.
 */
export function copyReported(
  reported: ContextReportInput["reportedUsage"],
  drafts: readonly Draft[],
  isApplied: boolean,
): ReportedUsage | null {
  if (reported === undefined) return null;
  const beforeMessage = reported.beforeMessage ?? null;
  return {
    inputTokens: reported.inputTokens ?? null,
    cacheReadTokens: reported.cacheReadTokens ?? null,
    cacheWriteTokens: reported.cacheWriteTokens ?? null,
    outputTokens: reported.outputTokens ?? null,
    beforeMessage,
    estimatedTokens:
      beforeMessage === null ? null : tokensInFrontOf(beforeMessage, drafts, isApplied),
  };
}

function tokensInFrontOf(message: number, drafts: readonly Draft[], isApplied: boolean): number {
  let tokens = 0;
  for (const { kind, messageIndex, tokensBefore, tokensAfter } of drafts) {
    const isInFront = messageIndex === null ? kind === "instructions" : messageIndex < message;
    if (isInFront) tokens += isApplied ? tokensAfter : tokensBefore;
  }
  return tokens;
}

/**
 * The ledger's summary, in order of the tools' names.
 *
 * @throws ContextReportError `invalid_argument`, `invalid_option`
 */
export function copyUsage(ledger: UsageSource | undefined): UsageSummary | null {
  if (ledger === undefined) return null;
  const summary: UsageSummary = ledger.summary();
  demand(isRecord(summary), "usage.summary()", summary, "a usage summary");
  const { tools, notAttributable } = summary;
  const isSummary = Array.isArray(tools) && Array.isArray(notAttributable);
  demand(isSummary, "usage.summary()", summary, "a usage summary");
  for (const { tool, seen, used, reread } of tools) {
    checkRow({ tool, seen, used, reread });
  }
  for (const { tool, seen } of notAttributable) checkRow({ tool, seen });
  return {
    tools: tools
      .map(({ tool, seen, used, reread }) => ({ tool: showTool(tool), seen, used, reread }))
      .sort(byTool),
    notAttributable: notAttributable
      .map(({ tool, seen }) => ({ tool: showTool(tool), seen }))
      .sort(byTool),
  };
}

function checkRow({ tool, ...counts }: { readonly tool: string } & Record<string, unknown>): void {
  demand(typeof tool === "string", "usage.summary() tool", tool, "a tool's name");
  for (const [field, count] of Object.entries(counts)) {
    demandCount(`usage.summary() ${field}`, count);
  }
}

function byTool(a: { readonly tool: string }, b: { readonly tool: string }): number {
  return a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0;
}
