/**
 * Characters that steer a terminal or hide what is shown: C0, DEL, C1, soft hyphen, zero-width and
 * bidirectional controls, Hangul fillers, line and paragraph separators, tags, the byte-order mark, lone surrogates.
 */
function isUnsafe(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe007f)
  );
}

/** Outside text for one place of a page: what is unsafe shows as `\u{...}`. */
export function neutral(text: string): string {
  let result = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    result += isUnsafe(code) ? `\\u{${code.toString(16)}}` : character;
  }
  return result;
}
