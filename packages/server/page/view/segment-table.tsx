import {
  type MeasuredContextReport,
  type ReportSegment,
  segmentState,
} from "@alisio/context-report";
import { FigureTable } from "./figure-table.tsx";
import { Outside } from "./outside.tsx";
import {
  INITIAL_TABLE,
  isShownByDefault,
  type SortKey,
  segmentRows,
  sortedBy,
  type TableState,
} from "./segment-rows.ts";
import { StateTag } from "./state-tag.tsx";
import { TableTools } from "./table-tools.tsx";
import { counted, grouped, spaced } from "./words.ts";

const COLUMNS: readonly (readonly [SortKey, string])[] = [
  ["order", "#"],
  ["state", "State"],
  ["source", "Source"],
  ["before", "Before"],
  ["after", "After"],
  ["saved", "Notes"],
];

/** What a file's rows say to its script; see {@link SegmentTable}. */
export type RowAttributes = (segment: ReportSegment) => Readonly<Record<string, unknown>>;

/**
 * The segments: pinned, low and elided ones, or all that are listed. With `attributesOf` it is for
 * a file: every row is there, and a script of the file sorts and hides them.
 */
export function SegmentTable(props: {
  readonly report: MeasuredContextReport;
  readonly table?: TableState;
  readonly onTable?: ((table: TableState) => void) | undefined;
  readonly attributesOf?: RowAttributes | undefined;
}) {
  const { report, table = INITIAL_TABLE, onTable, attributesOf } = props;
  const rows = segmentRows(report.segments, attributesOf ? { ...table, all: true } : table);
  const shown = rows.filter((segment) => table.all || isShownByDefault(segment)).length;
  const ids = new Map(report.segments.map(({ callHash, kind, id }) => [`${callHash} ${kind}`, id]));
  return (
    <section aria-labelledby="segments">
      <h3 id="segments">Segments</h3>
      <TableTools report={report} table={table} onTable={onTable} shown={shown} />
      <section
        class="scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="List of segments"
      >
        <table class="segments">
          <thead>
            <tr>
              {COLUMNS.map(([key, name]) => (
                <Header key={key} column={key} name={name} table={table} onTable={onTable} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((segment) => (
              <Row key={segment.id} segment={segment} ids={ids} attributesOf={attributesOf} />
            ))}
          </tbody>
        </table>
      </section>
      <LeftOut report={report} />
    </section>
  );
}

function Header(props: {
  readonly column: SortKey;
  readonly name: string;
  readonly table: TableState;
  readonly onTable: ((table: TableState) => void) | undefined;
}) {
  const { column, name, table, onTable } = props;
  const isSorted = table.sort === column;
  const direction = table.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : "none"} class={`c-${column}`}>
      <button type="button" data-sort={column} onClick={() => onTable?.(sortedBy(table, column))}>
        {name}
        {column === "order" && <span class="unseen">: position in the request</span>}
        {column === "saved" && <span class="unseen">: by tokens saved</span>}
        <span class="arrow" aria-hidden="true" />
      </button>
    </th>
  );
}

function Row(props: {
  readonly segment: ReportSegment;
  readonly ids: ReadonlyMap<string, string>;
  readonly attributesOf: RowAttributes | undefined;
}) {
  const { segment } = props;
  const { source, tool, instructionKind, kind, morePaths, reason } = segment;
  const state = segmentState(segment);
  const front = tool ?? instructionKind;
  return (
    <tr {...props.attributesOf?.(segment)}>
      <td class="c-order">{grouped(segment.index + 1)}</td>
      <td>
        <StateTag state={state} />
        <small>{spaced(reason)}</small>
      </td>
      <th scope="row">
        <Outside text={source} />
        {morePaths > 0 && ` +${morePaths}`}
        <small>
          {spaced(kind)} {segment.id}
          {front !== null && front !== source && (
            <>
              {" "}
              <Outside text={front} />
            </>
          )}
          {segment.callHash !== null && ` #${segment.callHash}`}
        </small>
      </th>
      <td class="c-before">{grouped(segment.tokensBefore)}</td>
      <td class="c-after">{grouped(segment.tokensAfter)}</td>
      <td class="c-saved">
        {notesOf(segment, props.ids).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </td>
    </tr>
  );
}

/** What else there is to say of a segment. */
function notesOf(segment: ReportSegment, ids: ReadonlyMap<string, string>): string[] {
  const { elision, agentElided, usedLater, isError, nonTextParts } = segment;
  const superseder = elision && ids.get(`${elision.supersededByHash} tool_result`);
  return [
    ...(elision
      ? [
          `superseded by #${elision.supersededByHash}${superseder ? ` (${superseder})` : ""}`,
          `saves ${grouped(elision.tokensSaved)}`,
        ]
      : []),
    ...(agentElided ? [`agent removed ${grouped(agentElided.tokens)}`] : []),
    ...(usedLater === null ? [] : [usedLater ? "used later" : "not used later"]),
    ...(isError ? ["error"] : []),
    ...(nonTextParts > 0 ? [counted(nonTextParts, "non-text part")] : []),
  ];
}

/** What no list shows, so that listed and left out together are the totals. */
function LeftOut({ report }: { readonly report: MeasuredContextReport }) {
  const left = Object.entries(report.leftOut).filter(([, { count }]) => count > 0);
  return (
    left.length > 0 && (
      <FigureTable
        caption="Left out of the list, the oldest first"
        heads={["State", "Segments", "Before", "After"]}
        rows={left.map(([criticality, { count, tokensBefore, tokensAfter }]) => ({
          key: criticality,
          name: criticality,
          figures: [grouped(count), grouped(tokensBefore), grouped(tokensAfter)],
        }))}
      />
    )
  );
}
