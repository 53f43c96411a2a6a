import { compileSegment, type SegmentMatcher } from "./glob-segment.ts";

/** Says whether a path, in segments, matches. */
export type PathMatcher = (segments: readonly string[]) => boolean;

/** Stands for any number of segments, none included. */
const ANY = Symbol("any segments");

/**
 * A matcher for a pattern with `/`: `**` as a whole segment stands for any number of segments, as the
 * last one for at least one. Takes at most time in proportion to the product of both lengths.
 */
export function compilePath(pattern: string): PathMatcher {
  const parts: (SegmentMatcher | typeof ANY)[] = [];
  const names = pattern.split("/");
  for (const [index, name] of names.entries()) {
    if (name !== "**") parts.push(compileSegment(name));
    else if (parts.at(-1) !== ANY || index === names.length - 1) parts.push(ANY);
  }
  if (names.at(-1) === "**") parts.splice(-1, 1, () => true, ANY);
  return (segments) => matches(parts, segments);
}

/** As for the characters of a name: after a failure only the last `**` can take more. */
function matches(
  parts: readonly (SegmentMatcher | typeof ANY)[],
  segments: readonly string[],
): boolean {
  let part = 0;
  let at = 0;
  let any = -1;
  let anyAt = 0;
  while (at < segments.length) {
    const test = parts[part];
    if (test === ANY) {
      any = part;
      anyAt = at;
      part += 1;
    } else if (test?.(segments[at] as string)) {
      part += 1;
      at += 1;
    } else if (any >= 0) {
      anyAt += 1;
      at = anyAt;
      part = any + 1;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === ANY);
}
