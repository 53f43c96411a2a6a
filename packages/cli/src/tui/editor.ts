import { neutral } from "../output/neutral.ts";
import { columnsOf, graphemes, withoutDisputed } from "./text.ts";

/** Text that is being written, and where: the cursor stands between two graphemes. */
export interface Editor {
  readonly text: string;
  /** Offset in UTF-16 units. */
  readonly cursor: number;
}

/** Nothing written yet. */
export const EMPTY_EDITOR: Editor = { text: "", cursor: 0 };

/** A text with the cursor at its end. */
export function editorOf(text: string): Editor {
  return { text, cursor: text.length };
}

/** What comes from a keyboard or a paste: line ends are line feeds, other controls are left out. */
export function typed(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split("")
    .filter(
      (unit) =>
        unit === "\n" || unit === "\t" || (unit >= " " && !(unit >= "\u007f" && unit <= "\u009f")),
    )
    .join("");
}

/** Puts a text in at the cursor. */
export function insert({ text, cursor }: Editor, added: string): Editor {
  return {
    text: text.slice(0, cursor) + added + text.slice(cursor),
    cursor: cursor + added.length,
  };
}

/** Where the grapheme before the cursor begins. */
function before({ text, cursor }: Editor): number {
  return cursor - (graphemes(text.slice(lineStart(text, cursor - 1), cursor)).at(-1) ?? "").length;
}

/** Where the grapheme after the cursor ends. */
function after({ text, cursor }: Editor): number {
  const end = text.indexOf("\n", cursor);
  if (end === cursor) return cursor + 1;
  return cursor + (graphemes(text.slice(cursor, end < 0 ? undefined : end))[0] ?? "").length;
}

function lineStart(text: string, at: number): number {
  // A negative place counts as 0 there, and would find a line end that isn't before it.
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function wordBefore({ text, cursor }: Editor): number {
  let at = cursor;
  while (at > 0 && !isWord(text[at - 1])) at -= 1;
  while (at > 0 && isWord(text[at - 1])) at -= 1;
  return at;
}

function wordAfter({ text, cursor }: Editor): number {
  let at = cursor;
  while (at < text.length && !isWord(text[at])) at += 1;
  while (at < text.length && isWord(text[at])) at += 1;
  return at;
}

const isWord = (unit: string | undefined): boolean =>
  unit !== undefined && !/[\s,.;:()[\]{}"'/]/.test(unit);

const cut = ({ text }: Editor, from: number, to: number): Editor => ({
  text: text.slice(0, from) + text.slice(to),
  cursor: from,
});

/** What keys do to the text; those that move by rows need the width of the field. */
export const EDITS: {
  readonly [Name in
    | "left"
    | "right"
    | "wordLeft"
    | "wordRight"
    | "home"
    | "end"
    | "backspace"
    | "delete"
    | "deleteWord"
    | "deleteToEnd"
    | "deleteToStart"]: (editor: Editor) => Editor;
} = {
  left: (editor) => ({ ...editor, cursor: before(editor) }),
  right: (editor) => ({ ...editor, cursor: after(editor) }),
  wordLeft: (editor) => ({ ...editor, cursor: wordBefore(editor) }),
  wordRight: (editor) => ({ ...editor, cursor: wordAfter(editor) }),
  home: ({ text, cursor }) => ({ text, cursor: lineStart(text, cursor) }),
  end: ({ text, cursor }) => ({ text, cursor: lineEnd(text, cursor) }),
  backspace: (editor) => cut(editor, before(editor), editor.cursor),
  delete: (editor) => cut(editor, editor.cursor, after(editor)),
  deleteWord: (editor) => cut(editor, wordBefore(editor), editor.cursor),
  deleteToEnd: (editor) => {
    const end = lineEnd(editor.text, editor.cursor);
    return cut(editor, editor.cursor, end === editor.cursor ? after(editor) : end);
  },
  deleteToStart: (editor) => cut(editor, lineStart(editor.text, editor.cursor), editor.cursor),
};

/** One row of the field as it is shown. */
interface Row {
  readonly shown: string;
  /** Offsets of the graphemes and of the row's end, and the columns where they stand. */
  readonly stops: readonly { readonly offset: number; readonly column: number }[];
}

/** The field as it is shown: rows of at most so many columns, and where the cursor stands. */
export interface EditorLayout {
  readonly rows: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** How one grapheme is shown: tabs as blanks, what steers a terminal as `\u{...}`. */
function shown(grapheme: string): string {
  if (grapheme === "\t") return "    ";
  return neutral(withoutDisputed(grapheme));
}

function rowsOf(text: string, columns: number): Row[] {
  const rows: Row[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    let row = "";
    let column = 0;
    let stops: { offset: number; column: number }[] = [];
    for (const grapheme of graphemes(line)) {
      const drawn = shown(grapheme);
      const width = columnsOf(drawn);
      if (column + width > columns && stops.length > 0) {
        rows.push({ shown: row, stops });
        row = "";
        column = 0;
        stops = [];
      }
      stops.push({ offset, column });
      row += drawn;
      column += width;
      offset += grapheme.length;
    }
    stops.push({ offset, column });
    rows.push({ shown: row, stops });
    offset += 1;
  }
  return rows;
}

/** The last row that has the cursor: where a row is full, the cursor is at the next one's beginning. */
function find(rows: readonly Row[], cursor: number): { row: number; column: number } {
  for (let row = rows.length - 1; row >= 0; row--) {
    const stop = rows[row]?.stops.findLast(({ offset }) => offset <= cursor);
    if (stop) return { row, column: stop.column };
  }
  return { row: 0, column: 0 };
}

/** Lays the text out in a field of so many columns. */
export function layoutEditor({ text, cursor }: Editor, columns: number): EditorLayout {
  const rows = rowsOf(text, columns);
  return { rows: rows.map((row) => row.shown), ...find(rows, cursor) };
}

/** Moves the cursor one row up or down; `undefined` where there is none. */
export function moveByRow(editor: Editor, columns: number, by: 1 | -1): Editor | undefined {
  const rows = rowsOf(editor.text, columns);
  const { row, column } = find(rows, editor.cursor);
  const target = rows[row + by];
  if (!target) return undefined;
  const stop = target.stops.findLast((each) => each.column <= column) ?? target.stops[0];
  return { ...editor, cursor: stop?.offset ?? editor.cursor };
}
