import { EventEmitter } from "node:events";

/** A terminal's output that keeps every byte. */
export interface FakeStdout {
  readonly stream: NodeJS.WriteStream;
  readonly bytes: () => string;
  resize(columns: number, rows: number): void;
}

export function createFakeStdout(columns: number, rows: number): FakeStdout {
  let written = "";
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    writable: true,
    write(text: string, done?: () => void) {
      written += text;
      done?.();
      return true;
    },
  });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    bytes: () => written,
    resize(nextColumns, nextRows) {
      stream.columns = nextColumns;
      stream.rows = nextRows;
      stream.emit("resize");
    },
  };
}

export interface FakeStdin {
  readonly stream: NodeJS.ReadStream;
  send(text: string): void;
  readonly modes: boolean[];
  end(): void;
}

export function createFakeStdin(): FakeStdin {
  const modes: boolean[] = [];
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    setEncoding() {},
    setRawMode(isRaw: boolean) {
      modes.push(isRaw);
    },
    pause() {},
    resume() {},
    ref() {},
    unref() {},
    read: () => null,
  });
  return {
    stream: stream as unknown as NodeJS.ReadStream,
    modes,
    send: (text) => void stream.emit("data", text),
    end: () => void stream.emit("end"),
  };
}

/** What a terminal of that size shows, for the sequences that Ink writes. */
export interface Emulation {
  /** All rows, scrolled ones first. */
  readonly rows: readonly string[];
  /** Rows that a sequence has erased after they were scrolled out: always none. */
  readonly lost: number;
  readonly row: number;
  readonly column: number;
}

/** The same after the terminal has become narrower: rows are broken, the cursor stays where it was. */
export function reflow({ rows, row, column, lost }: Emulation, columns: number): Emulation {
  const broken = rows.map((text) =>
    Array.from({ length: Math.max(1, Math.ceil(text.length / columns)) }, (_, part) =>
      text.slice(part * columns, (part + 1) * columns),
    ),
  );
  const inRow = Math.min(Math.floor(column / columns), (broken[row]?.length ?? 1) - 1);
  return {
    rows: broken.flat(),
    row: broken.slice(0, row).flat().length + inRow,
    column: column - inRow * columns,
    lost,
  };
}

const SEQUENCE = /^\[([?\d;]*)([A-Za-z])/;

/** Plays a byte stream on an endless sheet: rows above the screen can't be reached any more. */
export function emulate(
  bytes: string,
  columns: number,
  rows: number,
  from: Emulation = { rows: [""], lost: 0, row: 0, column: 0 },
): Emulation {
  const sheet = from.rows.map((text) => text.split(""));
  let top = Math.max(0, from.rows.length - rows);
  let { row, column, lost } = from;
  let saved = { row, column };
  const lineOf = (index: number): string[] => {
    while (sheet.length <= index) sheet.push([]);
    return sheet[index] ?? [];
  };
  for (let index = 0; index < bytes.length; ) {
    const sequence =
      bytes[index] === "\u001b" ? SEQUENCE.exec(bytes.slice(index + 1, index + 24)) : null;
    if (sequence) {
      const count = Number(sequence[1] || "1") || 1;
      if (sequence[2] === "A") row = Math.max(top, row - count);
      else if (sequence[2] === "B") row = Math.min(top + rows - 1, row + count);
      else if (sequence[2] === "G") column = Number(sequence[1] || "1") - 1;
      else if (sequence[2] === "E") [row, column] = [row + count, 0];
      else if (sequence[2] === "K")
        lineOf(row).length = sequence[1] === "2" ? 0 : Math.min(lineOf(row).length, column);
      else if (sequence[2] === "J") lost += 1;
      index += 1 + sequence[0].length;
      continue;
    }
    if (bytes.startsWith("\u001b7", index) || bytes.startsWith("\u001b8", index)) {
      if (bytes[index + 1] === "7") saved = { row, column };
      else ({ row, column } = saved);
      index += 2;
      continue;
    }
    const character = String.fromCodePoint(bytes.codePointAt(index) ?? 0);
    index += character.length;
    if (character === "\n") {
      row += 1;
      column = 0;
    } else if (character === "\r") column = 0;
    else {
      if (column >= columns) {
        row += 1;
        column = 0;
      }
      const line = lineOf(row);
      while (line.length < column) line.push(" ");
      line[column] = character;
      column += 1;
    }
    lineOf(row);
    if (row - top >= rows) top = row - rows + 1;
  }
  return { rows: sheet.map((line) => line.join("").trimEnd()), lost, row, column };
}
