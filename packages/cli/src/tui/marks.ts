/** Signs in front of lines: with colour or without, they alone say what a line is. */
export interface Marks {
  readonly done: string;
  readonly failed: string;
  readonly running: string;
  readonly note: string;
  readonly prompt: string;
  readonly selected: string;
  readonly barFull: string;
  readonly barEmpty: string;
  readonly more: string;
  readonly dot: string;
}

const UNICODE: Marks = {
  done: "✓",
  failed: "✗",
  running: "…",
  note: "·",
  prompt: "›",
  selected: "›",
  barFull: "█",
  barEmpty: "░",
  more: "↕",
  dot: "·",
};

const ASCII: Marks = {
  done: "ok",
  failed: "failed",
  running: "..",
  note: "-",
  prompt: ">",
  selected: ">",
  barFull: "#",
  barEmpty: ".",
  more: "^v",
  dot: "-",
};

/** The signs that the locale's characters allow. */
export function marksFor(isUnicode: boolean): Marks {
  return isUnicode ? UNICODE : ASCII;
}
