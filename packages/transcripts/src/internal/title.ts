/** Titles are cut after so many UTF-16 units: a line of a list, with room for the rest of it. */
const MAX_TITLE_LENGTH = 80;

/** All white space and control characters but single spaces. */
const OTHER_SPACE =
  /[\p{Cc}\s]{2,}|[\p{Cc}\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/gu;

/**
 * The first words of a text as a title: white space and control characters become single spaces,
 * and a cut never halves a character. `undefined` for a text without words.
 */
export function titleOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const words = text
    .slice(0, 4 * MAX_TITLE_LENGTH)
    .trimStart()
    .slice(0, 2 * MAX_TITLE_LENGTH)
    .replace(OTHER_SPACE, " ")
    .trim();
  if (words.length <= MAX_TITLE_LENGTH) return words === "" ? undefined : words;
  const last = words.charCodeAt(MAX_TITLE_LENGTH - 2);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${words.slice(0, MAX_TITLE_LENGTH - (isHalf ? 2 : 1)).trimEnd()}…`;
}
