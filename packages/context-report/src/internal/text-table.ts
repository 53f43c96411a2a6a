import { type Cell, cellWidth, cutCell, drawCell, type Look, word } from "./look.ts";

const INDENT = "  ";
const MIN_NAME_COLUMNS = 8;
const MIN_BAR_COLUMNS = 4;
const MAX_BAR_COLUMNS = 40;

/** One column of a table. */
export interface Column {
  readonly header: string;
  /** Numbers stand on the right. */
  readonly side?: "left" | "right";
  /** Names are cut where the table is too wide; nothing else ever is. */
  readonly isName?: true;
}

/** A row; `share` is the part of 1 that its bar shows. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly share?: number | undefined;
}

/** A table as lines. Bars take what the columns leave, and there are none where that is too little. */
export function table(columns: readonly Column[], rows: readonly Row[], look: Look): string[] {
  const gap = look.width >= 80 ? "  " : " ";
  const headers: Row = { cells: columns.map(({ header }) => word(header, "dim")) };
  const widths = columns.map((_, i) =>
    [headers, ...rows].reduce((most, { cells }) => Math.max(most, cellWidth(cells[i] as Cell)), 0),
  );
  const hasBars = rows.some(({ share }) => share !== undefined);
  const nameColumn = columns.findIndex(({ isName }) => isName);
  const sum =
    widths.reduce((total, width) => total + gap.length + width, INDENT.length) - gap.length;
  let spare = look.width - sum - (hasBars ? gap.length + MIN_BAR_COLUMNS : 0);
  if (nameColumn >= 0 && spare < 0) {
    const nameWidth = widths[nameColumn] as number;
    const cut = Math.min(nameWidth, Math.max(MIN_NAME_COLUMNS, nameWidth + spare));
    spare += nameWidth - cut;
    widths[nameColumn] = cut;
  }
  const barColumns = Math.min(MAX_BAR_COLUMNS, hasBars && spare >= 0 ? spare + MIN_BAR_COLUMNS : 0);

  return [headers, ...rows].map(({ cells, share }) => {
    const drawn = cells.map((cell, i) => {
      const { side = "left", isName } = columns[i] as Column;
      const width = widths[i] as number;
      const isLast = i === cells.length - 1 && (barColumns === 0 || share === undefined);
      const fitting = isName ? cutCell(cell, width, look) : cell;
      return drawCell(fitting, look, isLast && side === "left" ? 0 : width, side);
    });
    if (share !== undefined && barColumns > 0) drawn.push(bar(share, barColumns, look));
    return (INDENT + drawn.join(gap)).trimEnd();
  });
}

function bar(share: number, columns: number, { block }: Look): string {
  // What is there at all shows.
  const least = share > 0 ? 1 : 0;
  return block.repeat(Math.min(columns, Math.max(least, Math.round(share * columns))));
}
