import {
  type ReportSegment,
  type ReportSegmentKind,
  type SegmentState,
  STATE_MARKS,
  segmentState,
} from "@alisio/context-report";

/** What the table can be sorted by. */
export type SortKey = "order" | "state" | "source" | "before" | "after" | "saved";

/** What of the list is shown, and how. */
export interface TableState {
  readonly sort: SortKey;
  readonly descending: boolean;
  /** Every listed segment; else pinned, low and elided ones. */
  readonly all: boolean;
  /** Part of a path, a tool, an id, a kind or a reason; empty matches everything. */
  readonly text: string;
  readonly state: SegmentState | "";
  readonly kind: ReportSegmentKind | "";
}

/** The request's own order, what a report is asked for, no filter. */
export const INITIAL_TABLE: TableState = {
  sort: "order",
  descending: false,
  all: false,
  text: "",
  state: "",
  kind: "",
};

const STATES = Object.keys(STATE_MARKS);

/** What stays in any case and what can go. */
export function isShownByDefault({ criticality }: ReportSegment): boolean {
  return criticality === "pinned" || criticality === "low";
}

/** What a text filter looks in, in small letters. */
export function searchText(segment: ReportSegment): string {
  const { id, source, tool, callHash, kind, reason, instructionKind } = segment;
  return [id, source, tool, callHash, kind, reason, instructionKind].join(" ").toLowerCase();
}

/** What a column sorts by; rows that are equal in it keep the request's order. */
export function sortValue(segment: ReportSegment, key: SortKey): number | string {
  if (key === "before") return segment.tokensBefore;
  if (key === "after") return segment.tokensAfter;
  if (key === "saved") return segment.elision?.tokensSaved ?? 0;
  if (key === "state") return STATES.indexOf(segmentState(segment));
  return key === "source" ? segment.source : segment.index;
}

/** Numbers begin with the largest, names and places with the first. */
export function beginsDescending(key: SortKey): boolean {
  return key === "before" || key === "after" || key === "saved";
}

/** The state after a click on a column's button. */
export function sortedBy(table: TableState, key: SortKey): TableState {
  const descending = table.sort === key ? !table.descending : beginsDescending(key);
  return { ...table, sort: key, descending };
}

/** The rows that are shown. */
export function segmentRows(
  segments: readonly ReportSegment[],
  table: TableState,
): readonly ReportSegment[] {
  const text = table.text.trim().toLowerCase();
  const shown = segments.filter(
    (segment) =>
      (table.all || isShownByDefault(segment)) &&
      (table.state === "" || segmentState(segment) === table.state) &&
      (table.kind === "" || segment.kind === table.kind) &&
      (text === "" || searchText(segment).includes(text)),
  );
  const sign = table.descending ? -1 : 1;
  return shown.sort((a, b) => {
    const [left, right] = [sortValue(a, table.sort), sortValue(b, table.sort)];
    if (left === right) return a.index - b.index;
    return left < right ? -sign : sign;
  });
}
