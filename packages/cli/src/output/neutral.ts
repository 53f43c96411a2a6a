/**
 * Characters that steer a terminal or hide what is shown: C0, DEL, C1, soft hyphen, zero-width and
 * bidirectional controls, line and paragraph separators, tags, the byte-order mark, lone surrogates,
 * and the Hangul fillers, letters that show nothing.
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
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0x3164 ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe007f)
  );
}

/** Replaces what is unsafe, character by character. */
function replaceUnsafe(text: string, replace: (code: number) => string): string {
  let result = "";
  let start = 0;
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    if (isUnsafe(code)) {
      result += text.slice(start, index) + replace(code);
      start = index + length;
    }
    index += length;
  }
  return result + text.slice(start);
}

/** Outside text for one place in a terminal's line: what is unsafe shows as `\u{...}`. */
export function neutral(text: string): string {
  return replaceUnsafe(text, (code) => `\\u{${code.toString(16)}}`);
}

/** Outside text of several lines: line ends stay, everything else as in {@link neutral}. */
export function neutralLines(text: string): string {
  return text.split("\n").map(neutral).join("\n");
}

/**
 * A value as indented JSON that is safe to print: what `JSON.stringify` leaves as it is but steers a
 * terminal stands as `\uXXXX`. The value that a reader parses is the same.
 */
export function printableJson(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return lines.map((line) => replaceUnsafe(line, jsonEscape)).join("\n");
}

/** The same as one line. */
export function printableJsonLine(value: unknown): string {
  return replaceUnsafe(JSON.stringify(value), jsonEscape);
}

function jsonEscape(code: number): string {
  const text = String.fromCodePoint(code);
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
