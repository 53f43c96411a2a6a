import type { ContextReport } from "@alisio/context-report";
import type { ComponentChildren } from "preact";
import { Carried, Reported, Used } from "./carried.tsx";
import { Fill } from "./fill.tsx";
import { Headline } from "./headline.tsx";
import { Outside } from "./outside.tsx";
import { type RequestPoint, RequestsChart } from "./requests-chart.tsx";
import type { TableState } from "./segment-rows.ts";
import { type RowAttributes, SegmentTable } from "./segment-table.tsx";

/** The whole report. `off` says only that. */
export function ReportView(props: {
  readonly report: ContextReport;
  readonly requests: readonly RequestPoint[];
  readonly table?: TableState;
  readonly onTable?: (table: TableState) => void;
  readonly attributesOf?: RowAttributes;
  /** Goes beneath the chart of requests. */
  readonly children?: ComponentChildren;
}) {
  const { report, requests } = props;
  if (report.mode === "off") {
    return <p class="off">The governor is off in this session: nothing is measured.</p>;
  }
  const { policyVersion, settings, root } = report;
  const { minAgeTurns, epochMessages, eligibleMessages } = settings;
  return (
    <div class="report">
      <Headline report={report} />
      <Fill report={report} />
      <Carried report={report} />
      <RequestsChart requests={requests} />
      {props.children}
      <SegmentTable
        report={report}
        {...(props.table && { table: props.table })}
        onTable={props.onTable}
        attributesOf={props.attributesOf}
      />
      <Used report={report} />
      <Reported report={report} />
      <p class="quiet">
        Governor {report.mode}, policy {policyVersion}, minAgeTurns {minAgeTurns}, epochMessages{" "}
        {epochMessages}
        {eligibleMessages !== null && `, eligibleMessages ${eligibleMessages}`}. Paths{" "}
        {root === null ? "as written" : <>relative to {<Outside text={root} />}</>}. Made{" "}
        <Outside text={report.madeAt} />
      </p>
    </div>
  );
}
