/** UTF-16 units of a preview. */
export const MAX_PREVIEW_UNITS = 200;

/** White space, C0, DEL, C1, line and paragraph separators, bidirectional and zero-width controls. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\s\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/** A text as one line that is safe to print, at most so many UTF-16 units long. */
export function oneLine(text: string, maxUnits: number = MAX_PREVIEW_UNITS): string {
  // Only so much is looked at as could be shown: an output may have megabytes.
  const line = text
    .slice(0, maxUnits * 4)
    .replace(UNSAFE, " ")
    .trim();
  const isWhole = line.length <= maxUnits && text.length <= maxUnits * 4;
  return isWhole ? line : `${cutText(line, maxUnits - 1)}…`;
}

/** The beginning of a text, no half of a surrogate pair at its end. */
export function cutText(text: string, units: number): string {
  const end = text.charCodeAt(units - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? units - 1 : units);
}
