/** What the bytes of a file say. */
export interface DecodedText {
  /** Without byte-order mark, lines ended by LF; `undefined` when the file is binary. */
  readonly text: string | undefined;
  /** Where the first NUL character or the first invalid sequence stands. */
  readonly fault: { readonly line: number; readonly column: number } | undefined;
}

const REPLACEMENT = "\ufffd";

/**
 * Decodes UTF-8, or UTF-16 with a byte-order mark. Invalid sequences become U+FFFD.
 *
 * @param whole - false when the bytes end at a read limit: a character that is cut there is left out
 */
export function decode(bytes: Uint8Array, whole: boolean): DecodedText {
  const [first, second, third] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe ? "le" : first === 0xfe && second === 0xff ? "be" : undefined;
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  const decoded =
    utf16 === undefined
      ? decodeUtf8(marked ? bytes.subarray(3) : bytes, whole)
      : decodeUtf16(bytes.subarray(2), utf16 === "be", whole);
  const nul = decoded.text.indexOf("\0");
  if (nul >= 0) return { text: undefined, fault: position(decoded.text, nul) };
  return {
    text: decoded.text.replaceAll("\r\n", "\n"),
    fault: decoded.invalidAt < 0 ? undefined : position(decoded.text, decoded.invalidAt),
  };
}

interface RawText {
  readonly text: string;
  readonly invalidAt: number;
}

function decodeUtf8(bytes: Uint8Array, whole: boolean): RawText {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(whole ? bytes : bytes.subarray(0, completeEnd(bytes)));
  if (!text.includes(REPLACEMENT)) return { text, invalidAt: -1 };
  // Only what was invalid comes out differently when it is encoded again.
  const again = new TextEncoder().encode(text);
  let same = 0;
  while (same < again.length && again[same] === bytes[same]) same += 1;
  if (same === again.length) return { text, invalidAt: -1 };
  // The difference may show in the second or third byte of the replacement.
  while (((again[same] ?? 0) & 0xc0) === 0x80) same -= 1;
  return { text, invalidAt: decoder.decode(again.subarray(0, same)).length };
}

/** Where the last whole UTF-8 character ends, if the bytes break off inside one. */
export function completeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function decodeUtf16(bytes: Uint8Array, bigEndian: boolean, whole: boolean): RawText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(bytes.length >> 1);
  for (let index = 0; index < units.length; index += 1) {
    units[index] = view.getUint16(index * 2, !bigEndian);
  }
  let text = "";
  for (let index = 0; index < units.length; index += 8192) {
    text += String.fromCharCode(...units.subarray(index, index + 8192));
  }
  const last = units[units.length - 1] ?? 0;
  if (!whole && last >= 0xd800 && last <= 0xdbff) text = text.slice(0, -1);
  const lone = text.search(/\p{Cs}/u);
  if (whole && bytes.length % 2 === 1) text += REPLACEMENT;
  const odd = bytes.length % 2 === 1 && whole ? units.length : -1;
  return { text: text.replace(/\p{Cs}/gu, REPLACEMENT), invalidAt: lone >= 0 ? lone : odd };
}

function position(text: string, index: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", start)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: index - start + 1 };
}
