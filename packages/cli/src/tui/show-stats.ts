import type { Governance } from "@alisio/agent";
import type { LineStyle } from "./event-lines.ts";
import { cell, columnsOf, grouped, inline, wrap } from "./text.ts";

/** `/stats`: the last request and how many of each tool's results were used later. */
export function showStats({ lastEvent, settings }: Governance, look: LineStyle): string[] {
  const { style, columns } = look;
  if (settings.mode === "off") {
    return wrap(
      "The governor is off: nothing is measured. /governor shadow measures without changing a request.",
      columns,
    );
  }
  if (!lastEvent) {
    return wrap(`Governor ${settings.mode}: no request was made yet in this process.`, columns);
  }
  const saved = lastEvent.tokensBefore - lastEvent.tokensAfter;
  const percent =
    lastEvent.tokensBefore > 0 ? Math.round((saved / lastEvent.tokensBefore) * 100) : 0;
  const reasons = Object.entries(lastEvent.elidedByReason)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${count}`);
  const { tools, notAttributable } = lastEvent.usage;
  const name = Math.max(0, ...tools.map(({ tool }) => columnsOf(inline(tool))));
  const wide = Math.min(name, columns - 20);
  return [
    style.bold(`Last request (${lastEvent.request} of its run), governor ${lastEvent.mode}`),
    ...wrap(
      `  ${grouped(lastEvent.messages)} messages, ${grouped(lastEvent.segments)} segments`,
      columns,
    ),
    ...wrap(
      `  ~${grouped(lastEvent.tokensBefore)} tokens${lastEvent.mode === "on" ? ", sent" : ", would be"} ~${grouped(lastEvent.tokensAfter)} (${percent}% less)`,
      columns,
    ),
    ...wrap(
      `  ${grouped(lastEvent.elided)} results ${lastEvent.mode === "on" ? "elided" : "would be elided"}${reasons.length > 0 ? `: ${reasons.join(", ")}` : ""}`,
      columns,
    ),
    style.bold("Results used later, of those seen whole"),
    ...(tools.length === 0 ? ["  none with a path yet"] : []),
    ...tools.map(
      ({ tool, used, seen, reread }) =>
        `  ${cell(inline(tool), wide)} ${used}/${seen}${reread > 0 ? style.dim(`  read again ${reread}`) : ""}`,
    ),
    ...(notAttributable > 0
      ? wrap(`  ${grouped(notAttributable)} results have no path to be recognised by`, columns)
      : []),
  ];
}
