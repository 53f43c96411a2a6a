const SEPARATORS = /[\\/]+/;

/**
 * True if two paths may name one file: agents write one relative and the other absolute. The shorter
 * must be the end of the longer, by segments.
 */
export function isSameFile(a: string, b: string): boolean {
  const [long, short] = [segments(a), segments(b)].sort((x, y) => y.length - x.length) as [
    readonly string[],
    readonly string[],
  ];
  const skipped = long.length - short.length;
  return short.length > 0 && short.every((segment, at) => segment === long[skipped + at]);
}

/** The last segment: two names of one file have the same. */
export function fileName(path: string): string {
  return segments(path).at(-1) ?? "";
}

function segments(path: string): readonly string[] {
  return path.split(SEPARATORS).filter((segment) => segment !== "" && segment !== ".");
}
