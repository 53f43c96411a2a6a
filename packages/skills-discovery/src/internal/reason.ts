import { oneLine } from "./one-line.ts";
import { shorten } from "./shorten.ts";

/** A reason is a clause; what is longer is content. Code points. */
const MAX_REASON = 200;

/**
 * A caller's words as an event may carry them: one line, short, and words that hold an absolute
 * path replaced, since a model writes down whatever it sees.
 *
 * @param places - Directories that no event may name, however they are written into a word.
 */
export function withoutPaths(reason: string, places: readonly string[]): string {
  const words = oneLine(reason.slice(0, MAX_REASON * 8)).split(" ");
  const isPlace = (word: string): boolean =>
    looksAbsolute(word) || places.some((place) => place.length > 1 && word.includes(place));
  return shorten(words.map((word) => (isPlace(word) ? "[path]" : word)).join(" "), MAX_REASON);
}

function looksAbsolute(word: string): boolean {
  const bare = word.replace(/^[("'`[{<]+/, "");
  return (
    /^(?:\/+[^/]|\\\\|~[\\/]|file:)/i.test(bare) ||
    /^[A-Za-z]:[\\/]/.test(bare) ||
    /[=:("'`,;]\/[^/]/.test(bare.replaceAll("://", ""))
  );
}
