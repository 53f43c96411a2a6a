/**
 * Ids, models and versions are at most so long, in UTF-16 units; real ones have a few dozen. Others
 * show them in lists and tables, and use them as keys.
 */
const MAX_NAME_LENGTH = 1000;

/** The name, if it is of a sane length: a name that was cut would name something else. */
export function saneName(name: string | undefined): string | undefined {
  return name === undefined || name === "" || name.length > MAX_NAME_LENGTH ? undefined : name;
}

/** The text, cut to a sane length where it has to be shown; never inside a character. */
export function saneText(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return text;
  const last = text.charCodeAt(MAX_NAME_LENGTH - 2);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, MAX_NAME_LENGTH - (isHalf ? 2 : 1))}…`;
}
