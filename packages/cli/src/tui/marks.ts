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

/** Words in place of signs, and no bar: what is read aloud. */
const SPOKEN: Marks = {
  done: "done:",
  failed: "failed:",
  running: "running:",
  note: "note:",
  prompt: "prompt:",
  selected: "selected: ",
  barFull: "",
  barEmpty: "",
  more: "scroll:",
  dot: ";",
};

/** The signs that the locale's characters, or a screen reader, allow. */
export function marksFor(isUnicode: boolean, isSpoken = false): Marks {
  if (isSpoken) return SPOKEN;
  return isUnicode ? UNICODE : ASCII;
}
