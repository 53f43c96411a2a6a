const ESCAPE = "\u001b";
const BELL = "\u0007";
const REMINDER_START = "<system-reminder>";
const REMINDER_END = "</system-reminder>";

/**
 * A text as it is compared: without terminal escape sequences and carriage returns, and without
 * blank ends, which tools add and trim at will. Two texts that differ only in these count as equal,
 * so that at worst a saving is lost.
 */
export function normalised(text: string): string {
  const plain = text.includes(ESCAPE) ? withoutEscapes(text) : text;
  return (plain.includes("\r") ? plain.replaceAll("\r", "") : plain).trim();
}

/** Removes ANSI escape sequences: CSI, OSC, and those of two characters. */
function withoutEscapes(text: string): string {
  let result = "";
  let from = 0;
  const ends = { bell: 0, string: 0 };
  for (let at = text.indexOf(ESCAPE); at !== -1; at = text.indexOf(ESCAPE, from)) {
    result += text.slice(from, at);
    const kind = text[at + 1];
    if (kind === "[") from = endOfControl(text, at + 2);
    else if (kind === "]") from = endOfCommand(text, at + 2, ends);
    else from = Math.min(at + 2, text.length);
  }
  return result + text.slice(from);
}

/** Parameters and intermediates, then one final character. */
function endOfControl(text: string, from: number): number {
  let at = from;
  while (isBetween(text.charCodeAt(at), 0x20, 0x3f)) at += 1;
  return isBetween(text.charCodeAt(at), 0x40, 0x7e) ? at + 1 : at;
}

/**
 * An operating system command ends with a bell or a string terminator. Where the next of each is,
 * is kept, so that many commands without an end don't each look through the rest of the text.
 */
function endOfCommand(text: string, from: number, ends: { bell: number; string: number }): number {
  if (ends.bell < from) ends.bell = indexOrEnd(text, BELL, from);
  if (ends.string < from) ends.string = indexOrEnd(text, `${ESCAPE}\\`, from);
  const end = Math.min(ends.bell, ends.string);
  if (end === text.length) return from;
  return end === ends.bell ? end + 1 : end + 2;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

/** The text without the reminders that Claude Code and others append to results. */
export function withoutTrailingReminders(text: string): string {
  let rest = text.trimEnd();
  while (rest.endsWith(REMINDER_END)) {
    const start = rest.lastIndexOf(REMINDER_START);
    if (start === -1) break;
    rest = rest.slice(0, start).trimEnd();
  }
  return rest.length === text.trimEnd().length ? text : rest;
}

/** The text without the reminders that stand before the content. */
export function withoutLeadingReminders(text: string): string {
  let rest = text;
  for (;;) {
    const trimmed = rest.trimStart();
    if (!trimmed.startsWith(REMINDER_START)) return rest;
    const end = trimmed.indexOf(REMINDER_END);
    if (end === -1) return rest;
    rest = trimmed.slice(end + REMINDER_END.length).replace(/^\n+/, "");
  }
}

/** What stands between two marks, the first and the last of their kind; `undefined` without them. */
export function between(text: string, start: string, end: string): string | undefined {
  const from = text.indexOf(start);
  const to = text.lastIndexOf(end);
  return from === -1 || to < from + start.length ? undefined : text.slice(from + start.length, to);
}

/** The last line that isn't blank, and what comes before it. */
export function lastLine(text: string): { readonly before: string; readonly line: string } {
  const trimmed = text.trimEnd();
  const start = trimmed.lastIndexOf("\n") + 1;
  return { before: trimmed.slice(0, start), line: trimmed.slice(start) };
}

/** The digits from a position on, as a number; `undefined` if there are none, or too many. */
export function numberAt(text: string, from: number): number | undefined {
  const MOST_DIGITS = 10;
  let at = from;
  while (isBetween(text.charCodeAt(at), 0x30, 0x39)) at += 1;
  return at === from || at - from > MOST_DIGITS ? undefined : Number(text.slice(from, at));
}

/** The number right after the first occurrence of a mark. */
export function numberAfter(text: string, mark: string): number | undefined {
  const at = text.indexOf(mark);
  return at === -1 ? undefined : numberAt(text, at + mark.length);
}
