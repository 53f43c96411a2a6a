/** Where a text is cut. */
export interface Cut {
  /** Bytes kept, from the start. */
  readonly bytes: number;
  /** The last line of which something is kept, from 1; 0 when nothing is. */
  readonly line: number;
  /** The first character of that line that is not kept, or its end; from 1, in UTF-16 code units. */
  readonly column: number;
  /** Whether that line is kept to its end. */
  readonly atLineEnd: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Cuts UTF-8 that is longer than `room` bytes: at a line end if one lies in the last quarter of
 * what fits, else between two characters.
 */
export function cutText(bytes: Uint8Array, room: number): Cut {
  const lineEnd = bytes.subarray(0, room).lastIndexOf(LINE_FEED);
  const atLineEnd = lineEnd * 4 >= room * 3;
  let end = atLineEnd ? lineEnd + 1 : room;
  // A continuation byte after the cut belongs to a character that began before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const last = bytes.subarray(0, atLineEnd ? end - 1 : end);
  const lineStart = last.lastIndexOf(LINE_FEED) + 1;
  return {
    bytes: end,
    line: end === 0 ? 0 : countLines(last) + 1,
    column: new TextDecoder().decode(last.subarray(lineStart)).length + 1,
    atLineEnd,
  };
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}
