import { segmentState } from "../segment-state.ts";
import type { MeasuredContextReport, ReportSegment } from "../types.ts";
import { CRITICALITIES } from "./draft.ts";
import { type Cell, type Look, name, paint, word } from "./look.ts";
import { isShownByDefault, notesOf, sourceText } from "./segment-notes.ts";
import { stateCell } from "./text-fill.ts";
import { commas, heading, wrap } from "./text-flow.ts";
import { type Column, table } from "./text-table.ts";

/** Below this a segment takes two lines. */
const ONE_LINE_WIDTH = 140;
const NOTE_INDENT = 8;

const COLUMNS: readonly Column[] = [
  { header: "id" },
  { header: "before", side: "right" },
  { header: "after", side: "right" },
  { header: "state" },
];
const SOURCE: Column = { header: "source", isName: true };

/** The table of segments, and what it leaves out. */
export function segmentLines(report: MeasuredContextReport, look: Look): string[] {
  const { segments, totals } = report;
  const shown = look.all ? segments : segments.filter(isShownByDefault);
  const which = look.all ? "all that are listed" : "pinned, low and elided";
  const title = `Segments: ${which}, ${shown.length} of ${totals.segments}`;
  if (shown.length === 0) return [...heading(title, look), ...leftOutLines(report, look)];
  const isOneLine = look.width >= ONE_LINE_WIDTH;
  const lines = isOneLine ? oneLineRows(shown, look) : twoLineRows(shown, look);
  return [...heading(title, look), ...lines, ...leftOutLines(report, look)];
}

function oneLineRows(segments: readonly ReportSegment[], look: Look): string[] {
  const columns = [
    ...COLUMNS,
    { header: "kind" },
    { header: "reason" },
    SOURCE,
    { header: "notes" },
  ];
  const rows = segments.map((segment) => ({
    cells: [
      ...numbersOf(segment),
      word(segment.kind),
      word(segment.reason),
      sourceOf(segment, look),
      word(notesOf(segment).join(", ")),
    ],
  }));
  return table(columns, rows, look);
}

function twoLineRows(segments: readonly ReportSegment[], look: Look): string[] {
  const rows = segments.map((segment) => ({
    cells: [...numbersOf(segment), sourceOf(segment, look)],
  }));
  const [header = "", ...lines] = table([...COLUMNS, SOURCE], rows, look);
  const indent = " ".repeat(NOTE_INDENT);
  return [
    header,
    ...lines.flatMap((line, i) => {
      const segment = segments[i] as ReportSegment;
      const { kind, reason } = segment;
      const facts = [kind, ...(kind === reason ? [] : [reason]), ...notesOf(segment)];
      // A fact is never broken: a number stays beside its word.
      const whole = commas(facts.map((fact) => word(fact)));
      const notes = wrap(whole, look.width - NOTE_INDENT, look);
      return [line, ...notes.map((note) => indent + paint(note, "dim", look))];
    }),
  ];
}

function numbersOf(segment: ReportSegment): Cell[] {
  const { id, tokensBefore, tokensAfter } = segment;
  return [word(id), word(tokensBefore), word(tokensAfter), stateCell(segmentState(segment))];
}

function sourceOf(segment: ReportSegment, look: Look): Cell {
  const more = segment.morePaths > 0 ? ` +${segment.morePaths}` : "";
  return name(sourceText(segment), look, more);
}

function leftOutLines({ leftOut }: MeasuredContextReport, look: Look): string[] {
  const rows = CRITICALITIES.flatMap((criticality) => {
    const { count, tokensBefore, tokensAfter } = leftOut[criticality];
    if (count === 0) return [];
    return [
      { cells: [stateCell(criticality), word(count), word(tokensBefore), word(tokensAfter)] },
    ];
  });
  if (rows.length === 0) return [];
  const columns: readonly Column[] = [
    { header: "criticality" },
    { header: "segments", side: "right" },
    { header: "before", side: "right" },
    { header: "after", side: "right" },
  ];
  return [...heading("Left out of the list", look), ...table(columns, rows, look)];
}
