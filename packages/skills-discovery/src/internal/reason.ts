import { oneLine } from "./one-line.ts";
import { shorten } from "./shorten.ts";

/** A reason is a clause; what is longer is content. Code points. */
const MAX_REASON = 200;

/**
 * A caller's words as an event may carry them: one line, short, and words that are absolute paths
 * replaced, since a model writes down whatever it sees.
 */
export function withoutPaths(reason: string): string {
  const words = oneLine(reason.slice(0, MAX_REASON * 8)).split(" ");
  return shorten(words.map((word) => (namesPlace(word) ? "[path]" : word)).join(" "), MAX_REASON);
}

function namesPlace(word: string): boolean {
  const bare = word.replace(/^[("'`[{<]+/, "");
  return (
    /^(?:\/+[^/]|\\\\|~\/|~\\|file:)/i.test(bare) ||
    /^[A-Za-z]:[\\/]/.test(bare) ||
    /[=:("'`]\/[^/]+\//.test(bare)
  );
}
