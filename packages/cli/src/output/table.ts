import { neutral } from "./neutral.ts";

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly align?: "left" | "right";
  /** Where the table is too wide, the text of this column is cut: paths in the middle. */
  readonly shrink?: "middle" | "end";
}

type Measure = (text: string) => number;

/** Terminal columns of a text; the precise measure is loaded only for text beyond ASCII. */
async function createMeasure(texts: readonly string[]): Promise<Measure> {
  for (const text of texts) {
    for (let index = 0; index < text.length; index++) {
      if (text.charCodeAt(index) > 0x7e) return (await import("string-width")).default;
    }
  }
  return (text) => text.length;
}

/**
 * Rows as aligned lines, each ended by a line feed. Cells are neutralised here. With `width`,
 * columns that may shrink are cut to fit; others never are (numbers are never cut).
 * `paint` may colour a padded cell.
 */
export async function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: {
    readonly width?: number | undefined;
    readonly indent?: string;
    readonly paint?: (text: string, row: number, column: number) => string;
  } = {},
): Promise<string> {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(neutral))];
  const measure = await createMeasure(cells.flat());
  const indent = options.indent ?? "";
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => measure(row[index] ?? ""))),
  );
  if (options.width !== undefined) fit(columns, widths, options.width - indent.length);
  return cells
    .map((row, rowIndex) => {
      const line = columns.map((column, index) => {
        const width = widths[index] ?? 0;
        const text = cut(row[index] ?? "", width, column.shrink, measure);
        const isLast = index === columns.length - 1;
        const space = " ".repeat(Math.max(0, width - measure(text)));
        const padded = column.align === "right" ? space + text : isLast ? text : text + space;
        return options.paint ? options.paint(padded, rowIndex - 1, index) : padded;
      });
      return `${indent}${line.join("  ").trimEnd()}\n`;
    })
    .join("");
}

/** Takes what is too much from the widest column that may shrink, one column at a time. */
function fit(columns: readonly Column[], widths: number[], available: number): void {
  const MIN_SHRUNK_WIDTH = 12;
  let excess = widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1) - available;
  while (excess > 0) {
    let widest = -1;
    for (const [index, column] of columns.entries()) {
      const width = widths[index] ?? 0;
      if (!column.shrink || width <= MIN_SHRUNK_WIDTH) continue;
      if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
}

function cut(text: string, width: number, shrink: Column["shrink"], measure: Measure): string {
  if (!shrink || measure(text) <= width) return text;
  const characters = [...text];
  const room = width - 3;
  const headRoom = shrink === "middle" ? Math.floor(room / 2) : room;
  let head = "";
  let tail = "";
  for (const character of characters) {
    if (measure(head + character) > headRoom) break;
    head += character;
  }
  for (let index = characters.length - 1; shrink === "middle" && index >= 0; index--) {
    const longer = characters[index] + tail;
    if (measure(head) + measure(longer) > room) break;
    tail = longer;
  }
  return `${head}...${tail}`;
}
