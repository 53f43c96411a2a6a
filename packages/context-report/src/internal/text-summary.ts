import type { ContextReport, MeasuredContextReport, ReportedUsage } from "../types.ts";
import { counted, known, percent } from "./figures.ts";
import { type Look, name, paint } from "./look.ts";
import { commas, flow, heading } from "./text-flow.ts";

/** What this is a report of. */
export function headLines(report: ContextReport, look: Look): string[] {
  const title = paint("Context report", "bold", look);
  const session = flow("session", [name(report.session, look)], look);
  const made = flow("made", [report.madeAt], look);
  if (report.mode === "off") {
    return [title, ...session, ...flow("governor", ["off: nothing is measured"], look), ...made];
  }
  const { mode, policyVersion, settings, root } = report;
  const meaning =
    mode === "on"
      ? "redundant results travel as stubs"
      : "nothing is changed, the figures are what on would do";
  const { minAgeTurns, epochMessages, eligibleMessages } = settings;
  const eligible = eligibleMessages === null ? "" : `, eligibleMessages ${eligibleMessages}`;
  const policy = `minAgeTurns ${minAgeTurns}, epochMessages ${epochMessages}${eligible}`;
  return [
    title,
    ...session,
    ...flow("governor", [`${mode}, policy ${policyVersion}: ${meaning}`], look),
    ...flow("settings", [policy], look),
    ...made,
    ...flow("paths", root === null ? ["as written"] : ["relative to", name(root, look)], look),
  ];
}

/** How big the request is, and how sure that is. */
export function sizeLines(report: MeasuredContextReport, look: Look): string[] {
  const { totals, estimator } = report;
  const { tokensBefore, tokensAfter, tokensSaved } = totals;
  const inside = `${counted(totals.segments, "segment")} of ${counted(totals.messages, "message")}`;
  const parts = counted(totals.nonTextParts, "part");
  return [
    ...heading("Size", look),
    ...flow("before", [`${counted(tokensBefore, "token")} in ${inside}`], look),
    ...flow("after", [counted(tokensAfter, "token")], look),
    ...flow(
      "saved",
      [`${counted(tokensSaved, "token")}, ${percent(tokensSaved, tokensBefore)}`],
      look,
    ),
    ...flow("not text", [`${parts}, not in these figures`], look),
    ...flow("estimate", [`${estimator}; what else a request carries is not in it`], look),
    ...reportedLines(report.reportedUsage, look),
  ];
}

function reportedLines(usage: ReportedUsage | null, look: Look): string[] {
  if (usage === null) {
    return flow("reported", ["? (the provider said nothing that is known here)"], look);
  }
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const counts = [
    `${known(inputTokens)} input`,
    `${known(cacheReadTokens)} cache read`,
    `${known(cacheWriteTokens)} cache write`,
    `${known(outputTokens)} output`,
  ];
  const { beforeMessage, estimatedTokens } = usage;
  const comparison =
    estimatedTokens === null
      ? "? (which request that was is unknown)"
      : `that request, before message ${known(beforeMessage)}, is estimated at ${estimatedTokens}: ${percent(estimatedTokens, inputTokens)} of its input`;
  return [...flow("reported", commas(counts), look), ...flow("compared", [comparison], look)];
}
