import type { SkillListReport, SkillOverride } from "@alisio/skills-discovery";
import { EDITS, type Editor, EMPTY_EDITOR, insert } from "./editor.ts";
import type { LineStyle } from "./event-lines.ts";
import type { Key } from "./keys.ts";
import { type Drawn, moved, type Panel, visibleFrom } from "./panel.ts";
import { budgetLine, filterRows, type SkillRow, skillRows, UNTRUSTED_WRITE } from "./skill-rows.ts";
import { cell, columnsOf, cutEnd, inline, wrap } from "./text.ts";

/** What `/skills` works with. */
export interface SkillsPanelOptions {
  readonly report: SkillListReport;
  readonly trusted: boolean;
  /** Saves an override and puts it in force: what now holds, and the new catalog. */
  readonly set: (
    name: string,
    value: SkillOverride,
  ) => Promise<{ readonly report: SkillListReport; readonly message: string }>;
  readonly close: () => void;
  readonly redraw: () => void;
}

const PAGE = 5;

/** `/skills`: search as you type, choose with the arrows, Enter switches. */
export function createSkillsPanel(options: SkillsPanelOptions): Panel {
  let report = options.report;
  let rows = skillRows(report);
  let query: Editor = EMPTY_EDITOR;
  let selected = 0;
  let message = options.trusted ? "" : UNTRUSTED;
  let isSaving = false;
  const shown = (): readonly SkillRow[] => filterRows(rows, query.text);

  const toggle = async (row: SkillRow): Promise<void> => {
    if ("refused" in row.toggle) {
      message = row.toggle.refused;
      return;
    }
    if (!options.trusted) {
      message = UNTRUSTED_WRITE;
      return;
    }
    isSaving = true;
    message = `saving ${row.displayName} ...`;
    try {
      const saved = await options.set(row.name, row.toggle.value);
      report = saved.report;
      rows = skillRows(report);
      message = saved.message;
    } catch (error) {
      message = inline(error instanceof Error ? error.message : String(error));
    }
    isSaving = false;
    options.redraw();
  };

  return {
    draw: (look, most) =>
      draw({ rows: shown(), all: rows.length, report, query, selected, message }, look, most),
    press(key) {
      const list = shown();
      const target = moved(key, selected, list.length, PAGE);
      if (target !== undefined) selected = target;
      else if (key.type === "key" && key.name === "escape") options.close();
      else if (key.type === "chord" && key.modifier === "ctrl" && "cdg".includes(key.letter))
        options.close();
      else if (key.type === "key" && key.name === "enter") {
        const row = list[selected];
        if (row && !isSaving) void toggle(row);
      } else {
        const edited = editQuery(query, key);
        if (edited.text !== query.text) selected = 0;
        query = edited;
      }
      return true;
    },
  };
}

const UNTRUSTED =
  "The project is not trusted: its skills are not read. Start with --trust-project to trust it.";
function editQuery(query: Editor, key: Key): Editor {
  if (key.type === "text" || key.type === "paste") return insert(query, inline(key.text));
  if (key.type === "chord") {
    return key.modifier === "ctrl" && key.letter === "u" ? EMPTY_EDITOR : query;
  }
  const edit = {
    backspace: EDITS.backspace,
    delete: EDITS.delete,
    left: EDITS.left,
    right: EDITS.right,
  }[key.name as "left"];
  return edit ? edit(query) : query;
}

interface View {
  readonly rows: readonly SkillRow[];
  readonly all: number;
  readonly report: SkillListReport;
  readonly query: Editor;
  readonly selected: number;
  readonly message: string;
}

function draw(view: View, look: LineStyle, most: number): Drawn {
  const { style, columns, marks } = look;
  const { rows, query, selected, report } = view;
  const search = "Skills: ";
  const found = rows.length === view.all ? "" : `  (${rows.length} of ${view.all})`;
  const field = cutEnd(query.text, columns - search.length - columnsOf(found) - 1);
  const row = rows[selected];
  const message =
    view.message === "" ? [] : wrap(view.message, columns).slice(0, 3).map(style.yellow);
  // Where the list has no room for the reason, it stands here.
  const hasRoom = row === undefined || columnsOf(row.note) <= widths(columns, rows).note;
  const reason = hasRoom ? [] : [cutEnd(`  ${row.status}: ${row.note}`, columns)];
  const scope = row && columns < SCOPE_FROM_COLUMNS ? `${row.scope}, ${row.source}: ` : "";
  const about = row ? [...reason, style.dim(cutEnd(`  ${scope}${row.description}`, columns))] : [];
  const foot = style.dim(
    cutEnd(`type to search ${marks.dot} Enter switches ${marks.dot} Esc closes`, columns),
  );
  const budget = cutEnd(budgetLine(report), columns);
  // What can be left out on a low screen, last first.
  const room = most - 3;
  const extras = [
    ...(room > 6 ? [budget] : []),
    ...(room > 4 ? about : []),
    ...(room > 2 ? message : message.slice(0, 1)),
  ];
  const listRows = Math.max(1, room - extras.length);
  const list =
    rows.length === 0
      ? [
          view.all === 0
            ? "  No skill was found."
            : "  No skill has these words; Ctrl+U begins anew.",
        ]
      : listLines(rows, selected, listRows, look);
  const lines = [
    `${style.bold(search)}${field}${style.dim(found)}`,
    style.dim(header(look, rows)),
    ...list,
    ...extras,
    foot,
  ];
  return {
    lines: lines.slice(0, most),
    cursor: { row: 0, column: search.length + columnsOf(query.text.slice(0, query.cursor)) },
  };
}

/** With fewer columns scope and source stand in the line about the selected skill alone. */
const SCOPE_FROM_COLUMNS = 50;

/** Widths of the columns: name and source take what the numbers leave. */
function widths(
  columns: number,
  rows: readonly SkillRow[],
): { name: number; scope: number; source: number; note: number } {
  const fixed = 2 + 9 + 8 + 9 + 8 + 4;
  const room = Math.max(12, columns - fixed);
  const longest = (of: (row: SkillRow) => string): number =>
    Math.max(4, ...rows.map((row) => columnsOf(of(row))));
  const longestName = longest((row) => row.displayName);
  if (columns < SCOPE_FROM_COLUMNS) {
    return { name: Math.min(longestName, Math.max(4, columns - 29)), scope: 0, source: 0, note: 0 };
  }
  const name = Math.min(longestName, Math.max(12, Math.floor(room * 0.45)));
  const source = Math.min(
    longest((row) => row.source),
    Math.max(0, Math.floor((room - name) * 0.6)),
  );
  return { name, scope: 8, source, note: Math.max(0, room - name - source - 2) };
}

function header(look: LineStyle, rows: readonly SkillRow[]): string {
  const { name, scope, source, note } = widths(look.columns, rows);
  return cutEnd(
    `  ${cell("STATUS", 9)}${cell("NAME", name)} ${cell("SCOPE", scope)}${source > 5 ? cell("SOURCE", source) : ""} ${cell("~CATALOG", 8, "right")} ${cell("~FILE", 7, "right")}${note > 3 ? "  NOTE" : ""}`,
    look.columns,
  );
}

function listLines(
  rows: readonly SkillRow[],
  selected: number,
  most: number,
  look: LineStyle,
): string[] {
  const { style, marks, columns } = look;
  const { name, scope, source, note } = widths(columns, rows);
  const from = visibleFrom(selected, rows.length, most);
  return rows.slice(from, from + most).map((row, index) => {
    const isSelected = from + index === selected;
    const status = cell(row.status, 9);
    const paint =
      { enabled: style.green, hidden: style.yellow }[row.status as "enabled"] ?? style.dim;
    const rest = `${cell(row.displayName, name)} ${cell(row.scope, scope)}${source > 5 ? cell(row.source, source) : ""} ${cell(row.catalogTokens === 0 ? "-" : `~${row.catalogTokens}`, 8, "right")} ${cell(`~${row.fileTokens}`, 7, "right")}`;
    const why = note > 3 && row.note !== "" ? `  ${cutEnd(row.note, note)}` : "";
    const line =
      `${isSelected ? marks.selected : " "} ${paint(status)}${rest}${style.dim(why)}`.trimEnd();
    return isSelected ? style.bold(line) : line;
  });
}
