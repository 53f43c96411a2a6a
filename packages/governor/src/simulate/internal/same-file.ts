const SEPARATORS = /[\\/]+/;

/** A path by its segments, each after a slash; empty for one without any. */
export function plainPath(path: string): string {
  const segments = path.split(SEPARATORS).filter((segment) => segment !== "" && segment !== ".");
  return segments.map((segment) => `/${segment}`).join("");
}

/**
 * True if two plain paths may name one file: agents write one relative and the other absolute. The
 * shorter must be the end of the longer, by segments.
 */
export function isSameFile(a: string, b: string): boolean {
  if (a === "" || b === "") return false;
  return a.endsWith(b) || b.endsWith(a);
}

/** The last segment of a plain path: two names of one file have the same. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
