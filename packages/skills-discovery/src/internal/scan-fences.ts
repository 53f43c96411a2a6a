/** Where the parts of a `SKILL.md` lie, in bytes; or why there is no frontmatter. */
export type Fences =
  | { readonly kind: "missing" | "unclosed" }
  | {
      readonly kind: "closed";
      /** First byte after the opening fence's line. */
      readonly contentStart: number;
      /** First byte of the closing fence's line. */
      readonly contentEnd: number;
      /** First byte after the closing fence's line. */
      readonly bodyStart: number;
    };

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const HYPHEN = 0x2d;

/** Whether the bytes begin with the UTF-8 byte-order mark. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/**
 * Finds the lines that open and close the frontmatter: exactly `---`, blanks may follow. The
 * opening one has to be the first line. LF, CRLF and a lone CR end a line.
 *
 * @param start - First byte after a byte-order mark.
 */
export function findFences(bytes: Uint8Array, start: number): Fences {
  const contentStart = afterFence(bytes, start);
  if (contentStart === undefined) return { kind: "missing" };
  for (let line = contentStart; line < bytes.length; line = afterLine(bytes, line)) {
    if (bytes[line] !== HYPHEN) continue;
    const bodyStart = afterFence(bytes, line);
    if (bodyStart !== undefined) {
      return { kind: "closed", contentStart, contentEnd: line, bodyStart };
    }
  }
  return { kind: "unclosed" };
}

/** The start of the next line where a fence stands at the given offset, else undefined. */
function afterFence(bytes: Uint8Array, start: number): number | undefined {
  for (let index = start; index < start + 3; index += 1) {
    if (bytes[index] !== HYPHEN) return undefined;
  }
  let index = start + 3;
  while (bytes[index] === SPACE || bytes[index] === TAB) index += 1;
  if (index >= bytes.length) return bytes.length;
  if (bytes[index] === LINE_FEED) return index + 1;
  if (bytes[index] !== CARRIAGE_RETURN) return undefined;
  return bytes[index + 1] === LINE_FEED ? index + 2 : index + 1;
}

function afterLine(bytes: Uint8Array, start: number): number {
  for (let index = start; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === LINE_FEED) return index + 1;
    if (byte === CARRIAGE_RETURN) return bytes[index + 1] === LINE_FEED ? index + 2 : index + 1;
  }
  return bytes.length;
}
