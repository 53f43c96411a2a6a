import type { CommandIo } from "../io.ts";

/** Colours a text, or gives it back as it is where there is no colour. */
export interface Style {
  readonly isColored: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const wrap = (open: number, close: number) => (text: string) =>
  text === "" ? text : `\u001b[${open}m${text}\u001b[${close}m`;
const plain = (text: string): string => text;

/** No colour when standard output is not a terminal, with NO_COLOR, TERM=dumb or `--no-color`. */
export function createStyle(io: CommandIo, color: boolean): Style {
  const { NO_COLOR: noColor, TERM: term } = io.environment;
  if (!color || !io.isTerminal || (noColor !== undefined && noColor !== "") || term === "dumb") {
    return { isColored: false, bold: plain, dim: plain, red: plain, green: plain, yellow: plain };
  }
  return {
    isColored: true,
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
  };
}
