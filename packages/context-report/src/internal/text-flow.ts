import { type Cell, cellWidth, cutCell, drawCell, type Look, paint, word } from "./look.ts";

const INDENT = 2;
const LABEL_COLUMNS = 11;

/** What a line is made of: words of ours with spaces between, and cells that stay in one piece. */
export type Piece = string | Cell;

/** A heading, with an empty line before it. */
export function heading(text: string, look: Look): string[] {
  return ["", paint(text, "bold", look)];
}

/** A label and what it says, broken between words where a line is full. */
export function flow(label: string, pieces: readonly Piece[], look: Look): string[] {
  const start = INDENT + LABEL_COLUMNS;
  const lines = wrap(pieces, look.width - start, look);
  return lines.map((text, i) => {
    const front = " ".repeat(INDENT) + (i === 0 ? label : "").padEnd(LABEL_COLUMNS);
    return `${front}${text}`.trimEnd();
  });
}

/** Lines of at most so many columns. A name that is longer than a line is cut. */
export function wrap(pieces: readonly Piece[], columns: number, look: Look): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const whole of pieces.flatMap(wordsOf)) {
    const cell = cutCell(whole, columns, look);
    const width = cellWidth(cell);
    if (used > 0 && used + 1 + width > columns) {
      lines.push(line);
      line = "";
      used = 0;
    }
    line += (used > 0 ? " " : "") + drawCell(cell, look);
    used += (used > 0 ? 1 : 0) + width;
  }
  return [...lines, line];
}

/** The same pieces with commas between them. */
export function commas(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, i) => {
    if (i === pieces.length - 1) return piece;
    return typeof piece === "string" ? `${piece},` : { ...piece, suffix: `${piece.suffix},` };
  });
}

function wordsOf(piece: Piece): Cell[] {
  return typeof piece === "string" ? piece.split(" ").map((text) => word(text)) : [piece];
}
