import { FigureTable } from "../view/figure-table.tsx";
import type { RequestPoint } from "../view/requests-chart.tsx";
import { counted, grouped } from "../view/words.ts";

/** Rows of the table; the picture shows every request. */
const MAX_ROWS = 20;

/** The figures beneath the chart: a file has no list of events that would name them. */
export function RequestsFigures({ requests }: { readonly requests: readonly RequestPoint[] }) {
  const first = Math.max(0, requests.length - MAX_ROWS);
  return (
    <details>
      <summary>Figures of the last {counted(requests.length - first, "request")}</summary>
      <FigureTable
        heads={["Request", "Before", "After", "Elided"]}
        rows={requests.slice(first).map((point, index) => ({
          key: first + index,
          name: grouped(first + index + 1),
          figures: [grouped(point.tokensBefore), grouped(point.tokensAfter), grouped(point.elided)],
        }))}
      />
    </details>
  );
}
