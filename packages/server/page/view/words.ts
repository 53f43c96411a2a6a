/**
 * What steers a display, hides what is shown or changes its order: controls, format characters
 * (bidirectional ones, joiners, tags), halves of characters, separators, fillers and selectors.
 */
const UNSAFE =
  /\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** More marks than four on one letter are no writing: they would cover other lines. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Outside text for one line: what is unsafe shows as `\u{...}`. */
export function neutral(text: string): string {
  return text
    .replace(UNSAFE, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
    .replace(PILED_MARKS, "$1");
}

/** The same for a text of several lines: line ends and tabs stay. */
export function neutralLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(neutral).join("\t"))
    .join("\n");
}

/** A count with its thousands set apart: the same in every locale. */
export function grouped(count: number): string {
  const digits = String(Math.round(Math.abs(count)));
  let text = "";
  for (let end = digits.length; end > 0; end -= 3) {
    const group = digits.slice(Math.max(0, end - 3), end);
    text = text === "" ? group : `${group},${text}`;
  }
  return count < 0 ? `-${text}` : text;
}

/** A part of a whole in whole per cent; what is there at all is at least `<1%`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const rounded = Math.round((part / whole) * 100);
  return rounded === 0 && part > 0 ? "<1%" : `${rounded}%`;
}

/** A count with the right form of its word. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A code as words: `superseded_read` is "superseded read". */
export function spaced(code: string): string {
  return code.replaceAll("_", " ");
}
