/** Titles are cut after so many UTF-16 units: a line of a list, with room for the rest of it. */
export const MAX_TITLE_LENGTH: number = 80;

/**
 * The first words of a text as a title: white space and control characters become single spaces,
 * and a cut never halves a character. `undefined` for a text without words.
 */
export function titleOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let title = "";
  let isSpace = false;
  for (const character of text.slice(0, 4 * MAX_TITLE_LENGTH)) {
    const unit = character.charCodeAt(0);
    if (unit <= 0x20 || (unit >= 0x7f && unit <= 0xa0) || unit === 0x2028 || unit === 0x2029) {
      isSpace = title !== "";
      continue;
    }
    if (title.length + character.length + 1 > MAX_TITLE_LENGTH) return `${title}…`;
    title += isSpace ? ` ${character}` : character;
    isSpace = false;
  }
  return title === "" ? undefined : title;
}
