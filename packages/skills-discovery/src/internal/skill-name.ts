import { MAX_NAME_CODE_POINTS } from "../format-limits.ts";
import { findInvisible } from "./invisible.ts";
import { countCodePoints, quoteForMessage } from "./text.ts";

/** A name as it is compared and shown: trimmed, NFKC. */
export function normaliseName(name: string): string {
  return name.trim().normalize("NFKC");
}

const ASCII_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * What keeps a normalised name from being one, as a clause for a message; undefined for a good
 * name. Letters and digits of any script count (Agent Skills reference validator), combining
 * marks may follow a letter, hyphens stand singly and inside.
 */
export function faultOfName(name: string): string | undefined {
  if (name.length <= MAX_NAME_CODE_POINTS && ASCII_NAME.test(name)) return undefined;
  if (name === "") return "is empty";
  const length = countCodePoints(name);
  if (length > MAX_NAME_CODE_POINTS) {
    return `has ${length} characters, and ${MAX_NAME_CODE_POINTS} are the limit`;
  }
  if (hasUpperCase(name)) return "has upper-case letters";
  const stranger = findStranger(name);
  if (stranger !== undefined) return `has the character ${quoteForMessage(stranger)}`;
  if (name.startsWith("-") || name.endsWith("-")) return "begins or ends with a hyphen";
  if (name.includes("--")) return "has two hyphens in a row";
  return undefined;
}

function hasUpperCase(name: string): boolean {
  for (const char of name) {
    if (char.toLowerCase() !== char) return true;
  }
  return false;
}

/** The first character that is no letter, digit, hyphen, or mark on a letter. */
function findStranger(name: string): string | undefined {
  // Some letters and marks show nothing, such as fillers and variation selectors.
  const [invisible] = findInvisible(name, 1);
  if (invisible !== undefined) return String.fromCodePoint(invisible.codePoint);
  let mayBearMark = false;
  for (const char of name) {
    const isMark: boolean = mayBearMark && /^\p{M}$/u.test(char);
    if (!isMark && char !== "-" && !/^[\p{L}\p{N}]$/u.test(char)) return char;
    mayBearMark = isMark || /^\p{L}$/u.test(char);
  }
  return undefined;
}
