import { FIXED_PART, linesView, MOVING_PART, type View } from "./view.ts";

/**
 * What a `sed` script shows, if all it does is print lines by their numbers (with `-n`) or replace
 * text in what it prints (without). `undefined` for whatever may write a file or run a program.
 */
export function sedView(script: string, isQuiet: boolean): View | undefined {
  if (!isQuiet) return isSubstitution(script) ? FIXED_PART : undefined;
  const prints: View[] = [];
  let quits = false;
  for (const part of script.split(/[;\n]/)) {
    const command = part.trim();
    if (command === "") continue;
    if (/^\d{1,9}\s?q$/.test(command)) {
      quits = true;
    } else {
      const view = printView(command);
      if (!view) return undefined;
      prints.push(view);
    }
  }
  const [view, ...more] = prints;
  if (!view) return undefined;
  if (more.length === 0 && !quits) return view;
  return prints.every((print) => print.kind === "lines" || print.isFixed)
    ? FIXED_PART
    : MOVING_PART;
}

/** `10p`, `10,24p`, `10,+5p`, `10,$p`, `$p`. */
function printView(command: string): View | undefined {
  const match = /^(\d{1,9}|\$)(?:,(\+?\d{1,9}|\$))?\s?p$/.exec(command);
  if (!match) return undefined;
  const [, from = "", to] = match;
  if (from === "$") return MOVING_PART;
  const first = Number(from);
  if (first === 0) return undefined;
  if (to === undefined) return linesView(first, 1);
  if (to === "$") return linesView(first, undefined);
  if (to.startsWith("+")) return linesView(first, Number(to) + 1);
  // With a last line before the first `sed` prints the first alone.
  return linesView(first, Math.max(1, Number(to) - first + 1));
}

/** One `s` command whose flags neither write (`w`) nor execute (`e`). */
function isSubstitution(script: string): boolean {
  const delimiter = script[1];
  if (script[0] !== "s" || delimiter === undefined || /[\sA-Za-z0-9\\]/.test(delimiter))
    return false;
  let sections = 0;
  let at = 2;
  for (; at < script.length && sections < 2; at += 1) {
    if (script[at] === "\\") at += 1;
    else if (script[at] === delimiter) sections += 1;
    else if (script[at] === "\n") return false;
  }
  return sections === 2 && /^[gpiI0-9]{0,6}$/.test(script.slice(at));
}
