/** A text occurs so often in others: overlapping occurrences count each. */
export interface Occurrences {
  /** Of the first, in bytes. */
  readonly first: number;
  readonly count: number;
}

/** More are counted as this many: the exact number no longer matters. */
const MAX_COUNTED = 1_000;

/** Where bytes occur in others. */
export function occurrencesOf(needle: Buffer, haystack: Buffer): Occurrences {
  const first = haystack.indexOf(needle);
  let count = 0;
  for (let at = first; at !== -1 && count < MAX_COUNTED; at = haystack.indexOf(needle, at + 1)) {
    count += 1;
  }
  return { first, count };
}

/** Bytes with a part of them replaced. */
export function spliceBytes(
  bytes: Buffer,
  at: { readonly start: number; readonly length: number },
  replacement: Buffer,
): Buffer {
  return Buffer.concat([
    bytes.subarray(0, at.start),
    replacement,
    bytes.subarray(at.start + at.length),
  ]);
}
