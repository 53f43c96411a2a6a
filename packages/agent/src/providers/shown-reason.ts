import type { FailureContext } from "./failure-context.ts";

/** More of a provider's words helps nobody. */
const MAX_REASON_LENGTH = 200;

/** A word this long that stands in the session too is the session's, not the provider's. */
const MIN_ECHO_LENGTH = 12;

/**
 * The provider's own words in parentheses, in one line, or nothing: without keys, credentials in
 * addresses, and words that it took from the session.
 */
export function shownReason(
  said: string,
  { secrets, texts }: Pick<FailureContext, "secrets" | "texts">,
): string {
  let text = said.slice(0, 10 * MAX_REASON_LENGTH);
  for (const secret of secrets) {
    if (secret !== "") text = text.replaceAll(secret, "***");
  }
  const words = text.split(/[\s\p{Cc}\p{Cf}]+/u).filter((word) => word !== "");
  const long = new Set(words.filter((word) => word.length >= MIN_ECHO_LENGTH));
  const echoed = new Set<string>();
  if (long.size > 0) {
    for (const session of texts()) {
      for (const word of long) {
        if (session.includes(bare(word))) echoed.add(word);
      }
    }
  }
  const line = words
    .map((word) => (echoed.has(word) ? "..." : withoutCredentials(word)))
    .join(" ")
    .replace(/\.$/, "");
  if (line === "") return "";
  return ` (${line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH)}...` : line})`;
}

/** Without the quotes and marks that a provider puts around what it repeats. */
function bare(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && MARKS.includes(word[start] ?? "")) start += 1;
  while (end > start && MARKS.includes(word[end - 1] ?? "")) end -= 1;
  return end - start >= MIN_ECHO_LENGTH - 4 ? word.slice(start, end) : word;
}

const MARKS = "\"'`.,:;!?()[]{}<>";

/** `https://user:password@host` loses what stands before the `@`. */
function withoutCredentials(word: string): string {
  const scheme = word.indexOf("://");
  const at = word.lastIndexOf("@");
  return scheme >= 0 && at > scheme ? `${word.slice(0, scheme + 3)}***${word.slice(at)}` : word;
}
