/** First bytes of common kinds of files that are no text. */
const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["image/bmp", 0, "BM"],
  ["application/pdf", 0, "%PDF-"],
  ["application/zip", 0, "PK\x03\x04"],
  ["application/gzip", 0, "\x1f\x8b"],
  ["application/x-7z-compressed", 0, "7z\xbc\xaf\x27\x1c"],
  ["application/x-elf", 0, "\x7fELF"],
  ["application/wasm", 0, "\0asm"],
  ["font/woff2", 0, "wOF2"],
  ["font/woff", 0, "wOFF"],
  ["audio/mpeg", 0, "ID3"],
  ["video/mp4", 4, "ftyp"],
  ["application/vnd.sqlite3", 0, "SQLite format 3\0"],
];

/** The type of a file that is no text, as far as its first bytes tell it. */
export function binaryType(bytes: Uint8Array): string {
  const known = SIGNATURES.find(([, offset, signature]) =>
    Array.from(signature).every((char, index) => bytes[offset + index] === char.charCodeAt(0)),
  );
  return known?.[0] ?? "application/octet-stream";
}

/** UTF-8 without NUL as text, a byte-order mark dropped; undefined for everything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
