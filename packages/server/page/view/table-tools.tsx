import {
  type MeasuredContextReport,
  type ReportSegmentKind,
  type SegmentState,
  STATE_MARKS,
  segmentState,
} from "@alisio/context-report";
import type { TableState } from "./segment-rows.ts";
import { grouped, spaced } from "./words.ts";

/** The box that lists everything, the filters, and how many rows there are. */
export function TableTools(props: {
  readonly report: MeasuredContextReport;
  readonly table: TableState;
  readonly onTable: ((table: TableState) => void) | undefined;
  readonly shown: number;
}) {
  const { report, table, onTable, shown } = props;
  const change = (next: Partial<TableState>) => onTable?.({ ...table, ...next });
  const states = new Set(report.segments.map(segmentState));
  const kinds = new Set(report.totals.byKind.map(({ kind }) => kind));
  return (
    <div class="tools">
      <label class="box">
        <input
          type="checkbox"
          name="all"
          checked={table.all}
          onChange={(event) => change({ all: event.currentTarget.checked })}
        />{" "}
        List every segment
      </label>
      <label>
        <span class="unseen">Filter by path, tool or reason</span>
        <input
          type="search"
          name="text"
          placeholder="Path, tool, reason"
          value={table.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
      <Choice
        name="state"
        label="State"
        none="any state"
        value={table.state}
        options={(Object.keys(STATE_MARKS) as SegmentState[])
          .filter((state) => states.has(state))
          .map((state) => [state, `${STATE_MARKS[state].sign} ${STATE_MARKS[state].word}`])}
        onChoose={(value) => change({ state: value as SegmentState | "" })}
      />
      <Choice
        name="kind"
        label="Kind"
        none="any kind"
        value={table.kind}
        options={[...kinds].map((kind) => [kind, spaced(kind)])}
        onChoose={(value) => change({ kind: value as ReportSegmentKind | "" })}
      />
      <output class="quiet">
        <span class="shown">{grouped(shown)}</span> of {grouped(report.totals.segments)}
        {!table.all && shown === 0 && ": the box lists the others too"}
      </output>
    </div>
  );
}

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <label>
      <span class="unseen">{props.label}</span>
      <select
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
      >
        <option value="">{props.none}</option>
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
