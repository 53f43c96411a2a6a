import type { MeasuredContextReport } from "../types.ts";
import { ELISION_REASONS } from "./draft.ts";
import { counted, known } from "./figures.ts";
import { type Look, name, word } from "./look.ts";
import { commas, flow, heading } from "./text-flow.ts";
import { table } from "./text-table.ts";

/** The last ones tell what the next request holds. */
const SHOWN_COMPACTIONS = 10;

/** What does not travel, or would not: by the governor, by the agent, by compactions. */
export function goneLines(report: MeasuredContextReport, look: Look): string[] {
  const { mode, totals, agentElisions, compactions } = report;
  const reasons = ELISION_REASONS.map((reason) => `${reason} ${totals.elidedByReason[reason]}`);
  const removed = counted(agentElisions.count, "result");
  const lost = counted(agentElisions.tokens, "token");
  const { positions } = compactions;
  const hidden = look.all ? 0 : Math.max(0, positions.length - SHOWN_COMPACTIONS);
  const places = positions
    .slice(hidden)
    .map(
      ({ position, tokensBefore }) => `before message ${position} (${known(tokensBefore)} tokens)`,
    );
  const times = `${counted(compactions.count, "compaction")}${places.length > 0 ? ":" : ""}`;
  const earlier = hidden > 0 ? [`${hidden} earlier`] : [];
  return [
    ...heading(mode === "on" ? "Elided" : "Would be elided", look),
    ...flow("results", [`${totals.elided}, saving ${counted(totals.tokensSaved, "token")}`], look),
    ...flow("reasons", commas(reasons), look),
    ...heading("Gone before", look),
    ...flow("by agent", [`${removed}, ${lost}, counted as not sent`], look),
    ...flow("compacted", [times, ...commas([...earlier, ...places])], look),
  ];
}

/** Counts of what the next request carries after a compaction. */
export function invariantLines({ invariants }: MeasuredContextReport, look: Look): string[] {
  if (invariants === null) return [];
  const { total, byKind, omitted } = invariants;
  const { instruction, goal, plan, criterion, grant } = byKind;
  const kinds = Object.entries({ instruction, goal, plan, criterion, grant });
  return [
    ...heading("Invariants", look),
    ...flow("carried", [`${total}:`, ...commas(kinds.map((kind) => kind.join(" ")))], look),
    ...flow("omitted", [String(omitted)], look),
  ];
}

/** What the ledger of this process knows. */
export function usageLines({ usage }: MeasuredContextReport, look: Look): string[] {
  if (usage === null) return [];
  const columns = [
    { header: "tool", isName: true },
    { header: "used/seen", side: "right" },
    { header: "read again", side: "right" },
  ] as const;
  const rows = usage.tools.map(({ tool, used, seen, reread }) => ({
    cells: [name(tool, look), word(`${used}/${seen}`), word(reread)],
  }));
  const others = usage.notAttributable.map(({ tool, seen }) => name(tool, look, ` ${seen}`));
  return [
    ...heading("Used later, as far as paths tell", look),
    ...(rows.length > 0 ? table(columns, rows, look) : []),
    ...flow("no path", others.length > 0 ? commas(others) : ["none"], look),
  ];
}
