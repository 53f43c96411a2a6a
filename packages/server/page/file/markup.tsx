import { type ContextReport, type ReportSegment, segmentState } from "@alisio/context-report";
import type { SimulationReport } from "@alisio/governor/simulate";
import { renderToString } from "preact-render-to-string";
import { ReportView } from "../view/report-view.tsx";
import type { RequestPoint } from "../view/requests-chart.tsx";
import { isShownByDefault, type SortKey, searchText, sortValue } from "../view/segment-rows.ts";
import { neutral } from "../view/words.ts";
import { RequestsFigures } from "./requests-figures.tsx";
import { SimulationView } from "./simulation-view.tsx";

const SORT_KEYS: readonly SortKey[] = ["order", "state", "source", "before", "after", "saved"];

/** The page's view of a report, as markup. */
export function reportMarkup(report: ContextReport, requests: readonly RequestPoint[]): string {
  return renderToString(
    <>
      <h2 class="unseen">What fills the context</h2>
      <ReportView report={report} requests={requests} attributesOf={attributesOf}>
        {requests.length > 0 && <RequestsFigures requests={requests} />}
      </ReportView>
    </>,
  );
}

/** The view of a simulation, as markup. */
export function simulationMarkup(report: SimulationReport): string {
  return renderToString(<SimulationView report={report} />);
}

/** What the script of a file needs to sort and to filter. */
function attributesOf(segment: ReportSegment): Readonly<Record<string, unknown>> {
  const isShown = isShownByDefault(segment);
  return {
    hidden: !isShown,
    "data-state": segmentState(segment),
    "data-kind": segment.kind,
    "data-text": neutral(searchText(segment)),
    "data-shown": isShown ? "" : undefined,
    ...Object.fromEntries(
      SORT_KEYS.map((key) => [`data-${key}-value`, neutral(String(sortValue(segment, key)))]),
    ),
  };
}
